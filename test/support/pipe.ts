import { once } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import type { Connection, JsonObject, Server } from "blazon";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { META } from "./link.js";

/** A client on a pipe that sends what it likes and looks at everything that comes. */
export class Pipe {
  readonly frames: JsonObject[] = [];
  readonly #stream: Duplex;
  readonly #connection: Connection;
  #rest = "";
  #fences = 0;

  private constructor(server: Server) {
    const [near, far] = duplexPair();
    this.#stream = near;
    this.#connection = server.connect(far);
    near.setEncoding("utf8");
    near.on("data", (text: string) => this.#receive(text));
  }

  static open(server: Server): Pipe {
    return new Pipe(server);
  }

  send(...messages: readonly unknown[]): void {
    const lines = messages.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`);
    this.#stream.write(lines.join(""));
  }

  /** Resolves when the server has read everything so far, and written what it answers at once. */
  async settle(): Promise<void> {
    const id = `fence ${++this.#fences}`;
    this.send({ jsonrpc: "2.0", id, method: "server/discover", params: { _meta: META } });
    await this.until(() => this.frames.some((frame) => frame.id === id));
    this.frames.splice(
      this.frames.findIndex((frame) => frame.id === id),
      1,
    );
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await once(this.#stream, "data");
  }

  /** The frames that answer an id, of that very type. */
  answersTo(id: unknown): readonly JsonObject[] {
    return this.frames.filter((frame) => frame.id === id);
  }

  async close(): Promise<void> {
    this.#stream.end();
    await this.#connection.closed;
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const frame = JSON.parse(line) as JsonObject; // the next line checks it
      expectWireValid(frame);
      this.frames.push(frame);
    }
  }
}
