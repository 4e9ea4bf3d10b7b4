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

/** Told of what becomes of the connection. */
type Tell = (event: "lost" | "regained", error: unknown) => void;

/** Who listens on which channels, over one connection that is there while anybody does. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #listeners = new Map<string, Set<BusListener>>();
  #line: Line | undefined;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  listenersOf(channel: string): readonly BusListener[] {
    return [...(this.#listeners.get(channel) ?? [])];
  }

  /** Resolves once the channel is heard, or is known not to be for now: then the listener was told so. */
  async add(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    this.#line ??= new Line(this.#options, this.#tell);
    await this.#line.hear(channel, listener);
    return () => this.#remove(channel, listener);
  }

  #remove(channel: string, listener: BusListener): void {
    const listeners = this.#listeners.get(channel);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    this.#listeners.delete(channel);
    if (this.#listeners.size > 0) return this.#line?.leave(channel);
    this.#line?.end();
    this.#line = undefined;
  }

  readonly #tell: Tell = (event, error) => {
    for (const listener of [...this.#listeners.values()].flatMap((each) => [...each])) {
      if (event === "lost") listener.lost(error);
      else listener.regained();
    }
  };
}

/** One connection, from its first try to its end. */
class Line {
  readonly #redis: RedisSubscriber;
  readonly #tell: Tell;
  readonly #channels = new Map<string, Promise<unknown>>();
  /** Undefined until it is first known whether Redis is there. */
  #isUp: boolean | undefined;
  #isOver = false;
  #error: unknown;
  #decide: () => void = () => {};
  readonly #decided = new Promise<void>((resolve) => {
    this.#decide = resolve;
  });

  constructor({ connect, onMessage }: SubscriptionsOptions, tell: Tell) {
    this.#tell = tell;
    this.#redis = connect();
    this.#redis.on("message", onMessage);
    this.#redis.on("error", (error) => {
      this.#error = error;
    });
    this.#redis.on("ready", () => void this.#onReady());
    this.#redis.on("close", () => this.#onClose());
    this.#redis.connect().catch(() => undefined); // it is tried again, and `close` says so
  }

  /** Told as lost where it cannot be heard for now. */
  async hear(channel: string, listener: BusListener): Promise<void> {
    if (!this.#channels.has(channel))
      this.#channels.set(
        channel,
        this.#decided.then(() => this.#subscribe(channel)),
      );
    const isHeard = await this.#channels.get(channel);
    if (isHeard !== true && !this.#isOver) listener.lost(this.#error);
  }

  leave(channel: string): void {
    this.#channels.delete(channel);
    if (this.#isUp === true) this.#redis.unsubscribe(channel).catch(() => undefined); // it ended with the connection
  }

  end(): void {
    this.#isOver = true;
    this.#decide();
    this.#redis.disconnect();
  }

  async #subscribe(channel: string): Promise<boolean> {
    if (this.#isUp !== true || this.#isOver) return false;
    try {
      await this.#redis.subscribe(channel);
      return true;
    } catch (error) {
      this.#error = error;
      return false; // the connection broke meanwhile: `ready` subscribes again
    }
  }

  /** Every channel is subscribed to anew; then it is known that changes may have been missed. */
  async #onReady(): Promise<void> {
    const isFirst = this.#isUp === undefined;
    this.#isUp = true;
    this.#decide();
    if (isFirst) return;
    const channels = [...this.#channels.keys()];
    const again = channels.map((channel) => this.#subscribe(channel));
    for (const [index, channel] of channels.entries())
      this.#channels.set(channel, again[index] ?? Promise.resolve());
    const heard = await Promise.all(again);
    if (heard.every(Boolean) && this.#isUp && !this.#isOver) this.#tell("regained", undefined);
  }

  #onClose(): void {
    if (this.#isOver) return;
    const wasUp = this.#isUp === true;
    this.#isUp = false;
    this.#decide();
    if (wasUp) this.#tell("lost", this.#error ?? new Error("The connection to Redis was closed"));
  }
}
