/** One event of a stream. Its number rises by one from event to event. */
export interface StoredEvent {
  readonly number: number;
  readonly frame: string;
}

/** Where the events of a stream are kept. */
export interface StreamKey {
  readonly session: string;
  readonly stream: number;
}

/**
 * Keeps what was sent on the streams of HTTP sessions, so that a client whose connection broke can take its stream up
 * again. What is forgotten is not replayed.
 */
export interface EventStore {
  append(key: StreamKey, event: StoredEvent): void | Promise<void>;
  /** The events of one stream with a higher number, in their order. */
  readAfter(key: StreamKey, number: number): readonly StoredEvent[] | Promise<readonly StoredEvent[]>;
  /** The session is over. */
  drop(session: string): void | Promise<void>;
}

/** How much is kept, in characters of frames. */
export interface EventLimits {
  /** Of one session; a mebi without it. */
  readonly session?: number;
  /** Of all; 64 mebi without it. */
  readonly total?: number;
}

const MEBI = 1_048_576;

interface Kept extends StoredEvent {
  readonly stream: number;
}

interface Log {
  events: Kept[];
  size: number;
}

/**
 * Keeps the newest events of each session in this process. Where there is no more room, a session's own older events
 * make it: no session can push another's out.
 *
 * @example createServer({ legacy: { eventStore: new MemoryEventStore({ session: 65_536 }) }, … })
 */
export class MemoryEventStore implements EventStore {
  readonly #logs = new Map<string, Log>();
  readonly #limits: Required<EventLimits>;
  #size = 0;

  constructor({ session = MEBI, total = 64 * MEBI }: EventLimits = {}) {
    this.#limits = { session, total };
  }

  /** How many sessions have something kept. */
  get size(): number {
    return this.#logs.size;
  }

  append({ session, stream }: StreamKey, { number, frame }: StoredEvent): void {
    const log = this.#logs.get(session) ?? { events: [], size: 0 };
    this.#logs.set(session, log);
    log.events.push({ stream, number, frame });
    this.#grow(log, frame.length);
    let forgotten = 0;
    while (log.size > this.#limits.session || (this.#size > this.#limits.total && log.size > 0))
      this.#grow(log, -(log.events[forgotten++]?.frame.length ?? 0));
    if (forgotten > 0) log.events = log.events.slice(forgotten);
  }

  readAfter({ session, stream }: StreamKey, number: number): readonly StoredEvent[] {
    const events = this.#logs.get(session)?.events ?? [];
    return events.filter((event) => event.stream === stream && event.number > number);
  }

  drop(session: string): void {
    const log = this.#logs.get(session);
    if (log !== undefined) this.#grow(log, -log.size);
    this.#logs.delete(session);
  }

  #grow(log: Log, by: number): void {
    log.size += by;
    this.#size += by;
  }
}
