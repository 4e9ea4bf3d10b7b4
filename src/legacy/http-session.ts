import { InFlight } from "../kernel/in-flight.js";
import type { Answer, StreamExchange } from "../kernel/port.js";
import { DetachedExchange } from "./detached-exchange.js";
import type { EventStore } from "./event-store.js";
import { EventStream, parseEventId, replay } from "./event-stream.js";
import type { LegacyClient, LegacyHost } from "./host.js";
import { Session } from "./session.js";
import { SessionEvents } from "./session-events.js";
import type { Outlet } from "./session-news.js";

export interface HttpSessionOptions {
  readonly id: string;
  /** Who opened it; nobody else may use it. */
  readonly principal: string | undefined;
  readonly client: LegacyClient;
  readonly host: LegacyHost;
  readonly store: EventStore;
}

/** A session whose messages come in HTTP requests, and whose news go to a stream that its client opened. */
export class HttpSession implements Outlet {
  readonly id: string;
  readonly principal: string | undefined;
  readonly session: Session;
  readonly #events: SessionEvents;
  /** Streams on which something may still come, by number. */
  readonly #streams = new Map<number, EventStream>();
  /** Those of them that belong to no request, in the order they were opened. */
  readonly #standing: EventStream[] = [];
  #lastStream = 0;
  #running = 0;
  /** Who waits for a stream that news can go to. */
  #onStanding: (() => void)[] = [];
  #isOver = false;

  constructor({ id, principal, client, host, store }: HttpSessionOptions) {
    this.id = id;
    this.principal = principal;
    this.#events = new SessionEvents(id, store, host.services.logger);
    this.session = new Session(client, host, { inFlight: new InFlight(), outlet: this });
  }

  /** Whether somebody waits for something: then it is not abandoned. */
  get isBusy(): boolean {
    return this.#running > 0 || this.#standing.some((stream) => stream.isConnected);
  }

  /** A POST. Its answer, and what goes ahead of it, can be had again behind an event. */
  receive(message: unknown, exchange: StreamExchange): Answer | Promise<Answer> {
    const stream = this.#stream(++this.#lastStream, exchange);
    const served = new DetachedExchange(exchange, this.session.inFlight, stream);
    const answer = this.session.receive(message, served);
    if (!(answer instanceof Promise)) return stream.finish(answer);
    this.#running++;
    return answer.then((reply) => {
      this.#running--;
      return stream.finish(reply);
    });
  }

  /** A GET: a stream for what belongs to no request, or one that broke and goes on (LEG-10, LEG-15). */
  async listen(exchange: StreamExchange, lastEventId: string | undefined): Promise<undefined> {
    const from = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    if (from === undefined) return this.#stand(exchange);
    const stream = this.#streams.get(from.stream);
    await (stream?.resume(exchange, from.number) ?? replay(exchange, from.stream, from.number, this.#events));
  }

  /** The server closes: nothing more comes that belongs to no request. */
  conclude(): void {
    for (const stream of this.#standing) stream.end();
  }

  end(): void {
    this.#isOver = true;
    this.session.end();
    for (const stream of this.#streams.values()) stream.end();
    this.#events.drop();
  }

  /** News go to one stream alone (LEG-14): the newest that somebody reads, else the newest there was. */
  send(frame: string): void {
    this.#outlet?.send(frame);
  }

  /** News wait for a client that has not opened a stream yet. */
  get congested(): boolean {
    return this.#outlet?.congested ?? true;
  }

  onRelief(listener: () => void): void {
    if (this.#outlet === undefined) this.#onStanding.push(listener);
    else this.#outlet.onRelief(listener);
  }

  get #outlet(): EventStream | undefined {
    return this.#standing.findLast((stream) => stream.isConnected) ?? this.#standing.at(-1);
  }

  #stream(number: number, exchange: StreamExchange): EventStream {
    const made = new EventStream(exchange, {
      stream: number,
      events: this.#events,
      primes: this.session.client.revision.primes,
      onOver: () => this.#streams.delete(number),
    });
    this.#streams.set(number, made);
    return made;
  }

  async #stand(exchange: StreamExchange): Promise<undefined> {
    if (this.#isOver) return undefined;
    for (const gone of this.#standing.filter((stream) => !stream.isConnected)) this.#forget(gone);
    const stream = this.#stream(++this.#lastStream, exchange);
    this.#standing.push(stream);
    stream.open();
    for (const relieved of this.#onStanding.splice(0)) relieved();
    await stream.left;
  }

  /** A client that opens a new stream does not come back to one it lost before. */
  #forget(stream: EventStream): void {
    this.#standing.splice(this.#standing.indexOf(stream), 1);
    stream.end();
  }
}
