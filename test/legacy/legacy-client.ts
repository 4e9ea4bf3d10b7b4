import type { JsonObject } from "blazon";
import { expectHandshakeValid } from "../wire/expect-handshake-valid.js";

/** A request that is on its way. */
export interface Pending {
  readonly id: number;
  /** The frame that answers it. */
  readonly answer: Promise<JsonObject>;
}

/** What answers a question of the server; nothing, where it stays open. */
export type Answering = (question: JsonObject) => JsonObject | undefined;

/**
 * A client of the handshake revisions, the same on every transport. It looks at the wire as it is: `frames` holds all
 * that the server sent, each held against the schema of the newest of these revisions where that one is spoken.
 */
export abstract class LegacyClient {
  readonly frames: JsonObject[] = [];
  #answering: Answering = () => undefined;
  #lastId = 0;
  #version: unknown;
  readonly #methods = new Map<unknown, string>();
  readonly #watching = new Set<(frame: JsonObject) => void>();

  /** Sends a message as it is. */
  abstract send(message: unknown): Promise<void> | void;
  abstract close(): Promise<void>;
  /** Once the session is opened and the server told so. */
  protected async opened(): Promise<void> {}

  /** Opens a session; gives what the server said of itself. */
  async open(version = "2025-11-25", capabilities: JsonObject = {}, initialized = true): Promise<JsonObject> {
    const clientInfo = { name: "old", version: "1" };
    const result = await this.result("initialize", { protocolVersion: version, capabilities, clientInfo });
    if (initialized) await this.ready();
    return result;
  }

  async ready(): Promise<void> {
    await this.notify("notifications/initialized");
    await this.opened();
  }

  /** From now on questions are answered so. */
  onQuestion(answering: Answering): void {
    this.#answering = answering;
  }

  start(method: string, params?: JsonObject): Pending {
    const id = ++this.#lastId;
    this.#methods.set(id, method);
    const answer = this.until((frame) => frame.id === id && frame.method === undefined);
    void this.send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
    return { id, answer };
  }

  /** The frame that answers a request. */
  request(method: string, params?: JsonObject): Promise<JsonObject> {
    return this.start(method, params).answer;
  }

  async result(method: string, params?: JsonObject): Promise<JsonObject> {
    const { result, error } = await this.request(method, params);
    if (result === undefined) throw new Error(`${method} was refused: ${JSON.stringify(error)}`);
    return result as JsonObject; // a result is an object
  }

  /** Number, message and data of the error a request is answered with. */
  async error(method: string, params?: JsonObject): Promise<JsonObject> {
    const { error, result } = await this.request(method, params);
    if (error === undefined) throw new Error(`${method} was not refused: ${JSON.stringify(result)}`);
    return error as JsonObject; // an error is an object
  }

  /** What a tool gives. */
  call(name: string, args: JsonObject = {}, meta?: JsonObject): Promise<JsonObject> {
    return this.result("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) });
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    await this.send({ jsonrpc: "2.0", method, ...(params && { params }) });
  }

  /** The first frame of this kind, be it there already or still to come. */
  until(find: (frame: JsonObject) => boolean): Promise<JsonObject> {
    const found = this.frames.find(find);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => {
      const watch = (frame: JsonObject): void => {
        if (!find(frame)) return;
        this.#watching.delete(watch);
        resolve(frame);
      };
      this.#watching.add(watch);
    });
  }

  /** Frames of a method so far. */
  of(method: string): readonly JsonObject[] {
    return this.frames.filter((frame) => frame.method === method);
  }

  /** A frame came. */
  protected take(frame: JsonObject | readonly JsonObject[]): void {
    for (const each of Array.isArray(frame) ? frame : [frame]) this.#takeOne(each);
  }

