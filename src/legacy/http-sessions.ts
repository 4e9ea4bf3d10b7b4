import { randomBytes } from "node:crypto";
import { Refusal } from "../errors/refusal.js";
import { Context } from "../kernel/context.js";
import { logRefusal, refusalReply } from "../kernel/failure.js";
import { type Answer, Reply, type StreamExchange } from "../kernel/port.js";
import { logAt } from "../logging/logger.js";
import { HEADER } from "../protocol/headers.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId } from "../protocol/json-rpc.js";
import { type SeatLimits, Seats } from "../subscriptions/seats.js";
import type { EventStore } from "./event-store.js";
import { answeredId, initializeResult, readInitialize } from "./handshake.js";
import type { LegacyHost } from "./host.js";
import { HttpSession } from "./http-session.js";

const ID_BYTES = 24;
const SWEEPS_PER_LIFE = 4;

export interface SessionRules {
  readonly limits: SeatLimits;
  /** Milliseconds after which a session that nobody used is over. */
  readonly idleMs: number;
  readonly store: EventStore;
  now(): number;
}

interface Seat {
  readonly caller: unknown;
  readonly session: HttpSession;
  usedAt: number;
}

/**
 * The sessions of HTTP clients of the handshake revisions: opened by `initialize`, named by an id that cannot be
 * guessed, used by nobody but who opened them, over when their client says so or stays away (LEG-11, LEG-12). Where
 * there are too many, a new one is refused; an old one is never ended for it.
 */
export class HttpSessions {
  readonly #host: LegacyHost;
  readonly #rules: SessionRules;
  readonly #seats: Seats;
  readonly #byId = new Map<string, Seat>();
  #sweeper: NodeJS.Timeout | undefined;

  constructor(host: LegacyHost, rules: SessionRules) {
    this.#host = host;
    this.#rules = rules;
    this.#seats = new Seats(rules.limits);
  }

  get size(): number {
    return this.#byId.size;
  }

  receive(message: unknown, exchange: StreamExchange): Answer | Promise<Answer> {
    if (
      isObject(message) &&
      message.method === "initialize" &&
      exchange.headers?.[HEADER.session] === undefined
    )
      return this.#open(message, exchange);
    const seat = this.#find(exchange);
    if (seat instanceof Refusal) return this.#refused(seat, message);
    return seat.session.receive(message, exchange);
  }

  visit(method: "GET" | "DELETE", exchange: StreamExchange): Answer | Promise<Answer> {
    const seat = this.#find(exchange);
    if (seat instanceof Refusal) return this.#refused(seat, undefined);
    if (method === "DELETE") {
      this.#end(seat);
      return new Reply(204, "");
    }
    if (!exchange.streams) return this.#refused(new Refusal("ERR_HTTP_ACCEPT"), undefined);
    return this.#listen(seat, exchange);
  }

