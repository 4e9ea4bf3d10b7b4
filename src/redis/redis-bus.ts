import { randomUUID } from "node:crypto";
import { isObject } from "../protocol/json.js";
import type { Bus, BusListener, Unsubscribe } from "../subscriptions/bus.js";
import { type Change, isChange, keyOf } from "../subscriptions/change.js";
import { type RedisSubscriber, Subscriptions } from "./subscriptions.js";

/** What the bus uses of a Redis client; one of `ioredis` has it. */
export interface RedisClient {
  /** `ready` while commands are answered. */
  readonly status: string;
  publish(channel: string, message: string): Promise<unknown>;
  duplicate(options: {
    readonly autoResubscribe: false;
    readonly enableOfflineQueue: false;
    readonly lazyConnect: true;
    readonly maxRetriesPerRequest: null;
    readonly retryStrategy: (times: number) => number;
  }): RedisSubscriber;
  on(event: "ready" | "close", listener: () => void): unknown;
}

export interface RedisBusOptions {
  /** What the names of its Redis channels begin with; `blazon:changes:` without it. The server's name follows. */
  readonly prefix?: string;
}

/** The most changes that wait for an outage to end; beyond them all listeners are told that they missed some. */
const MOST_WAITING = 1000;
/** Milliseconds before a lost connection is tried again, at most. */
const LONGEST_RETRY_MS = 2000;

/** What travels over Redis: a change, or that there were too many to keep. */
interface Message {
  /** The bus that sent it, which has told its own listeners already. */
  readonly from: string;
  readonly change?: Change;
  readonly missed?: true;
}

/**
 * The bus of all processes that use one Redis. Each server has a channel with its name. Changes are published on the
 * client that is given, which stays the application's; a second connection, which the bus makes and ends, listens
 * while anybody does.
 *
 * Listeners of this process hear of a change at once, whatever becomes of Redis. While Redis is away, changes wait
 * and are published when it is back; streams stay open, and whoever may have missed something is told so.
 *
 * @example createServer({ …, subscriptions: { bus: new RedisBus(new Redis(process.env.REDIS_URL)) } })
 */
export class RedisBus implements Bus {
  readonly #client: RedisClient;
  readonly #prefix: string;
  readonly #id = randomUUID();
  readonly #subscriptions: Subscriptions;
  /** Messages that could not be published, by channel and by what they say. */
  readonly #waiting = new Map<string, { readonly channel: string; readonly text: string }>();
  /** Channels on which more had to wait than is kept. */
  readonly #overflown = new Set<string>();
  /** Those who wait for Redis to have what they published. */
  readonly #unanswered = new Set<() => void>();

  constructor(client: RedisClient, { prefix = "blazon:changes:" }: RedisBusOptions = {}) {
    this.#client = client;
    this.#prefix = prefix;
    client.on("ready", () => void this.#flush().catch(() => undefined)); // what Redis refuses is told to who publishes
    client.on("close", () => this.#release());
    this.#subscriptions = new Subscriptions({
      connect: () =>
        client.duplicate({
          autoResubscribe: false,
          enableOfflineQueue: false,
          lazyConnect: true,
          maxRetriesPerRequest: null,
          retryStrategy: (times) => Math.min(times * 50, LONGEST_RETRY_MS),
        }),
      onMessage: (channel, text) => this.#hear(channel, text),
    });
  }

  async publish(channel: string, change: Change): Promise<void> {
    const name = this.#prefix + channel;
    for (const listener of this.#subscriptions.listenersOf(name)) listener.changed(change);
    await this.#send(name, keyOf(change), { from: this.#id, change });
  }

  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    return this.#subscriptions.add(this.#prefix + channel, listener);
  }

  async #send(channel: string, key: string, message: Message): Promise<void> {
    const text = JSON.stringify(message);
    if (this.#client.status !== "ready" && this.#client.status !== "wait")
      return this.#keep(channel, key, text);
    // What is not answered is published again: to hear of a change twice does no harm.
    const keep = (error: unknown): void => {
      if (this.#client.status === "ready") throw error; // Redis is there and refuses
      this.#keep(channel, key, text);
    };
    await new Promise<void>((resolve, reject) => {
      this.#unanswered.add(resolve);
      void this.#client
        .publish(channel, text)
        .then(() => undefined, keep)
        .then(resolve, reject)
        .finally(() => this.#unanswered.delete(resolve));
    });
  }

  /** An outage: nobody waits for its end. */
  #release(): void {
    for (const resolve of this.#unanswered) resolve();
    this.#unanswered.clear();
  }

  #keep(channel: string, key: string, text: string): void {
    if (this.#waiting.size < MOST_WAITING) this.#waiting.set(`${channel} ${key}`, { channel, text });
    else this.#overflown.add(channel);
  }

  async #flush(): Promise<void> {
    const waiting = [...this.#waiting];
    const overflown = [...this.#overflown];
    this.#waiting.clear();
    this.#overflown.clear();
    for (const [key, { channel, text }] of waiting) {
      await this.#send(channel, key.slice(channel.length + 1), JSON.parse(text) as Message); // written by #send
    }
    for (const channel of overflown) await this.#send(channel, "", { from: this.#id, missed: true });
  }

  /** Anybody may publish on a channel: what is no message of a bus is left alone. */
  #hear(channel: string, text: string): void {
    const message = parsed(text);
    if (!isObject(message) || typeof message.from !== "string" || message.from === this.#id) return;
    for (const listener of this.#subscriptions.listenersOf(channel)) {
      if (message.missed === true) listener.regained();
      else if (isChange(message.change)) listener.changed(message.change);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