  #takeOne(frame: JsonObject): void {
    const method = this.#methods.get(frame.id);
    const { result } = frame as { readonly result?: JsonObject };
    if (method === "initialize" && result !== undefined) this.#version = result.protocolVersion;
    if (this.#version === "2025-11-25" && !isOfStatelessEra(frame)) expectHandshakeValid(frame, method);
    this.frames.push(frame);
    for (const watch of [...this.#watching]) watch(frame);
    if (frame.method === undefined || frame.id === undefined) return;
    const answer = this.#answering(frame);
    if (answer !== undefined) void this.send({ jsonrpc: "2.0", id: frame.id, ...answer });
  }
}

/** Ids of requests of the other era begin so, in these tests. */
export const STATELESS_ID = "stateless-";

function isOfStatelessEra({ id }: JsonObject): boolean {
  return typeof id === "string" && id.startsWith(STATELESS_ID);
}

/** One over lines. */
export class LineClient extends LegacyClient {
  readonly #output: NodeJS.WritableStream;
  readonly #close: () => Promise<void>;
  #rest = "";

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, close: () => Promise<void>) {
    super();
    this.#output = output;
    this.#close = close;
    input.on("data", (chunk: Buffer) => {
      const pieces = (this.#rest + chunk.toString()).split("\n");
      this.#rest = pieces.pop() ?? "";
      for (const piece of pieces) this.take(JSON.parse(piece)); // a frame a line
    });
  }

  send(message: unknown): void {
    this.#output.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** An event of a stream. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly retry: string | undefined;
  readonly data: string;
}

type Fetch = (init: RequestInit) => Promise<Response>;

/** One over HTTP, which keeps a stream for news open from when it is ready. */
export class HttpClient extends LegacyClient {
  readonly fetch: Fetch;
  readonly events: SentEvent[] = [];
  /** The status of each response so far. */
  readonly statuses: number[] = [];
  session: string | undefined;
  version: string | undefined;
  readonly #close: () => Promise<void>;
  readonly #streams = new AbortController();

  constructor(fetch: Fetch, close: () => Promise<void>) {
    super();
    this.fetch = fetch;
    this.#close = close;
  }

  get headers(): Record<string, string> {
    return {
      accept: "application/json, text/event-stream",
      ...(this.session !== undefined && { "mcp-session-id": this.session }),
      ...(this.version !== undefined && { "mcp-protocol-version": this.version }),
    };
  }

  async send(message: unknown): Promise<void> {
    const response = await this.post(message);
    await this.read(response);
  }

  async post(message: unknown, init: RequestInit = {}): Promise<Response> {
    const body = typeof message === "string" ? message : JSON.stringify(message);
    const headers = { ...this.headers, "content-type": "application/json", ...init.headers };
    const response = await this.fetch({ ...init, method: "POST", headers, body });
    this.statuses.push(response.status);
    this.session ??= response.headers.get("mcp-session-id") ?? undefined;
    return response;
  }

  /** Opens a stream, for news or behind an event. */
  listen(lastEventId?: string, signal: AbortSignal = this.#streams.signal): Promise<Response> {
    const headers = { ...this.headers, ...(lastEventId !== undefined && { "last-event-id": lastEventId }) };
    return this.fetch({ method: "GET", headers, signal });
  }

  /** Takes every frame of a response; resolves at its end. */
  async read(response: Response): Promise<void> {
    const type = response.headers.get("content-type") ?? "";
    if (!type.startsWith("text/event-stream")) {
      const text = await response.text();
      if (text !== "") this.take(JSON.parse(text)); // JSON, where it is no stream
      return;
    }
    let rest = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) this.#takeEvent(event);
      }
    } catch {
      // The connection was cut: that is what some tests are about.
    }
  }

  end(): Promise<Response> {
    return this.fetch({ method: "DELETE", headers: this.headers });
  }

  async close(): Promise<void> {
    this.#streams.abort();
    await this.#close();
  }

  protected override async opened(): Promise<void> {
    const stream = await this.listen();
    void this.read(stream);
  }

  #takeEvent(text: string): void {
    const fieldOf = (name: string): string | undefined => new RegExp(`^${name}: ?(.*)$`, "m").exec(text)?.[1];
    const data = fieldOf("data");
    if (data === undefined) return;
    this.events.push({ id: fieldOf("id"), retry: fieldOf("retry"), data });
    if (data !== "") this.take(JSON.parse(data)); // a frame an event
  }
}
