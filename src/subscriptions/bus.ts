import type { Change } from "./change.js";

/** What hears of the changes of one channel. None of these throws. */
export interface BusListener {
  changed(change: Change): void;
  /** From now on changes may be missed. */
  lost(error: unknown): void;
  /** Changes are heard again; which ones were missed since {@link lost} is not known. */
  regained(): void;
}

/** Ends a subscription; nothing is heard after it. */
export type Unsubscribe = () => void | Promise<void>;

/**
 * Carries changes between the processes that serve one server, on a channel that has the server's name. What is
 * published is heard by every listener of the channel, in every process, the publisher's included: at least once,
 * or it is followed by `regained()`.
 */
export interface Bus {
  /** Resolves once the change is handed on; a change that has to wait for an outage to end counts as that. */
  publish(channel: string, change: Change): void | Promise<void>;
  /** Resolves once everything that is published from then on is heard, or is known to be missed for now. */
  subscribe(channel: string, listener: BusListener): Unsubscribe | Promise<Unsubscribe>;
}
