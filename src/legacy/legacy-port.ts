import { Refusal } from "../errors/refusal.js";
import { logRefusal, refusalReply } from "../kernel/failure.js";
import { InFlight } from "../kernel/in-flight.js";
import { type Answer, type Exchange, type Line, Reply, type StreamExchange } from "../kernel/port.js";
import { HEADER } from "../protocol/headers.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId } from "../protocol/json-rpc.js";
import { DetachedExchange } from "./detached-exchange.js";
import { answeredId, initializeResult, readInitialize } from "./handshake.js";
import { clientMeta, type LegacyHost } from "./host.js";
import { HttpSessions, type SessionRules } from "./http-sessions.js";
import { ASSUMED_VERSION, findHttpRevision, HTTP_VERSIONS } from "./revisions.js";
import { Session } from "./session.js";

/** Serves the clients that open with `initialize`. */
export class LegacyPort {
  readonly #host: LegacyHost;
  readonly #byLine = new WeakMap<Line, Session>();
  readonly #sessions: HttpSessions | undefined;

  /** Without rules for sessions, each HTTP request stands for itself. */
  constructor(host: LegacyHost, rules: SessionRules | undefined) {
    this.#host = host;
    this.#sessions = rules && new HttpSessions(host, rules);
  }

  /** The sessions of HTTP clients; undefined where there are none. */
  get sessions(): HttpSessions | undefined {
    return this.#sessions;
  }

  /** Whether the other side of a connection has opened a session on it. */
  has(line: Line): boolean {
    return this.#byLine.has(line);
  }

  /** A message on a connection: the one that opens a session on it, or one of the session. */
  receive(message: unknown, line: Line, exchange: Exchange): Answer | Promise<Answer> {
    const session = this.#byLine.get(line);
    return session === undefined ? this.#open(message, line, exchange) : session.receive(message, exchange);
  }

  /** A message over HTTP. */
  post(message: unknown, exchange: StreamExchange): Answer | Promise<Answer> {
    return this.#sessions?.receive(message, exchange) ?? this.#once(message, exchange);
  }

  /** The server closes: streams that only wait for news end, and calls go on to their end. */
  conclude(): void {
    this.#sessions?.conclude();
  }

  close(): void {
    this.#sessions?.close();
  }

  #open(message: unknown, line: Line, exchange: Exchange): Answer {
    const request = isObject(message) ? message : {};
    const { id } = request;
    if (request.jsonrpc !== "2.0" || !isRequestId(id)) return this.#refused(NO_REQUEST, request);
    const client = readInitialize(isObject(request.params) ? request.params : {}, false);
    if (client instanceof Refusal) return this.#refused(client, request);
    const session = new Session(client, this.#host, {
      inFlight: exchange.inFlight ?? new InFlight(),
      outlet: line,
    });
    this.#byLine.set(line, session);
    line.onEnd(() => session.end());
    return new Reply(200, initializeResult(id, client, this.#host, true));
  }

  /** Nothing is remembered from one request to the next, so nothing can be asked, and no news come. */
  #once(message: unknown, exchange: StreamExchange): Answer | Promise<Answer> {
    const request = isObject(message) ? message : {};
    const { id } = request;
    if (request.method === "initialize") {
      const params = isObject(request.params) ? request.params : {};
      const client = isRequestId(id) ? readInitialize(params, true) : NO_REQUEST;
      if (client instanceof Refusal || !isRequestId(id))
        return this.#refused(client instanceof Refusal ? client : NO_REQUEST, request);
      return new Reply(200, initializeResult(id, client, this.#host, false));
    }
    const revision = findHttpRevision(exchange.headers?.[HEADER.protocolVersion] ?? ASSUMED_VERSION);
    if (revision === undefined) {
      const version = `one of ${HTTP_VERSIONS}`;
      return this.#refused(new Refusal("ERR_SESSION_VERSION", { version }), request);
    }
    const client = { revision, meta: clientMeta(revision, { capabilities: {} }) };
    const inFlight = new InFlight();
    const session = new Session(client, this.#host, { inFlight, outlet: undefined });
    return session.receive(message, new DetachedExchange(exchange, inFlight));
  }

  #refused(refusal: Refusal, message: JsonObject): Reply {
    logRefusal(this.#host.services.logger, refusal, "initialize");
    return refusalReply(refusal, answeredId(message));
  }
}

const NO_REQUEST = new Refusal("ERR_WIRE_ENVELOPE", { detail: "initialize is a request" });
