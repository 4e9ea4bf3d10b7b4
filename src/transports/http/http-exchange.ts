import type { Buffer } from "node:buffer";
import type { WireCodeName } from "../../errors/codes.js";
import type { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";
import type { Answer, Reply, StreamExchange } from "../../kernel/port.js";
import { logAt } from "../../logging/logger.js";
import { isObject } from "../../protocol/json.js";
import { takesEventStream } from "./content.js";
import { type HeaderList, originHeaders, preflightHeaders } from "./cors.js";
import { isForeign, takesVisits } from "./gate.js";
import type { HttpRules } from "./http-options.js";
import type { Ticked } from "./keep-alive.js";

const STREAM_HEADERS = [
  "content-type",
  "text/event-stream",
  "cache-control",
  "no-store",
  "x-accel-buffering", // a proxy that gathers events delivers them when they are no longer news (HTTP-24)
  "no",
];
const POSTED = "POST";
const VISITED = "GET, POST, DELETE";
const COMMENT = ":\n\n";
const NONE: HeaderList = [];
const NOTHING: HeaderList = ["content-length", "0"];
const EXTRA: Partial<Record<WireCodeName, HeaderList>> = {
  ERR_HTTP_BODY_SIZE: ["connection", "close"],
  ERR_HTTP_CONTENT_ENCODING: ["accept-encoding", "identity"],
};

/**
 * One POST and its response, whatever carries it: one JSON object, unless the handler sent something ahead,
 * then a stream of server-sent events whose last is the reply (HTTP-16 to HTTP-22).
 */
export abstract class HttpExchange implements StreamExchange, Ticked {
  readonly headers: HeaderFields;
  readonly #rules: HttpRules;
  #streaming = false;
  #answered = false;
  #origin: string | undefined;
  #listeners: (() => void)[] | undefined;
  #queuedBefore = 0;

  constructor(headers: HeaderFields, rules: HttpRules) {
    this.headers = headers;
    this.#origin = typeof headers.origin === "string" ? headers.origin : undefined;
    this.#rules = rules;
  }

  /** Sends a whole response; `page` follows the text. */
  protected abstract respond(status: number, headers: HeaderList, text: string, page?: Buffer): void;
  protected abstract openStream(headers: HeaderList): void;
  protected abstract write(chunk: string | Buffer): void;
  protected abstract closeStream(): void;
  /** Gives up a response that nobody waits for any more. */
  protected abstract abandon(): void;
  /** Ends the response in the middle. */
  protected abstract destroy(): void;
  /** Asks for {@link left} when the connection ends. */
  protected abstract watch(): void;
  /** Bytes that the client has not taken yet. */
  protected abstract get queued(): number;
  abstract get peer(): unknown;
  abstract get closed(): boolean;
  abstract get congested(): boolean;
  abstract onRelief(listener: () => void): void;

  get inFlight(): null {
    return null;
  }

  get line(): null {
    return null;
  }

  get streams(): boolean {
    return this.#streaming || takesEventStream(this.headers.accept);
  }

  onClose(listener: () => void): void {
    if (this.#answered) return;
    if (this.closed) return listener();
    if (this.#listeners === undefined && !this.#streaming) this.watch();
    this.#listeners ??= [];
    this.#listeners.push(listener);
  }

  send(frame: string, eventId?: string): void {
    if (this.#answered || this.closed) return;
    if (!this.#streaming && !this.#startStream()) return;
    if (this.queued > this.#rules.maxQueuedBytes) return this.#dropClient();
    this.write(`${idField(eventId)}data: ${frame}\n\n`);
  }

  open(eventId: string | undefined, retryMs: number): void {
    if (this.#answered || this.closed || (!this.#streaming && !this.#startStream())) return;
    this.write(eventId === undefined ? COMMENT : `${idField(eventId)}retry: ${retryMs}\ndata:\n\n`);
  }

  end(): void {
    if (this.#streaming) this.finish(undefined);
  }

  /** Sends the last of it; undefined for what has no reply (HTTP-13). */
  finish(answer: Answer): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#listeners = undefined;
    this.#rest();
    if (this.closed) return this.abandon();
    if (this.#streaming) this.#endStream(answer);
    else if (answer === undefined) this.respond(202, this.#withOrigin(NOTHING), "");
    else if (answer.text === "") this.respond(answer.status, this.#withOrigin(NONE), "");
    else this.#respondJson(answer, answer.headers ?? NONE);
  }

  /** Answers a check that failed before the kernel saw the message. */
  refuse(refusal: Refusal, reply: Reply): void {
    this.#answered = true;
    if (this.closed) return this.abandon();
    if (isForeign(refusal)) this.#origin = undefined;
    const extra = EXTRA[refusal.code] ?? retryAfter(refusal) ?? NONE;
    // Deployed clients take a JSON-RPC error on a 405 for a failed request of their own (T-15).
    if (refusal.code === "ERR_HTTP_METHOD")
      this.respond(reply.status, this.#withOrigin([...NOTHING, "allow", this.#methods]), "");
    else this.#respondJson(reply, extra);
  }

  preflight(): void {
    this.#answered = true;
    const asked = this.headers["access-control-request-headers"];
    const fields = asked === undefined ? undefined : String(asked);
    this.respond(204, preflightHeaders(this.#origin, fields, this.#rules.visits ? VISITED : POSTED), "");
  }

  get #methods(): string {
    return takesVisits(this.#rules, this) ? VISITED : POSTED;
  }

  /** The client went away; where the reply was sent already, that is how every exchange ends. */
  protected left(): void {
    this.#rest();
    if (this.#answered) return;
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  #respondJson({ status, text, page }: Reply, extra: HeaderList): void {
    this.respond(status, this.#withOrigin(["content-type", "application/json", ...extra]), text, page);
  }

  #withOrigin(headers: HeaderList): HeaderList {
    return this.#origin === undefined ? headers : [...headers, ...originHeaders(this.#origin)];
  }

  #startStream(): boolean {
    if (!this.streams) return false;
    if (this.#listeners === undefined) this.watch();
    this.#streaming = true;
    this.openStream(this.#withOrigin(STREAM_HEADERS));
    this.#rules.keepAlive.add(this);
    return true;
  }

  /** Keeps proxies from closing an idle stream (HTTP-25); a client that took nothing since the last is gone. */
  tick(): void {
    const { queued } = this;
    if (queued > 0 && queued >= this.#queuedBefore && this.#queuedBefore > 0) return this.#dropClient();
    this.#queuedBefore = queued;
    if (queued === 0) this.write(COMMENT);
  }

  #endStream(answer: Answer): void {
    if (answer !== undefined) {
      this.write(`data: ${answer.text}`);
      if (answer.page !== undefined) this.write(answer.page);
      this.write("\n\n");
    }
    this.closeStream();
  }

  #rest(): void {
    if (this.#streaming) this.#rules.keepAlive.drop(this);
  }

  #dropClient(): void {
    this.#rest();
    const { logger } = this.#rules;
    if (logger !== undefined) logAt(logger, "warning", {}, "A client does not read its stream; it is ended");
    this.destroy();
  }
}

function idField(eventId: string | undefined): string {
  return eventId === undefined ? "" : `id: ${eventId}\n`;
}

/** RFC 6585 §4: a client that comes too often is told when to come again. */
function retryAfter({ code, data }: Refusal): HeaderList | undefined {
  if (code !== "ERR_HTTP_RATE" || !isObject(data)) return undefined;
  return ["retry-after", String(data.retryAfterSeconds)];
}
