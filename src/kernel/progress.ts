import type { RequestId } from "../protocol/json-rpc.js";
import { notificationText } from "../protocol/json-rpc.js";

interface Progress {
  readonly progressToken: RequestId;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * The progress of one request on its way out: it only rises (PROG-05), and of a burst the first and the
 * last value are sent, with one in each interval between (PROG-11).
 */
export class ProgressReports {
  readonly #token: RequestId;
  readonly #send: (frame: string) => void;
  readonly #intervalMs: number;
  #highest = Number.NEGATIVE_INFINITY;
  #waiting: Progress | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(token: RequestId, intervalMs: number, send: (frame: string) => void) {
    this.#token = token;
    this.#intervalMs = intervalMs;
    this.#send = send;
  }

  report(progress: number, total: number | undefined, message: string | undefined): void {
    if (!Number.isFinite(progress) || progress <= this.#highest) return;
    this.#highest = progress;
    this.#waiting = {
      progressToken: this.#token,
      progress,
      ...(total !== undefined && Number.isFinite(total) && { total }),
      ...(typeof message === "string" && { message }), // a type may be broken, and a timer must not throw
    };
    if (this.#timer === undefined) this.#sendWaiting();
  }

  /** Sends what is still waiting; the answer comes next. */
  end(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  /** Drops what is still waiting; nobody listens any more. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }

  #sendWaiting(): void {
    this.#timer = undefined;
    if (this.#waiting === undefined) return;
    this.#flush();
    this.#timer = setTimeout(() => this.#sendWaiting(), this.#intervalMs).unref();
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#send(notificationText("notifications/progress", waiting));
  }
}
