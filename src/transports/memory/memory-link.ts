import type { Answer, Port } from "../../kernel/port.js";
import type { JsonObject } from "../../protocol/json.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import { Pipe, PipeExchange } from "../pipe.js";

export interface MemoryLinkOptions {
  /** Told of every frame as it comes, replies included. */
  readonly onFrame?: (frame: JsonObject) => void;
}

/** A connection inside the process. */
export interface MemoryLink {
  /** Every frame that came so far, in order. */
  readonly frames: readonly JsonObject[];
  /**
   * Sends one message: text as it is, anything else as the JSON text of it, so that the two sides share no
   * object. Resolves with the reply, or with undefined where none comes (a notification, a cancelled request).
   */
  send(message: unknown): Promise<JsonObject | undefined>;
  /** Tells the server to stop a request, as a client does (`notifications/cancelled`). */
  cancel(requestId: RequestId, reason?: string): void;
  /** Ends the connection: what still runs is cancelled, and nothing comes any more. */
  close(): void;
}

/** Connects to a server in the same process, for tests and for embedding. */
export function createMemoryLink(port: Port, options: MemoryLinkOptions = {}): MemoryLink {
  return new PortLink(port, options);
}

class PortLink implements MemoryLink {
  readonly frames: JsonObject[] = [];
  readonly #port: Port;
  readonly #onFrame: ((frame: JsonObject) => void) | undefined;
  readonly #pipe: Pipe;

  constructor(port: Port, { onFrame }: MemoryLinkOptions) {
    this.#port = port;
    this.#onFrame = onFrame;
    this.#pipe = new Pipe((frame) => void this.#record(frame));
  }

  async send(message: unknown): Promise<JsonObject | undefined> {
    if (this.#pipe.closed) return undefined;
    const exchange = new PipeExchange(this.#pipe);
    const text = typeof message === "string" ? message : JSON.stringify(message);
    return this.#finish(await this.#port.receive(text, exchange), exchange);
  }

  cancel(requestId: RequestId, reason?: string): void {
    const params = reason === undefined ? { requestId } : { requestId, reason };
    void this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }

  close(): void {
    this.#pipe.close("The connection is closed");
  }

  #finish(answer: Answer, exchange: PipeExchange): JsonObject | undefined {
    exchange.finish();
    if (answer === undefined || this.#pipe.closed) return undefined;
    const reply = this.#record(
      answer.page === undefined ? answer.text : answer.text + answer.page.toString(),
    );
    if (answer.follower !== undefined) this.#record(answer.follower);
    return reply;
  }

  #record(text: string): JsonObject {
    // A frame is a JSON object: that is the port's contract.
    const frame = JSON.parse(text) as JsonObject;
    this.frames.push(frame);
    this.#onFrame?.(frame);
    return frame;
  }
}
