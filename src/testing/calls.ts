import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { FailureWatcher } from "../server/build.js";
import type { Internals } from "../server/internals.js";
import type { Link } from "./link.js";
import { findFailure } from "./rpc-failure.js";

interface Running {
  /** What its handler failed with. */
  readonly unexpected: unknown[];
  /** The test cannot go on with it. */
  fail(error: unknown): void;
}

/** Of all clients: two on one server hear of each other's failures, and tell them apart by the id. */
let lastId = 0;

export function nextId(): string {
  return `test-${++lastId}`;
}

/** The requests of one client that are not answered yet. */
export class Calls {
  readonly #internals: Internals;
  readonly #link: Link;
  readonly #running = new Map<RequestId, Running>();
  readonly #watcher: FailureWatcher;

  constructor(internals: Internals, link: Link) {
    this.#internals = internals;
    this.#link = link;
    this.#watcher = (error, { id }) => this.#running.get(id)?.unexpected.push(error);
    internals.watchers.add(this.#watcher);
  }

  /**
   * One request and its result. Rejects with an `RpcFailure` for a JSON-RPC error, with the handler's own error where
   * that failed unexpectedly, and with the signal's reason.
   */
  async call(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    signal?.throwIfAborted();
    const id = nextId();
    const unexpected: unknown[] = [];
    const broken = new Promise<never>((_resolve, fail) => this.#running.set(id, { unexpected, fail }));
    const stop = onAbort(signal, () => this.#link.cancel(id, "the test gave up"));
    const answer = this.#link.send({ jsonrpc: "2.0", id, method, params });
    const frame = await Promise.race([answer, broken]).finally(() => {
      stop();
      this.#running.delete(id);
    });
    if (unexpected.length > 0) throw unexpected[0];
    if (frame === undefined) throw signal?.reason ?? new Error(`${method} was not answered`);
    const failure = findFailure(frame);
    if (failure !== undefined) throw failure;
    return frame.result as JsonObject; // a frame without an error has a result
  }

  has(id: RequestId): boolean {
    return this.#running.has(id);
  }

  /** Ends a call that the test itself cannot go on with. */
  fail(id: RequestId, error: unknown): void {
    this.#running.get(id)?.fail(error);
    this.#link.cancel(id, "the test cannot go on");
  }

  close(): void {
    this.#internals.watchers.delete(this.#watcher);
  }
}

/** Calls back when the signal aborts; gives the function that takes this back. */
function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  signal?.addEventListener("abort", listener, { once: true });
  return () => signal?.removeEventListener("abort", listener);
}
