import { randomUUID } from "node:crypto";
import type { Bus, BusListener, Unsubscribe } from "../subscriptions/bus.js";
import type { Change } from "../subscriptions/change.js";
import type { RedisPublisher, RedisSubscriberOptions } from "./clients.js";
import { Intake, type Subscription } from "./intake.js";
import { EVERYTHING, parseMessage } from "./message.js";
import { Outbox } from "./outbox.js";

const NEVER_GIVES_UP: RedisSubscriberOptions = {
  lazyConnect: false,
  autoResubscribe: false, // the bus does it itself, to know when it hears again
  maxRetriesPerRequest: null,
  retryStrategy: delayOf,
  sentinelRetryStrategy: delayOf,
};

function delayOf(times: number): number {
  return Math.min(times * 50, 2000);
}

export interface RedisBusOptions {
  /** What the names of its Redis channels begin with; `blazon:changes:` without it. The server's name follows. */
  readonly prefix?: string;
}

/**
 * Carries changes between the processes that use one Redis. Servers of several names may share one bus.
 *
 * It publishes with the client it is given, and listens with a duplicate of its own, which is there as long as
 * anybody listens. While Redis is away, a process hears its own changes as ever; what it publishes is kept and
 * published afterwards, and everything that is listened for is announced as changed once Redis is back.
 *
 * @example createServer({ …, subscriptions: { bus: new RedisBus(new Redis(process.env.REDIS_URL)) } })
 */
export class RedisBus implements Bus {
  readonly #client: RedisPublisher;
  readonly #prefix: string;
  readonly #id = randomUUID();
  readonly #outbox: Outbox;
  #intake: Intake | undefined;

  constructor(client: RedisPublisher, { prefix = "blazon:changes:" }: RedisBusOptions = {}) {
    this.#client = client;
    this.#prefix = prefix;
    this.#outbox = new Outbox({ client, id: this.#id });
  }

  /** Rejects where a Redis that can be reached refuses it, never because it is away. */
  publish(channel: string, change: Change): Promise<void> {
    const name = this.#prefix + channel;
    for (const listener of this.#intake?.listenersOf(name) ?? []) listener.changed(change);
    return this.#outbox.send(name, change);
  }

  /** Rejects where a Redis that can be reached refuses it, never because it is away. */
  async subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const name = this.#prefix + channel;
    this.#intake ??= new Intake(this.#client.duplicate(NEVER_GIVES_UP), this.#take);
    const intake = this.#intake;
    const subscription = { listener };
    try {
      await intake.add(name, subscription);
    } catch (error) {
      this.#leave(intake, name, subscription);
      throw error;
    }
    return () => this.#leave(intake, name, subscription);
  }

  #leave(intake: Intake, name: string, subscription: Subscription): void {
    intake.remove(name, subscription);
    if (!intake.isUnused || this.#intake !== intake) return;
    this.#intake = undefined;
    intake.end();
  }

  readonly #take = (listeners: readonly BusListener[], text: string): void => {
    const message = parseMessage(text);
    if (message === undefined || message.from === this.#id) return;
    for (const listener of listeners) {
      if (message.change === EVERYTHING) listener.regained();
      else listener.changed(message.change);
    }
  };
}
