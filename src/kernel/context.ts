import { BlazonError } from "../errors/blazon-error.js";
import { Refusal } from "../errors/refusal.js";
import type {
  AskOptions,
  Elicitation,
  Jsonified,
  Sample,
  StepContext,
  UrlElicited,
} from "../handler/asks.js";
import {
  type Client,
  type HeaderFields,
  RequestContext,
  type TraceContext,
} from "../handler/request-context.js";
import type { Received, SchemaSource } from "../handler/schema-source.js";
import { logAt } from "../logging/logger.js";
import { redact } from "../logging/redact.js";
import type { Conversation, ConversationSource } from "../mrtr/conversation.js";
import { elicitationOf } from "../mrtr/form-ask.js";
import { type CapabilityPath, type ClientCapabilities, declares } from "../protocol/capabilities.js";
import type { Root, SamplingParams } from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import { notificationText, type RequestId } from "../protocol/json-rpc.js";
import { type LoggingLevel, severityOf } from "../protocol/logging-levels.js";
import { META } from "../protocol/meta.js";
import { METHODS, type MethodRules } from "../protocol/methods.js";
import type { Implementation } from "../protocol/results.js";
import { type Asker, Asking, type AskingServices } from "./asking.js";
import type { Exchange } from "./port.js";
import { ProgressReports } from "./progress.js";
import { traceOf } from "./trace.js";

/** What lives as long as one request. */
export interface Scope {
  resolve(token: unknown): unknown;
  /** Disposes what the scope made; called once. */
  dispose(): Promise<void>;
}

/** What every request of a server shares. */
export interface ContextServices extends AskingServices {
  /** Milliseconds between two progress frames of one request. */
  readonly progressIntervalMs: number;
  createScope(context: RequestContext): Scope;
  readonly conversations: ConversationSource;
}

/** A request that is answered only when it ends: a listen. None of these throws. */
export interface OpenRequest {
  /** The client cancelled it, or went away. */
  left(): void;
  /** The server, or the connection, ends in good order. */
  conclude(): void;
}

/** Messages of one request to its client in one turn; those beyond are in the server's log alone (LOG-09). */
const MOST_LOGGED = 256;

/** A request whose envelope and params are known to be right. */
export interface ServedRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

const NO_HEADERS: HeaderFields = Object.freeze({});
const NOTHING: JsonObject = Object.freeze({});

/** One request while it is served. What a handler may not ask for is made only when it does. */
export class Context extends RequestContext {
  readonly id: RequestId;
  readonly method: string;
  meta: JsonObject;
  #params: JsonObject;
  readonly #asker: Asker;
  readonly #exchange: Exchange;
  readonly #services: ContextServices;
  #headers: HeaderFields | undefined;
  #client: Client | undefined;
  #controller: AbortController | undefined;
  #progress: ProgressReports | undefined;
  #scope: Scope | undefined;
  #conversation: Conversation | undefined;
  #open: OpenRequest | undefined;
  #isConcluded = false;
  #cancelled: string | undefined;
  #ended = false;
  #released = false;
  #logged = 0;

  /** Of a request that passed the ladder. */
  constructor(
    { id, method, params }: ServedRequest,
    asker: Asker,
    exchange: Exchange,
    services: ContextServices,
  ) {
    super();
    this.id = id;
    this.method = method;
    this.meta = params._meta as JsonObject; // a row of the ladder checked it
    this.#params = params;
    this.#asker = asker;
    this.#exchange = exchange;
    this.#services = services;
  }

  get revision(): string {
    return this.meta[META.protocolVersion] as string; // a row of the ladder checked it
  }

  get client(): Client {
    this.#client ??= new RequestClient(this.meta);
    return this.#client;
  }

  get headers(): HeaderFields {
    const headers = this.#exchange.headers;
    this.#headers ??= headers === null ? NO_HEADERS : Object.freeze({ ...headers });
    return this.#headers;
  }

