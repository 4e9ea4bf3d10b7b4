import { keyOf } from "../subscriptions/change.js";
import type { RedisPublisher } from "./clients.js";
import { EVERYTHING, type Said } from "./message.js";

/** Changes of one channel that wait for Redis; beyond these, one message stands for all of them. */
const MAX_KEPT = 1000;

export interface OutboxOptions {
  readonly client: RedisPublisher;
  /** Of the bus that sends, as every message says it. */
  readonly id: string;
}

/** A message that Redis has not answered yet. */
interface Flight {
  readonly channel: string;
  readonly change: Said;
  handedOn(): void;
}

/**
 * Publishes, and keeps what cannot be published until Redis is back. What was on its way when the connection broke
 * is published again: it may arrive twice, and does not get lost.
 */
export class Outbox {
  readonly #client: RedisPublisher;
  readonly #id: string;
  readonly #flights = new Set<Flight>();
  readonly #kept = new Map<string, Map<string, Said>>();
  #isAttending = false;

  constructor({ client, id }: OutboxOptions) {
    this.#client = client;
    this.#id = id;
  }

  /** Resolves once Redis has it, or it is kept; rejects where a Redis that can be reached refuses it. */
  async send(channel: string, change: Said): Promise<void> {
    const { status } = this.#client;
    if (status !== "ready" && status !== "wait") return this.#keep(channel, change);
    await new Promise<void>((resolve, reject) => {
      this.#launch({ channel, change, handedOn: resolve }, reject);
    });
  }

  #launch(flight: Flight, refused: (error: unknown) => void): void {
    const { channel, change } = flight;
    this.#flights.add(flight);
    this.#attend();
    this.#client.publish(channel, JSON.stringify({ from: this.#id, change })).then(
      () => this.#land(flight),
      (error: unknown) => {
        if (this.#client.status === "ready") refused(error);
        else if (this.#flights.has(flight)) this.#keep(channel, change);
        this.#land(flight);
      },
    );
  }

  #land(flight: Flight): void {
    this.#flights.delete(flight);
    flight.handedOn();
    this.#rest();
  }

  #keep(channel: string, change: Said): void {
    const kept = this.#kept.get(channel) ?? new Map<string, Said>();
    this.#kept.set(channel, kept);
    this.#attend();
    if (kept.has(EVERYTHING)) return;
    kept.set(change === EVERYTHING ? EVERYTHING : keyOf(change), change);
    if (kept.size <= MAX_KEPT && change !== EVERYTHING) return;
    kept.clear();
    kept.set(EVERYTHING, EVERYTHING);
  }

  /** The client belongs to the application: it is listened to only while something is on its way or kept. */
  #attend(): void {
    if (this.#isAttending) return;
    this.#isAttending = true;
    this.#client.on("ready", this.#flush);
    this.#client.on("close", this.#collect);
  }

  #rest(): void {
    if (this.#flights.size > 0 || this.#kept.size > 0) return;
    this.#isAttending = false;
    this.#client.off("ready", this.#flush);
    this.#client.off("close", this.#collect);
  }

  /** Whether Redis had them is not known. */
  readonly #collect = (): void => {
    for (const flight of [...this.#flights]) {
      this.#keep(flight.channel, flight.change);
      this.#land(flight);
    }
  };

  readonly #flush = (): void => {
    const all = [...this.#kept];
    this.#kept.clear();
    for (const [channel, kept] of all) {
      for (const change of kept.values()) {
        const keepAgain = () => this.#keep(channel, change); // nobody waits for it who could be told
        this.#launch({ channel, change, handedOn() {} }, keepAgain);
      }
    }
  };
}
