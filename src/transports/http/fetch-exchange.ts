import type { Buffer } from "node:buffer";
import type { HeaderFields } from "../../handler/request-context.js";
import type { HeaderList } from "./cors.js";
import { HttpExchange } from "./http-exchange.js";
import type { HttpRules } from "./http-options.js";

/** No client ever sees it; it is what servers write to their log for this. */
const CLIENT_LEFT = 499;
/** As much as Node's sockets hold before they want to be drained. */
const CONGESTED_BYTES = 16_384;

/** An exchange on the web's `Request` and `Response`. */
export class FetchExchange extends HttpExchange {
  /** The response, as soon as it is known whether it is a stream. */
  readonly response: Promise<Response>;
  readonly #signal: AbortSignal;
  readonly #encoder = new TextEncoder();
  #respond: (response: Response) => void = () => {};
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #ended = false;
  #waiting: (() => void)[] = [];

  constructor(request: Request, headers: HeaderFields, rules: HttpRules) {
    super(headers, rules);
    this.#signal = request.signal;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
  }

  /** There is no socket to tell clients apart by. */
  get peer(): undefined {
    return undefined;
  }

  get closed(): boolean {
    return this.#ended || this.#signal.aborted;
  }

  get congested(): boolean {
    return this.queued > CONGESTED_BYTES;
  }

  onRelief(listener: () => void): void {
    this.#waiting.push(listener);
  }

  protected get queued(): number {
    return -(this.#stream?.desiredSize ?? 0);
  }

  protected respond(status: number, headers: HeaderList, text: string, page?: Buffer): void {
    this.#ended = true;
    const body = page === undefined ? text : this.#join(text, page);
    this.#respond(new Response(text === "" ? null : body, { status, headers: pairs(headers) }));
  }

  protected openStream(headers: HeaderList): void {
    const size = (chunk?: Uint8Array) => chunk?.byteLength ?? 0;
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#stream = controller;
      },
      pull: () => this.#relieve(),
      cancel: () => this.#leave(),
    };
    const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0, size });
    this.#respond(new Response(body, { status: 200, headers: pairs(headers) }));
  }

  protected write(chunk: string | Buffer): void {
    this.#stream?.enqueue(typeof chunk === "string" ? this.#encoder.encode(chunk) : chunk);
  }

  protected closeStream(): void {
    this.#ended = true;
    this.#stream?.close();
  }

  /** The runtime still awaits a response, if only to drop it; where there is one already, this is ignored. */
  protected abandon(): void {
    this.#respond(new Response(null, { status: CLIENT_LEFT }));
  }

  protected destroy(): void {
    this.#stream?.error(new Error("The client does not read its stream"));
    this.#leave();
  }

  protected watch(): void {
    this.#signal.addEventListener("abort", () => this.#abort(), { once: true });
  }

  /** The runtime says that the client left; a stream that nobody reads is closed all the same. */
  #abort(): void {
    if (this.#ended) return;
    this.#stream?.error(this.#signal.reason);
    this.#leave();
  }

  /** The stream asks for more once its reader has taken everything. */
  #relieve(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const listener of waiting) listener();
  }

  #leave(): void {
    this.#ended = true;
    this.left();
  }

  #join(text: string, page: Buffer): Uint8Array<ArrayBuffer> {
    const head = this.#encoder.encode(text);
    const whole = new Uint8Array(head.length + page.length);
    whole.set(head);
    whole.set(page, head.length);
    return whole;
  }
}

/** A list of names and values in turn, as `Headers` takes it. */
function pairs(headers: HeaderList): [string, string][] {
  const result: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? "";
    if (name !== "connection" && name !== "content-length") result.push([name, headers[index + 1] ?? ""]);
  }
  return result;
}
