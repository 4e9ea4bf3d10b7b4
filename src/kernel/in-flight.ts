import type { RequestId } from "../protocol/json-rpc.js";

/** What can be told to stop. */
interface Cancellable {
  cancel(reason: string): void;
  /** Ends it in good order, where it only waits for news. */
  conclude(): void;
}

/** The requests of one pipe that have not been answered yet, by id and the id's own type (CANC-19). */
export class InFlight {
  readonly #running = new Map<RequestId, Cancellable>();

  get size(): number {
    return this.#running.size;
  }

  has(id: RequestId): boolean {
    return this.#running.has(id);
  }

  begin(id: RequestId, request: Cancellable): void {
    this.#running.set(id, request);
  }

  /** Frees the id, unless another request has taken it since this one was cancelled. */
  end(id: RequestId, request: Cancellable): void {
    if (this.#running.get(id) === request) this.#running.delete(id);
  }

  /**
   * Cancels one request; unknown and finished ids are ignored (CANC-18). Its id is free at once: nothing more
   * is sent for it, however long its handler takes to notice.
   */
  cancel(id: RequestId, reason: string): void {
    const request = this.#running.get(id);
    this.#running.delete(id);
    request?.cancel(reason);
  }

  /** Ends those that only wait for news: nothing more is asked for on this pipe. */
  concludeAll(): void {
    for (const request of [...this.#running.values()]) request.conclude();
  }

  /** Cancels all of them: the pipe is gone. */
  cancelAll(reason: string): void {
    for (const request of [...this.#running.values()]) request.cancel(reason);
  }
}