  get trace(): TraceContext {
    return traceOf(this.meta);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled === undefined) this.#exchange.onClose(() => this.cancel("the client went away"));
      else this.#controller.abort(abortion(this.#cancelled));
    }
    return this.#controller.signal;
  }

  log(level: LoggingLevel, data: unknown, logger?: string): void {
    const fields = { request: this.id, method: this.method, ...(logger !== undefined && { logger }) };
    const message = typeof data === "string" ? data : "logged by a handler";
    logAt(this.#services.logger, level, typeof data === "string" ? fields : { ...fields, data }, message);
    const threshold = this.meta[META.logLevel] as LoggingLevel | undefined; // a row of the ladder checked it
    if (threshold === undefined || severityOf(level) < severityOf(threshold)) return;
    if (this.#logged === 0) setImmediate(() => (this.#logged = 0));
    if (++this.#logged > MOST_LOGGED) return;
    this.notify("notifications/message", {
      level,
      data: redact(data) ?? null,
      ...(logger !== undefined && { logger }),
    });
  }

  progress(value: number, total?: number, message?: string): void {
    const token = this.meta.progressToken as RequestId | undefined; // a row of the ladder checked it
    if (token === undefined || !this.#reachable) return;
    this.#progress ??= new ProgressReports(token, this.#services.progressIntervalMs, (frame) =>
      this.#exchange.send(frame),
    );
    this.#progress.report(value, total, message);
  }

  elicit<Form extends SchemaSource>(
    key: string,
    form: Form,
    message: string,
    options?: AskOptions,
  ): Elicitation<Received<Form>> {
    const talk = this.#talk();
    return talk instanceof BlazonError
      ? elicitationOf(refusal(talk), this.method)
      : talk.elicit(key, form, message, options);
  }

  elicitUrl(key: string, url: string | URL, message: string, options?: AskOptions): Promise<UrlElicited> {
    const talk = this.#talk();
    return talk instanceof BlazonError ? refusal(talk) : talk.elicitUrl(key, url, message, options);
  }

  sample(key: string, params: SamplingParams, options?: AskOptions): Promise<Sample> {
    const talk = this.#talk();
    return talk instanceof BlazonError ? refusal(talk) : talk.sample(key, params, options);
  }

  roots(key: string, options?: AskOptions): Promise<readonly Root[]> {
    const talk = this.#talk();
    return talk instanceof BlazonError ? refusal(talk) : talk.roots(key, options);
  }

  step<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>> {
    const talk = this.#talk();
    return talk instanceof BlazonError ? refusal(talk) : talk.step(name, work);
  }

  get inputResponses(): Readonly<Record<string, JsonObject>> {
    return this.#conversation?.responses ?? {};
  }

  get requestState(): unknown {
    return this.#conversation?.state;
  }

  /** What is said to the client and back; undefined where nothing was. */
  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  /** The conversation of this request, begun where there is none. */
  converse(): Conversation {
    this.#conversation ??= this.#services.conversations.begin(this.#asking());
    return this.#conversation;
  }

  /** Takes up what the request brings of earlier rounds (row 20); other methods ignore it (MRTR-25). */
  resume(): undefined | Refusal | Promise<Refusal | undefined> {
    if (!mayAsk(this.method)) return undefined;
    const resumed = this.#services.conversations.resume(this.#asking());
    return resumed instanceof Promise ? resumed.then((found) => this.#goOn(found)) : this.#goOn(resumed);
  }

  /** Whether the client told the request to stop, or it was answered. */
  get over(): boolean {
    return this.#ended || this.#cancelled !== undefined;
  }

  #goOn(resumed: Conversation | Refusal): Refusal | undefined {
    if (resumed instanceof Refusal) return resumed;
    this.#conversation = resumed;
    return undefined;
  }

  #talk(): Conversation | BlazonError {
    if (mayAsk(this.method)) return this.converse();
    return new BlazonError("ERR_ASK_NOT_HERE", { member: this.#asker.member, method: this.method });
  }

  #asking(): Asking {
    return new Asking(this, { asker: this.#asker, params: this.#params }, this.#services);
  }

  /** Sends a notification ahead of the answer; dropped where it cannot arrive. */
  notify(method: string, params: object): void {
    if (this.#reachable) this.#exchange.send(notificationText(method, params));
  }

  /** Whom the request is from, as far as the transport can tell. */
  get peer(): unknown {
    return this.#exchange.peer;
  }

  /** True while what was sent waits for a client that reads more slowly. */
  get congested(): boolean {
    return this.#exchange.congested;
  }

  onRelief(listener: () => void): void {
    this.#exchange.onRelief(listener);
  }

  /** Sends a frame that is written already; dropped where it cannot arrive. */
  sendFrame(frame: string): void {
    if (this.#reachable) this.#exchange.send(frame);
  }

  /**
   * The request stays open until it is told to end; at once where that has come already. What it came with is let go:
   * there may be thousands, for days.
   */
  stayOpen(open: OpenRequest): void {
    this.#open = open;
    this.#params = NOTHING;
    this.meta = NOTHING;
    this.#client = undefined;
    if (this.#cancelled !== undefined) return open.left();
    if (this.#isConcluded) return open.conclude();
    this.#exchange.onClose(() => this.cancel("the client went away"));
  }

  /** What only waits for news ends in good order; everything else goes on. */
  conclude(): void {
    this.#isConcluded = true;
    this.#open?.conclude();
  }

  /** What lives as long as this request, made on first need. */
  get scope(): Scope {
    this.#scope ??= this.#services.createScope(this);
    return this.#scope;
  }

  /** Whether the client told the request to stop; it then hears nothing more of it (CANC-12). */
  get cancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** The answer does not come in this turn: from now on the request can be cancelled, and its id is taken. */
  begin(): void {
    if (this.#cancelled === undefined) this.#exchange.inFlight?.begin(this.id, this);
  }

  cancel(reason: string): void {
    if (this.#released || this.#cancelled !== undefined) return;
    this.#cancelled = reason;
    logAt(
      this.#services.logger,
      "info",
      { request: this.id, method: this.method, reason },
      "request cancelled",
    );
    this.#progress?.drop();
    this.#controller?.abort(abortion(reason));
    this.#open?.left();
  }

  /** The handler is done: what is held back goes out. Gives the request's scope, where there is one to dispose. */
  end(): Scope | undefined {
    this.#progress?.end();
    this.#ended = true;
    return this.#scope;
  }

  /** The request is answered, or will not be: its id is free. */
  release(): void {
    this.#released = true;
    this.#exchange.inFlight?.end(this.id, this);
  }

  get #reachable(): boolean {
    return this.#exchange.streams && !this.#ended && this.#cancelled === undefined;
  }
}

function mayAsk(method: string): boolean {
  const rules: MethodRules | undefined = Object.hasOwn(METHODS, method)
    ? METHODS[method as keyof typeof METHODS] // it is one of its keys
    : undefined;
  return rules?.asks === true;
}

/** A rejection that is no unhandled one where nobody awaits it. */
function refusal(error: BlazonError): Promise<never> {
  const rejected = Promise.reject(error);
  rejected.catch(() => {});
  return rejected;
}

class RequestClient implements Client {
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;

  constructor(meta: JsonObject) {
    this.info = meta[META.clientInfo] as Implementation | undefined; // a row of the ladder checked both
    this.capabilities = meta[META.clientCapabilities] as ClientCapabilities;
  }

  can(capability: CapabilityPath): boolean {
    return declares(this.capabilities, capability);
  }
}

/** The reason a signal aborts with: an `AbortError`, as everything built on signals expects. */
function abortion(reason: string): DOMException {
  return new DOMException(reason, "AbortError");
}
