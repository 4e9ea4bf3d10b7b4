import type { Answer, Reply, StreamExchange } from "../kernel/port.js";
import type { EventStore, StoredEvent, StreamKey } from "./event-store.js";

/** When a client whose stream broke comes again, in milliseconds. */
const RETRY_MS = 1000;

export interface EventStreamOptions {
  readonly key: StreamKey;
  readonly store: EventStore;
  /** Whether it begins with an event without data. */
  readonly primes: boolean;
  /** Told once when nothing more comes on it. */
  readonly onOver: () => void;
}

/**
 * What goes to the client for one request, or for none in particular: over the connection that asked for it, and
 * over those that take it up again behind an event (LEG-15). Each event is sent on one connection.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  #exchange: StreamExchange;
  #isOpen = false;
  #isOver = false;
  #number = 0;
  #onReplaced: () => void = () => {};

  constructor(exchange: StreamExchange, options: EventStreamOptions) {
    this.#exchange = exchange;
    this.#options = options;
  }

  /** Whether a client is there to take what is sent. */
  get isConnected(): boolean {
    return !this.#exchange.closed;
  }

  get congested(): boolean {
    return this.#exchange.congested;
  }

  onRelief(listener: () => void): void {
    this.#exchange.onRelief(listener);
  }

  open(): void {
    if (this.#isOpen || !this.#exchange.streams) return;
    this.#isOpen = true;
    const eventId = this.#options.primes ? this.#keep("") : undefined;
    this.#exchange.open(eventId, RETRY_MS);
  }

  send(frame: string): void {
    if (!this.#exchange.streams) return;
    this.open();
    this.#exchange.send(frame, this.#keep(frame));
  }

  /** The answer to the request, for the connection it came on; what took the stream up since gets it itself. */
  finish(answer: Answer): Answer {
    this.#isOver = true;
    this.#options.onOver();
    if (!this.#isOpen || answer === undefined) {
      this.#onReplaced();
      return answer;
    }
    const text = textOf(answer);
    const eventId = this.#keep(text);
    this.#exchange.send(text, eventId);
    this.#onReplaced();
    return undefined;
  }

  /** Goes on over another connection, behind an event; resolves when that one has nothing more to get. */
  async resume(exchange: StreamExchange, behind: number): Promise<void> {
    const { key, store } = this.#options;
    exchange.open(undefined, RETRY_MS);
    let last = behind;
    for (;;) {
      const events = await store.readAfter(key, last);
      sendAll(exchange, key, events);
      last = events.at(-1)?.number ?? last;
      if (events.length === 0 || last === this.#number) break; // else something came while it was read
    }
    if (this.#isOver) return;
    this.#onReplaced();
    this.#exchange = exchange;
    await new Promise<void>((resolve) => {
      this.#onReplaced = resolve;
      exchange.onClose(resolve);
    });
  }

  #keep(frame: string): string {
    const number = ++this.#number;
    const { key, store } = this.#options;
    void store.append(key, { number, frame });
    return eventIdOf(key, number);
  }
}

/** Replays a stream on which nothing more comes. */
export async function replay(
  exchange: StreamExchange,
  key: StreamKey,
  behind: number,
  store: EventStore,
): Promise<void> {
  const events = await store.readAfter(key, behind);
  exchange.open(undefined, RETRY_MS);
  sendAll(exchange, key, events);
}

function sendAll(exchange: StreamExchange, key: StreamKey, events: readonly StoredEvent[]): void {
  for (const { number, frame } of events) if (frame !== "") exchange.send(frame, eventIdOf(key, number));
}

function textOf({ text, page }: Reply): string {
  return page === undefined ? text : text + page.toString();
}

function eventIdOf({ stream }: StreamKey, number: number): string {
  return `${stream}-${number}`;
}

/** The stream and the event that an id names; undefined for what is no id of ours. */
export function parseEventId(
  eventId: string,
): { readonly stream: number; readonly number: number } | undefined {
  const [, stream, number] = /^(\d{1,15})-(\d{1,15})$/.exec(eventId) ?? [];
  return stream === undefined ? undefined : { stream: Number(stream), number: Number(number) };
}
