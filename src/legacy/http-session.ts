import { InFlight } from "../kernel/in-flight.js";
import type { Answer, Exchange, StreamExchange } from "../kernel/port.js";
import type { EventStore } from "./event-store.js";
import { EventStream, parseEventId, replay } from "./event-stream.js";
import type { LegacyClient, LegacyHost } from "./host.js";
import { Session } from "./session.js";
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
  readonly #store: EventStore;
  /** Streams on which something may still come, by number. */
  readonly #streams = new Map<number, EventStream>();
  /** Those of them that belong to no request, in the order they were opened. */
  readonly #standing: EventStream[] = [];
  #lastStream = 0;
  #running = 0;
  #onOver: (() => void)[] = [];

  constructor({ id, principal, client, host, store }: HttpSessionOptions) {
    this.id = id;
    this.principal = principal;
    this.#store = store;
    this.session = new Session(client, host, { inFlight: new InFlight(), outlet: this });
  }

  /** Whether somebody waits for something: then it is not abandoned. */
  get isBusy(): boolean {
    return this.#running > 0 || this.#standing.some((stream) => stream.isConnected);
  }

  /** A POST. Its answer, and what goes ahead of it, can be had again behind an event. */
  receive(message: unknown, exchange: StreamExchange): Answer | Promise<Answer> {
    const number = ++this.#lastStream;
    const stream = this.#stream(number, exchange);
    const answer = this.session.receive(
      message,
      new SessionExchange(exchange, stream, this.session.inFlight),
    );
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
    const key = { session: this.id, stream: from.stream };
    const stream = this.#streams.get(from.stream);
    await (stream?.resume(exchange, from.number) ?? replay(exchange, key, from.number, this.#store));
  }

  end(): void {
    this.session.end();
    for (const over of this.#onOver.splice(0)) over();
    void this.#store.drop(this.id);
  }

  /** News go to one stream alone (LEG-14): the newest that somebody reads, else the newest there was. */
  send(frame: string): void {
    this.#outlet?.send(frame);
  }

  get congested(): boolean {
    return this.#outlet?.congested ?? false;
  }

  onRelief(listener: () => void): void {
    this.#outlet?.onRelief(listener);
  }

  get #outlet(): EventStream | undefined {
    return this.#standing.findLast((stream) => stream.isConnected) ?? this.#standing.at(-1);
  }

  #stream(stream: number, exchange: StreamExchange): EventStream {
    const made = new EventStream(exchange, {
      key: { session: this.id, stream },
      store: this.#store,
      primes: this.session.client.revision.primes,
      onOver: () => this.#streams.delete(stream),
    });
    this.#streams.set(stream, made);
    return made;
  }

  async #stand(exchange: StreamExchange): Promise<undefined> {
    const number = ++this.#lastStream;
    for (const gone of this.#standing.filter((stream) => !stream.isConnected)) this.#forget(gone);
    const stream = this.#stream(number, exchange);
    this.#standing.push(stream);
    stream.open();
    await new Promise<void>((resolve) => {
      exchange.onClose(resolve);
      this.#onOver.push(resolve);
    });
  }

  /** A client that opens a new stream does not come back to one it lost before. */
  #forget(stream: EventStream): void {
    this.#standing.splice(this.#standing.indexOf(stream), 1);
    for (const [number, each] of this.#streams) if (each === stream) this.#streams.delete(number);
  }
}

/** One message of a session: a client that hangs up has not cancelled it (LEG-16). */
class SessionExchange implements Exchange {
  readonly line = null;
  readonly inFlight: InFlight;
  readonly #exchange: Exchange;
  readonly #stream: EventStream;

  constructor(exchange: Exchange, stream: EventStream, inFlight: InFlight) {
    this.#exchange = exchange;
    this.#stream = stream;
    this.inFlight = inFlight;
  }

  get headers(): Exchange["headers"] {
    return this.#exchange.headers;
  }

  get streams(): boolean {
    return this.#exchange.streams;
  }

  get peer(): unknown {
    return this.#exchange.peer;
  }

  get closed(): false {
    return false;
  }

  get congested(): boolean {
    return this.#stream.congested;
  }

  onClose(): void {
    // It goes on without the connection it came on.
  }

  onRelief(listener: () => void): void {
    this.#stream.onRelief(listener);
  }

  send(frame: string): void {
    this.#stream.send(frame);
  }
}