  /** Ends those that nobody used for too long; those used last are the last in the map. */
  sweep(): void {
    for (const seat of this.#byId.values()) {
      if (!this.#isIdle(seat)) return;
      if (seat.session.isBusy) this.#use(seat);
      else this.#end(seat);
    }
  }

  /** The server closes: streams that only wait for news end. */
  conclude(): void {
    for (const { session } of this.#byId.values()) session.conclude();
  }

  /** The server is closed. */
  close(): void {
    for (const seat of [...this.#byId.values()]) this.#end(seat);
  }

  #open(message: JsonObject, exchange: StreamExchange): Answer {
    const { id } = message;
    if (message.jsonrpc !== "2.0" || !isRequestId(id))
      return this.#refused(new Refusal("ERR_WIRE_ENVELOPE", { detail: "initialize is a request" }), message);
    const client = readInitialize(isObject(message.params) ? message.params : {}, true);
    if (client instanceof Refusal) return this.#refused(client, message);
    const principal = this.#principalOf(exchange);
    if (principal instanceof Refusal) return this.#refused(principal, message);
    const caller = principal ?? exchange.peer;
    const { limits, store } = this.#rules;
    const reached = this.#takeSeat(caller);
    if (reached === "perCaller")
      return this.#refused(new Refusal("ERR_SESSION_OFTEN", { limit: limits.perCaller }), message);
    if (reached === "total") return this.#refused(new Refusal("ERR_SESSION_FULL"), message);
    const sessionId = randomBytes(ID_BYTES).toString("base64url");
    const session = new HttpSession({ id: sessionId, principal, client, host: this.#host, store });
    this.#byId.set(sessionId, { caller, session, usedAt: this.#rules.now() });
    this.#sweeper ??= setInterval(() => this.sweep(), this.#rules.idleMs / SWEEPS_PER_LIFE).unref();
    const text = initializeResult(id, client, this.#host, true);
    return new Reply(200, text, undefined, undefined, ["mcp-session-id", sessionId]);
  }

  /** The session a request names, used by who opened it; whoever else asks learns nothing of it. */
  #find(exchange: StreamExchange): Seat | Refusal {
    const headers = exchange.headers ?? {};
    const id = headers[HEADER.session];
    if (id === undefined) return new Refusal("ERR_SESSION_MISSING");
    const seat = this.#byId.get(String(id));
    if (seat !== undefined && this.#isIdle(seat) && !seat.session.isBusy) this.#end(seat);
    if (seat === undefined || !this.#byId.has(seat.session.id)) return new Refusal("ERR_SESSION_UNKNOWN");
    const principal = this.#principalOf(exchange);
    if (principal instanceof Refusal) return principal;
    const { session } = seat;
    if (principal !== session.principal) return new Refusal("ERR_SESSION_UNKNOWN");
    const version = headers[HEADER.protocolVersion];
    const own = session.session.client.revision.version;
    if (version !== undefined && version !== own) return new Refusal("ERR_SESSION_VERSION", { version: own });
    this.#use(seat);
    return seat;
  }

  /** A stream is a listen: it takes a seat of those. */
  async #listen({ caller, session }: Seat, exchange: StreamExchange): Promise<Answer> {
    const { seats, limits } = this.#host.listening;
    const reached = seats.take(caller);
    if (reached === "perCaller")
      return this.#refused(new Refusal("ERR_LISTEN_OFTEN", { limit: limits.perCaller }), undefined);
    if (reached === "total") return this.#refused(new Refusal("ERR_LISTEN_FULL"), undefined);
    try {
      const lastEventId = exchange.headers?.[HEADER.lastEventId];
      return await session.listen(exchange, typeof lastEventId === "string" ? lastEventId : undefined);
    } finally {
      seats.leave(caller);
    }
  }

  /** Which limit is reached, where those that are over leave no seat. */
  #takeSeat(caller: unknown): ReturnType<Seats["take"]> {
    const reached = this.#seats.take(caller);
    if (reached === undefined) return undefined;
    this.sweep();
    return this.#seats.take(caller);
  }

  #isIdle({ usedAt }: Seat): boolean {
    return usedAt <= this.#rules.now() - this.#rules.idleMs;
  }

  #use(seat: Seat): void {
    seat.usedAt = this.#rules.now();
    this.#byId.delete(seat.session.id);
    this.#byId.set(seat.session.id, seat);
  }

  #end(seat: Seat): void {
    const { id } = seat.session;
    if (!this.#byId.delete(id)) return;
    this.#seats.leave(seat.caller);
    seat.session.end();
    if (this.#byId.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #principalOf(exchange: StreamExchange): string | undefined | Refusal {
    const { services } = this.#host;
    const request = { id: 0, method: "initialize", params: { _meta: {} } };
    try {
      return services.principalOf(new Context(request, { member: "initialize" }, exchange, services));
    } catch (error) {
      logAt(services.logger, "error", { error }, "requestState.principal failed, so the session is refused");
      return new Refusal("ERR_SESSION_CALLER");
    }
  }

  #refused(refusal: Refusal, message: unknown): Reply {
    logRefusal(this.#host.services.logger, refusal, undefined);
    return refusalReply(refusal, answeredId(message));
  }
}
