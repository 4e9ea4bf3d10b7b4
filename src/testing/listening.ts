import { isObject, type JsonObject } from "../protocol/json.js";
import { META } from "../protocol/meta.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";

/** A change that a listening client was told of. */
export interface Heard {
  /** Such as `notifications/resources/updated`. */
  readonly method: string;
  readonly params: JsonObject;
}

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** An open listen of a test client. */
export class Listening {
  readonly #leave: () => void;
  readonly #heard: Heard[] = [];
  readonly #waiting: ((heard: Heard) => void)[] = [];
  #honored: SubscriptionFilter | undefined;
  #taken = 0;
  #onHonored: () => void = () => {};
  #onEnded: () => void = () => {};
  /** @internal Resolves once the server has said what it honors. */
  readonly acknowledged = new Promise<void>((resolve) => {
    this.#onHonored = resolve;
  });
  /** Resolves when the listen is over: the server ended it, honored nothing of it, or the test left. */
  readonly ended = new Promise<void>((resolve) => {
    this.#onEnded = resolve;
  });

  /** @internal Use `client.listen()`. */
  constructor(leave: () => void) {
    this.#leave = leave;
  }

  /** What the server honors of what was asked for. */
  get honored(): SubscriptionFilter {
    return this.#honored ?? {};
  }

  /** Everything that was heard so far, in order. */
  get heard(): readonly Heard[] {
    return this.#heard;
  }

  /** The next change that was not taken yet; waits for it. */
  next(): Promise<Heard> {
    const heard = this.#heard[this.#taken++];
    return heard === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(heard);
  }

  /** Ends it from the client's side. */
  leave(): void {
    this.#leave();
    this.#onEnded();
  }

  [Symbol.dispose](): void {
    this.leave();
  }

  /** @internal */
  honor(filter: SubscriptionFilter): void {
    this.#honored = filter;
    this.#onHonored();
  }

  /** @internal */
  take({ method, params }: JsonObject): void {
    if (typeof method !== "string") return;
    const said = isObject(params) ? params : {}; // a list that changed may say no more
    if (method === ACKNOWLEDGED) return this.honor(said.notifications as SubscriptionFilter); // the notification's params
    if (method === "notifications/cancelled") return;
    const heard: Heard = { method, params: said };
    this.#heard.push(heard);
    this.#waiting.shift()?.(heard);
  }

  /** @internal */
  end(): void {
    this.#onHonored();
    this.#onEnded();
  }
}

/** Which listen a frame belongs to; undefined where it belongs to none. */
export function subscriptionOf({ params }: JsonObject): unknown {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
  return meta[META.subscriptionId];
}
