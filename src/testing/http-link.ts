import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId, type RequestId } from "../protocol/json-rpc.js";
import type { FetchHandler } from "../transports/http/fetch-handler.js";
import type { Link, OnFrame } from "./link.js";

const URL = "http://localhost/mcp";

/** A client of HTTP in the server's own process: real requests and streams, and no socket. */
export abstract class HttpLink implements Link {
  readonly frames: JsonObject[] = [];
  readonly #serve: FetchHandler;
  readonly #onFrame: OnFrame;
  readonly #over = new AbortController();
  readonly #running = new Map<RequestId, AbortController>();

  constructor(serve: FetchHandler, onFrame: OnFrame) {
    this.#serve = serve;
    this.#onFrame = onFrame;
  }

  abstract cancel(id: RequestId, reason?: string): void;

  /** What goes into the headers of a message. */
  protected abstract headersOf(message: unknown): Readonly<Record<string, string>>;

  async send(message: unknown): Promise<JsonObject | undefined> {
    const id = isObject(message) && isRequestId(message.id) ? message.id : undefined;
    const own = new AbortController();
    if (id !== undefined) this.#running.set(id, own);
    const body = typeof message === "string" ? message : JSON.stringify(message);
    const headers = { "content-type": "application/json", ...this.headersOf(message) };
    try {
      return await this.exchange({ method: "POST", headers, body }, own.signal);
    } finally {
      if (id !== undefined && this.#running.get(id) === own) this.#running.delete(id);
    }
  }

  close(): void | Promise<void> {
    this.#over.abort();
  }

  protected get isClosed(): boolean {
    return this.#over.signal.aborted;
  }

  /** The connection of a request breaks. */
  protected hangUp(id: RequestId): void {
    this.#running.get(id)?.abort();
  }

  /** Sends one HTTP request and takes all of its response; gives the frame that answers it. */
  protected async exchange(init: Sent, signal?: AbortSignal): Promise<JsonObject | undefined> {
    const { response, reply } = await this.begin(init, signal);
    return response === undefined ? undefined : reply;
  }

  /** Resolves once the response has begun; `reply` once it is over. */
  protected async begin(init: Sent, signal?: AbortSignal): Promise<Begun> {
    if (this.isClosed) return NOTHING;
    const end = this.#over.signal;
    const headers = { accept: "application/json, text/event-stream", ...init.headers };
    const either = signal === undefined ? end : AbortSignal.any([signal, end]);
    const response = await this.#serve(new Request(URL, { ...init, headers, signal: either }));
    if (either.aborted) return NOTHING;
    const reply = this.#read(response).catch((error: unknown) => {
      if (either.aborted) return undefined;
      throw error;
    });
    return { response, reply };
  }

  async #read(response: Response): Promise<JsonObject | undefined> {
    const type = response.headers.get("content-type") ?? "";
    if (!type.startsWith("text/event-stream")) {
      const text = await response.text();
      return text === "" ? undefined : this.#take(text);
    }
    let reply: JsonObject | undefined;
    for await (const data of eventsOf(response)) {
      const frame = this.#take(data);
      if ("result" in frame || "error" in frame) reply = frame;
    }
    return reply;
  }

  #take(text: string): JsonObject {
    const frame = JSON.parse(text) as JsonObject; // what the server sends is an object in JSON
    this.frames.push(frame);
    this.#onFrame(frame);
    return frame;
  }
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Begun {
  readonly response: Response | undefined;
  readonly reply: Promise<JsonObject | undefined>;
}

const NOTHING: Begun = { response: undefined, reply: Promise.resolve(undefined) };

/** The data of each event that has some. */
async function* eventsOf(response: Response): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: ?(.+)$/m.exec(event)?.[1];
      if (data !== undefined) yield data;
    }
  }
}
