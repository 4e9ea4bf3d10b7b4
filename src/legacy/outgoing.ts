import { isObject, type JsonObject } from "../protocol/json.js";
import { notificationText } from "../protocol/json-rpc.js";

const GONE = "The client went away";

/** The client answered a request with an error, or not at all. Its message may be shown to whoever called. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** One request to the client. */
export interface Question {
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The way to the client: the stream of the request that asks. */
  readonly send: (frame: string) => void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** The client is at it: it gets its time once more. */
  restart(): void;
}

/** The requests of a session to its client that wait for their answers. */
export class Outgoing {
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isOver = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Rejects with {@link Unanswered}, or with the reason of the signal; then the client is told to stop. */
  ask({ method, params, signal, send }: Question): Promise<unknown> {
    if (this.#isOver) return Promise.reject(new Unanswered(GONE));
    if (signal.aborted) return Promise.reject(signal.reason as Error); // what signals abort with
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const withdraw = (error: Error): void => {
        send(notificationText("notifications/cancelled", { requestId: id, reason: error.message }));
        waiting.reject(error);
      };
      const onAbort = (): void => withdraw(signal.reason as Error);
      const settle = (): void => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
      const expire = (): void =>
        withdraw(new Unanswered(`The client did not answer ${method} within ${this.#timeoutMs} ms`));
      let timer = setTimeout(expire, this.#timeoutMs).unref();
      const waiting: Waiting = {
        resolve(result) {
          settle();
          resolve(result);
        },
        reject(error) {
          settle();
          reject(error);
        },
        restart: () => {
          clearTimeout(timer);
          timer = setTimeout(expire, this.#timeoutMs).unref();
        },
      };
      this.#waiting.set(id, waiting);
      signal.addEventListener("abort", onAbort, { once: true });
      const meta = isObject(params?._meta) ? params._meta : {};
      const asked = { ...params, _meta: { ...meta, progressToken: id } };
      send(JSON.stringify({ jsonrpc: "2.0", id, method, params: asked }));
    });
  }

  /** A response of the client; one that nobody waits for is ignored. */
  answer({ id, result, error }: JsonObject): void {
    const waiting = this.#waiting.get(id as number); // ids of another type are in no map of numbers
    if (error === undefined) return waiting?.resolve(result);
    const reason = isObject(error) && typeof error.message === "string" ? error.message : "no reason given";
    waiting?.reject(new Unanswered(`The client refused to answer: ${reason}`));
  }

  progress(token: unknown): void {
    this.#waiting.get(token as number)?.restart(); // as above
  }

  /** The session is over: nobody answers any more. */
  end(): void {
    this.#isOver = true;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new Unanswered(GONE));
  }
}
