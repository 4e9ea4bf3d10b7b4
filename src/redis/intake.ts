import type { BusListener } from "../subscriptions/bus.js";
import type { RedisSubscriber } from "./clients.js";

/** One for each call of `subscribe`, whoever listens. */
export interface Subscription {
  readonly listener: BusListener;
}

/** Those of this process who listen to one channel. */
interface Channel {
  readonly subscriptions: Set<Subscription>;
  state: "asked" | "heard" | "lost";
  /** Settles when the state is known for the first time. */
  readonly known: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** One connection that listens, from the first subscription to the last. */
export class Intake {
  readonly #connection: RedisSubscriber;
  readonly #channels = new Map<string, Channel>();
  #lastError: unknown = new Error("The connection to Redis has closed");

  constructor(connection: RedisSubscriber, take: (listeners: readonly BusListener[], text: string) => void) {
    this.#connection = connection;
    connection.on("message", (name, text) => take(this.listenersOf(name), text));
    connection.on("ready", () => this.#askForAll());
    connection.on("close", () => this.#loseAll());
    connection.on("error", (error) => {
      this.#lastError = error; // the connection closes after it
    });
  }

  get isUnused(): boolean {
    return this.#channels.size === 0;
  }

  listenersOf(name: string): readonly BusListener[] {
    return listenersOf(this.#channels.get(name));
  }

  /** Resolves once Redis has confirmed it, or is known to be away; rejects where Redis refuses it. */
  async add(name: string, subscription: Subscription): Promise<void> {
    const channel = this.#channels.get(name) ?? this.#open(name);
    channel.subscriptions.add(subscription);
    if (channel.state === "lost") subscription.listener.lost(this.#lastError);
    await channel.known;
  }

  remove(name: string, subscription: Subscription): void {
    const channel = this.#channels.get(name);
    if (channel?.subscriptions.delete(subscription) !== true || channel.subscriptions.size > 0) return;
    this.#channels.delete(name);
    channel.resolve();
    if (this.#connection.status === "ready") this.#connection.unsubscribe(name).catch(() => {});
  }

  end(): void {
    this.#connection.disconnect();
  }

  #open(name: string): Channel {
    let resolve = (): void => {};
    let reject: Channel["reject"] = () => {};
    const known = new Promise<void>((done, failed) => {
      resolve = done;
      reject = failed;
    });
    const channel: Channel = { subscriptions: new Set(), state: "asked", known, resolve, reject };
    this.#channels.set(name, channel);
    if (this.#connection.status === "ready") this.#ask(name, channel);
    else if (this.#isAway) this.#lose(channel);
    return channel;
  }

  /** Whether the connection has been tried and is not there; else its first try is under way. */
  get #isAway(): boolean {
    return ["close", "reconnecting", "end"].includes(this.#connection.status);
  }

  #askForAll(): void {
    for (const [name, channel] of this.#channels) this.#ask(name, channel);
  }

  #ask(name: string, channel: Channel): void {
    this.#connection.subscribe(name).then(
      () => this.#confirm(channel),
      (error: unknown) => {
        if (this.#connection.status !== "ready") return; // it closes, or has closed
        if (channel.state === "asked" && this.#channels.get(name) === channel) this.#channels.delete(name);
        channel.reject(error);
      },
    );
  }

  #confirm(channel: Channel): void {
    const wasLost = channel.state === "lost";
    channel.state = "heard";
    channel.resolve();
    if (wasLost) for (const listener of listenersOf(channel)) listener.regained();
  }

  #loseAll(): void {
    for (const channel of this.#channels.values()) this.#lose(channel);
  }

  #lose(channel: Channel): void {
    if (channel.state !== "lost") {
      channel.state = "lost";
      for (const listener of listenersOf(channel)) listener.lost(this.#lastError);
    }
    channel.resolve();
  }
}

/** A copy: who hears of something may leave at once. */
function listenersOf(channel: Channel | undefined): readonly BusListener[] {
  return [...(channel?.subscriptions ?? [])].map(({ listener }) => listener);
}
