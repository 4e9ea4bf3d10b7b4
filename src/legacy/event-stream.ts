import type { Answer, Reply, StreamExchange } from "../kernel/port.js";
import type { StoredEvent } from "./event-store.js";
import type { SessionEvents } from "./session-events.js";

/** When a client whose stream broke comes again, in milliseconds. */
const RETRY_MS = 1000;

export interface EventStreamOptions {
  /** Its number within the session. */
  readonly stream: number;
  readonly events: SessionEvents;
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
    if (this.#isOpen && answer !== undefined) this.send(textOf(answer));
    this.end();
    return this.#isOpen ? undefined : answer;
  }

  /** Goes on over another connection, behind an event; resolves when that one has nothing more to get. */
  async resume(exchange: StreamExchange, behind: number): Promise<void> {
    const { stream, events } = this.#options;
    exchange.open(undefined, RETRY_MS);
    let last = behind;
    let newest: number;
    do {
      newest = this.#number;
      const found = await events.readAfter(stream, last);
      sendAll(exchange, stream, found);
      last = found.at(-1)?.number ?? last;
    } while (newest !== this.#number); // something came while it was read
    if (this.#isOver) return;
    this.#onReplaced();
    this.#exchange = exchange;
    await this.left;
  }

  /** Resolves when the connection it goes over now has nothing more to get. */
  get left(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onReplaced = resolve;
      this.#exchange.onClose(resolve);
    });
  }

  /** Nothing more comes on it: whoever reads it is let go. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onOver();
    this.#onReplaced();
  }

  #keep(frame: string): string {
    const number = ++this.#number;
    const { stream, events } = this.#options;
    events.append(stream, { number, frame });
    return eventIdOf(stream, number);
  }
}

/** Replays a stream on which nothing more comes. */
export async function replay(
  exchange: StreamExchange,
  stream: number,
  behind: number,
  events: SessionEvents,
): Promise<void> {
  const found = await events.readAfter(stream, behind);
  exchange.open(undefined, RETRY_MS);
  sendAll(exchange, stream, found);
}

function sendAll(exchange: StreamExchange, stream: number, events: readonly StoredEvent[]): void {
  for (const { number, frame } of events) if (frame !== "") exchange.send(frame, eventIdOf(stream, number));
}

function textOf({ text, page }: Reply): string {
  return page === undefined ? text : text + page.toString();
}

function eventIdOf(stream: number, number: number): string {
  return `${stream}-${number}`;
}

/** The stream and the event that an id names; undefined for what is no id of ours. */
export function parseEventId(
  eventId: string,
): { readonly stream: number; readonly number: number } | undefined {
  const [, stream, number] = /^(\d{1,15})-(\d{1,15})$/.exec(eventId) ?? [];
  return stream === undefined ? undefined : { stream: Number(stream), number: Number(number) };
}
