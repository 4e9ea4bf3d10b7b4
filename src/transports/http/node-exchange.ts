import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";
import type { Reply } from "../../kernel/port.js";
import type { HeaderList } from "./cors.js";
import { HttpExchange } from "./http-exchange.js";
import type { HttpRules } from "./http-options.js";

/** An exchange on `node:http`. Nothing listens for the end of the connection until somebody asks. */
export class NodeExchange extends HttpExchange {
  readonly #response: ServerResponse;
  #lingers = false;

  constructor(headers: HeaderFields, response: ServerResponse, rules: HttpRules) {
    super(headers, rules);
    this.#response = response;
  }

  get peer(): string | undefined {
    return this.#response.socket?.remoteAddress;
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  get congested(): boolean {
    return this.#response.writableNeedDrain;
  }

  onRelief(listener: () => void): void {
    this.#response.once("drain", listener);
  }

  protected get queued(): number {
    return this.#response.writableLength;
  }

  protected respond(status: number, headers: HeaderList, text: string, page?: Buffer): void {
    const response = this.#response;
    if (text === "") return this.#respondEmpty(status, headers);
    const length = Buffer.byteLength(text) + (page?.length ?? 0);
    response.writeHead(status, [...headers, "content-length", String(length)]);
    if (this.#lingers) return void response.write(text);
    if (page === undefined) return void response.end(text);
    response.write(text);
    response.end(page);
  }

  #respondEmpty(status: number, headers: HeaderList): void {
    const response = this.#response.writeHead(status, [...headers]);
    if (this.#lingers) response.flushHeaders();
    else response.end();
  }

  /** Answers in full, and leaves the connection to be closed by whoever ends the response. */
  refuseAndLinger(refusal: Refusal, reply: Reply): void {
    this.#lingers = true;
    this.refuse(refusal, reply);
  }

  protected openStream(headers: HeaderList): void {
    this.#response.writeHead(200, [...headers]);
  }

  protected write(chunk: string | Buffer): void {
    this.#response.write(chunk);
  }

  protected closeStream(): void {
    this.#response.end();
  }

  protected abandon(): void {
    // Node has closed it.
  }

  protected destroy(): void {
    this.#response.destroy();
  }

  protected watch(): void {
    this.#response.once("close", () => this.left());
  }
}
