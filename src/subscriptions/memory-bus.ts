import type { Bus, BusListener, Unsubscribe } from "./bus.js";
import type { Change } from "./change.js";

/** Carries changes within this process. Servers of one name that share it hear of each other's. */
export class MemoryBus implements Bus {
  readonly #channels = new Map<string, Set<BusListener>>();

  publish(channel: string, change: Change): void {
    for (const listener of [...(this.#channels.get(channel) ?? [])]) listener.changed(change);
  }

  subscribe(channel: string, listener: BusListener): Unsubscribe {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#channels.get(channel) === listeners) this.#channels.delete(channel);
    };
  }
}
