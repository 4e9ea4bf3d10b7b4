import { isObject, type JsonObject } from "../protocol/json.js";
import { notificationText } from "../protocol/json-rpc.js";

const GONE = "The client went away";

/** The client answered a request with an error, or not at all. Its message may be shown to whoever called. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** How long a client has for an answer, in milliseconds. */
export interface AskTime {
  /** Counted anew whenever the client reports progress (CANC-08). */
  readonly timeoutMs: number;
  /** In all, whatever the client reports (CANC-09). */
  readonly maximumMs: number;
}

/** One request to the client. */
export interface Question extends AskTime {
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The way to the client: the stream of the request that asks. */
  readonly send: (frame: string) => void;
  /** Told of the id under which it is asked, just before it is sent. */
  readonly onId?: (id: number) => void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** The client is at it: it gets its time once more. */
  restart(): void;
}

/** The requests of a session to its client that wait for their answers. */
export class Outgoing {
  readonly #waiting = new Map<number, Waiting>();
  /** Questions that wait until the client is ready for them; undefined once it is. */
  #held: Map<number, () => void> | undefined = new Map();
  #lastId = 0;
  #isOver = false;

  get size(): number {
    return this.#waiting.size;
  }

  /** The client is ready for more than answers (LEG-07). */
  begin(): void {
    const held = this.#held?.values() ?? [];
    this.#held = undefined;
    for (const send of held) send();
  }

  /** Rejects with {@link Unanswered}, or with the reason of the signal; then the client is told to stop (CANC-06). */
  ask(question: Question): Promise<unknown> {
    const { signal, timeoutMs, maximumMs } = question;
    if (this.#isOver) return Promise.reject(new Unanswered(GONE));
    if (signal.aborted) return Promise.reject(signal.reason as Error); // what signals abort with
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const withdraw = (error: Error): void => {
        const isAsked = this.#held?.delete(id) !== true;
        if (isAsked) question.send(withdrawal(id, error.message));
        waiting.reject(error);
      };
      const onAbort = (): void => withdraw(signal.reason as Error); // as above
      const settle = (): void => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        clearTimeout(last);
        signal.removeEventListener("abort", onAbort);
      };
      const expireAfter = (ms: number): NodeJS.Timeout =>
        setTimeout(() => withdraw(new Unanswered(unanswered(question, ms))), ms).unref();
      let timer = expireAfter(timeoutMs);
      const last = expireAfter(Math.max(timeoutMs, maximumMs));
      const waiting: Waiting = {
        resolve(result) {
          settle();
          resolve(result);
        },
        reject(error) {
          settle();
          reject(error);
        },
        restart() {
          clearTimeout(timer);
          timer = expireAfter(timeoutMs);
        },
      };
      this.#waiting.set(id, waiting);
      signal.addEventListener("abort", onAbort, { once: true });
      const send = (): void => {
        question.onId?.(id);
        question.send(requestText(id, question));
      };
      if (this.#held === undefined) send();
      else this.#held.set(id, send);
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

/** With a token, by which the client may report progress. */
function requestText(id: number, { method, params }: Question): string {
  const meta = isObject(params?._meta) ? params._meta : {};
  const asked = { ...params, _meta: { ...meta, progressToken: id } };
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: asked });
}

function withdrawal(id: number, reason: string): string {
  return notificationText("notifications/cancelled", { requestId: id, reason });
}

function unanswered({ method }: Question, ms: number): string {
  return `The client did not answer ${method} within ${ms} ms`;
}
