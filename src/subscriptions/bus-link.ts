import type { Bus, BusListener, Unsubscribe } from "./bus.js";

/** One process's subscription to its server's channel: there as long as somebody needs it. */
export class BusLink {
  readonly #bus: Bus;
  readonly #channel: string;
  readonly #listener: BusListener;
  readonly #onError: (error: unknown) => void;
  #holders = 0;
  /** Undefined while nobody needs it; a promise until the bus says that it is heard. */
  #subscription: Unsubscribe | Promise<Unsubscribe> | undefined;

  constructor(bus: Bus, channel: string, listener: BusListener, onError: (error: unknown) => void) {
    this.#bus = bus;
    this.#channel = channel;
    this.#listener = listener;
    this.#onError = onError;
  }

  /** One holder more. A promise where it is not heard yet; it rejects where the bus cannot be subscribed to. */
  hold(): undefined | Promise<unknown> {
    this.#holders++;
    if (this.#subscription === undefined) this.#subscribe();
    return this.#subscription instanceof Promise ? this.#subscription : undefined;
  }

  /** One holder less; the last one ends the subscription. */
  release(): void {
    if (--this.#holders > 0) return;
    const subscription = this.#subscription;
    this.#subscription = undefined;
    void this.#end(subscription);
  }

  #subscribe(): void {
    const subscription = this.#tryToSubscribe();
    this.#subscription = subscription;
    if (!(subscription instanceof Promise)) return;
    subscription.then(
      (unsubscribe) => this.#settle(subscription, unsubscribe),
      () => this.#settle(subscription, undefined), // whoever holds it is told
    );
  }

  #tryToSubscribe(): Unsubscribe | Promise<Unsubscribe> {
    try {
      return this.#bus.subscribe(this.#channel, relayTo(this.#listener));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** What failed is tried again by the next holder. */
  #settle(subscription: Promise<Unsubscribe>, unsubscribe: Unsubscribe | undefined): void {
    if (this.#subscription === subscription) this.#subscription = unsubscribe;
  }

  async #end(subscription: Unsubscribe | Promise<Unsubscribe> | undefined): Promise<void> {
    try {
      const unsubscribe = await subscription;
      await unsubscribe?.();
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** Another one for each subscription: a bus that tells them apart by it must not end the next with the last. */
function relayTo(listener: BusListener): BusListener {
  return {
    changed: (change) => listener.changed(change),
    lost: (error) => listener.lost(error),
    regained: () => listener.regained(),
  };
}
