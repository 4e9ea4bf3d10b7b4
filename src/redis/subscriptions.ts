import type { BusListener, Unsubscribe } from "../subscriptions/bus.js";

/** A connection that listens; one of `ioredis` is one. */
export interface RedisSubscriber {
  readonly status: string;
  connect(): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  disconnect(): void;
  on(event: "ready" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "message", listener: (channel: string, text: string) => void): unknown;
}

export interface SubscriptionsOptions {
  readonly connect: () => RedisSubscriber;
  readonly onMessage: (channel: string, text: string) => void;
}

/** What becomes of a channel. */
interface Fate {
  lost(channel: string, error: unknown): void;
  regained(channel: string): void;
}

/** Who listens on which channels, over one connection that is there while anybody does. */
export class Subscriptions implements Fate {
  readonly #options: SubscriptionsOptions;
  readonly #listeners = new Map<string, Set<BusListener>>();
  #line: Line | undefined;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  listenersOf(channel: string): readonly BusListener[] {
    return [...(this.#listeners.get(channel) ?? [])];
  }

  /**
   * Resolves once the channel is heard, or is known not to be for now: then the listener was told so. Rejects where
   * Redis is there and refuses.
   */
  async add(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    this.#line ??= new Line(this.#options, this);
    try {
      await this.#line.hear(channel, listener);
    } catch (error) {
      this.#remove(channel, listener);
      throw error;
    }
    return () => this.#remove(channel, listener);
  }

  lost(channel: string, error: unknown): void {
    for (const listener of this.listenersOf(channel)) listener.lost(error);
  }

  regained(channel: string): void {
    for (const listener of this.listenersOf(channel)) listener.regained();
  }

  #remove(channel: string, listener: BusListener): void {
    const listeners = this.#listeners.get(channel);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    this.#listeners.delete(channel);
    if (this.#listeners.size > 0) return this.#line?.leave(channel);
    this.#line?.end();
    this.#line = undefined;
  }
}

/** One connection, from its first try to its end. */
class Line {
  readonly #redis: RedisSubscriber;
  readonly #fate: Fate;
  /** Whether each channel is heard, as was found out last. */
  readonly #channels = new Map<string, Promise<boolean>>();
  /** Those who wait for an answer of Redis, which an outage gives them as well. */
  readonly #unanswered = new Set<() => void>();
  /** Undefined until it is first known whether Redis is there. */
  #isUp: boolean | undefined;
  #isOver = false;
  #error: unknown;
  #decide: () => void = () => {};
  readonly #decided = new Promise<void>((resolve) => {
    this.#decide = resolve;
  });

  constructor({ connect, onMessage }: SubscriptionsOptions, fate: Fate) {
    this.#fate = fate;
    this.#redis = connect();
    this.#redis.on("message", (channel, text) => {
      if (!this.#isOver) onMessage(channel, text); // what comes late is for nobody who came since
    });
    this.#redis.on("error", (error) => {
      this.#error = error;
    });
    this.#redis.on("ready", () => this.#onReady());
    this.#redis.on("close", () => this.#onClose());
    this.#redis.connect().catch(() => undefined); // it is tried again, and `close` says so
  }

  /** Told as lost where it cannot be heard for now. */
  async hear(channel: string, listener: BusListener): Promise<void> {
    const hearing = this.#channels.get(channel) ?? this.#decided.then(() => this.#subscribe(channel));
    this.#channels.set(channel, hearing);
    try {
      if (!(await hearing) && !this.#isOver) listener.lost(this.#error);
    } catch (error) {
      if (this.#channels.get(channel) === hearing) this.#channels.delete(channel); // the next one tries again
      throw error;
    }
  }

  leave(channel: string): void {
    this.#channels.delete(channel);
    if (this.#isUp === true) this.#redis.unsubscribe(channel).catch(() => undefined); // it ended with the connection
  }

  end(): void {
    this.#isOver = true;
    this.#decide();
    this.#release();
    this.#redis.disconnect();
  }

  /** False where the connection breaks meanwhile: `ready` subscribes again. */
  #subscribe(channel: string): Promise<boolean> {
    if (this.#isUp !== true || this.#isOver) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(false);
      this.#unanswered.add(giveUp);
      const refuse = (error: unknown): void => {
        this.#error = error;
        if (this.#redis.status === "ready") reject(error);
        else giveUp();
      };
      void this.#redis
        .subscribe(channel)
        .then(() => resolve(true), refuse)
        .finally(() => this.#unanswered.delete(giveUp));
    });
  }

  /** Every channel is subscribed to anew; of each that is heard again, changes may have been missed. */
  #onReady(): void {
    const isFirst = this.#isUp === undefined;
    this.#isUp = true;
    this.#decide();
    if (isFirst) return;
    for (const channel of [...this.#channels.keys()]) {
      const hearing = this.#subscribe(channel);
      this.#channels.set(channel, hearing);
      hearing.then(
        (isHeard) => {
          if (isHeard && !this.#isOver) this.#fate.regained(channel);
        },
        (error: unknown) => this.#fate.lost(channel, error),
      );
    }
  }

  #onClose(): void {
    if (this.#isOver) return;
    const wasUp = this.#isUp === true;
    const error = this.#error ?? new Error("The connection to Redis was closed");
    this.#isUp = false;
    this.#decide();
    this.#release();
    if (!wasUp) return;
    for (const channel of this.#channels.keys()) this.#fate.lost(channel, error);
  }

  #release(): void {
    for (const giveUp of this.#unanswered) giveUp();
    this.#unanswered.clear();
  }
}
