import { Refusal } from "../errors/refusal.js";
import { RpcError } from "../errors/rpc-error.js";
import { Concluded } from "../kernel/concluded.js";
import { Context } from "../kernel/context.js";
import { errorText, findRpcErrorReply, logRefusal, refusalReply } from "../kernel/failure.js";
import type { InFlight } from "../kernel/in-flight.js";
import { type Answer, type Exchange, Reply } from "../kernel/port.js";
import { resultPrefix } from "../kernel/stamp.js";
import type { Call, Outcome } from "../kernel/target.js";
import { logAt } from "../logging/logger.js";
import { type AskingRequest, InputRequiredResult } from "../mrtr/conversation.js";
import { MissingCapabilityError } from "../mrtr/missing-capability.js";
import { type CapabilityPath, type ClientCapabilities, declares } from "../protocol/capabilities.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId, type RequestId } from "../protocol/json-rpc.js";
import { isLoggingLevel, type LoggingLevel } from "../protocol/logging-levels.js";
import { META } from "../protocol/meta.js";
import { Dialogue } from "./dialogue.js";
import { type LegacyClient, type LegacyHost, withClient } from "./host.js";
import { Outgoing, Unanswered } from "./outgoing.js";
import { type Outlet, SessionNews } from "./session-news.js";

const RESOURCE_NOT_FOUND = -32002;
const URL_ELICITATION_REQUIRED = -32042;
const INTERNAL = -32603;
/** Messages one batch may have. */
const MAX_BATCH = 100;
/** What the client is told of before it chose a level. */
const FIRST_LEVEL: LoggingLevel = "info";
const NO_PARAMS: JsonObject = Object.freeze({});
/** Methods that came with the stateless revisions. */
const STATELESS: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** How a session reaches its client. */
export interface SessionLink {
  /** The requests of the session that are not answered yet. */
  readonly inFlight: InFlight;
  /** Undefined where nothing reaches a client but answers. */
  readonly outlet: Outlet | undefined;
}

/** One client that opened with `initialize`, whatever carries its messages (LEG-02). */
export class Session {
  readonly client: LegacyClient;
  readonly inFlight: InFlight;
  readonly #host: LegacyHost;
  readonly #outgoing = new Outgoing();
  readonly #news: SessionNews | undefined;
  #level: LoggingLevel = FIRST_LEVEL;
  #isReady = false;

  constructor(client: LegacyClient, host: LegacyHost, { inFlight, outlet }: SessionLink) {
    this.client = client;
    this.inFlight = inFlight;
    this.#host = host;
    this.#news = outlet && new SessionNews(host.listening, outlet, host.services.logger);
  }

  receive(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    return Array.isArray(message) ? this.#batch(message, exchange) : this.#one(message, exchange);
  }

  end(): void {
    this.#news?.end();
    this.#outgoing.end();
    this.inFlight.cancelAll("The session is over");
  }

  #one(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    if (!isObject(message)) return this.#refused(envelope("the message must be one object"), undefined);
    const { id, method } = message;
    if (message.jsonrpc === "2.0" && method === undefined && ("result" in message || "error" in message)) {
      this.#outgoing.answer(message);
      return undefined;
    }
    const known = isRequestId(id) ? id : undefined;
    if (message.jsonrpc !== "2.0") return this.#refused(envelope('jsonrpc must be "2.0"'), known);
    if (typeof method !== "string") return this.#refused(envelope("method must be a string"), known);
    const params = message.params ?? NO_PARAMS;
    if (id === undefined) return isObject(params) ? this.#notified(method, params, exchange) : undefined;
    if (known === undefined)
      return this.#refused(envelope("the id must be a string or an integer"), undefined);
    if (this.inFlight.has(known)) return this.#refused(new Refusal("ERR_WIRE_DUPLICATE_ID"), undefined);
    if (!isObject(params)) return this.#refused(invalid("params must be an object"), known, method);
    return this.#requested({ id: known, method, params }, exchange);
  }

  /** Answers in one array, in the order of the messages (LEG-26). */
  #batch(messages: readonly unknown[], exchange: Exchange): Answer | Promise<Answer> {
    const fault = this.#faultOfBatch(messages);
    if (fault !== undefined)
      return this.#refused(new Refusal("ERR_SESSION_BATCH", { detail: fault }), undefined);
    return Promise.all(messages.map((message) => this.#one(message, exchange))).then((answers) => {
      const texts = answers.flatMap((answer) => answer?.text ?? []);
      return texts.length === 0 ? undefined : new Reply(200, `[${texts.join(",")}]`);
    });
  }

  #faultOfBatch(messages: readonly unknown[]): string | undefined {
    const { revision } = this.client;
    if (!revision.batches) return `${revision.version} has no batches`;
    if (messages.length === 0) return "a batch has at least one message";
    if (messages.length > MAX_BATCH) return `a batch has at most ${MAX_BATCH} messages`;
    const ids = messages.flatMap((message) =>
      isObject(message) && isRequestId(message.id) ? [message.id] : [],
    );
    return new Set(ids).size < ids.length ? "an id comes twice in this batch" : undefined;
  }

  #notified(method: string, params: JsonObject, exchange: Exchange): undefined {
    if (method === "notifications/initialized") this.#ready(exchange);
    if (method === "notifications/progress") this.#outgoing.progress(params.progressToken);
    if (method === "notifications/cancelled" && isRequestId(params.requestId)) {
      const reason = typeof params.reason === "string" ? params.reason : "cancelled";
      this.inFlight.cancel(params.requestId, reason); // `initialize` is never in it (LEG-24)
    }
  }

  #ready(exchange: Exchange): void {
    if (this.#isReady) return;
    this.#isReady = true;
    const { capabilities } = this.#host.primitives;
    const request = { id: "initialized", method: "notifications/initialized", params: NO_PARAMS };
    this.#news?.begin(capabilities, this.#contextOf(request, request.method, exchange));
    this.#outgoing.begin();
  }

  #requested(request: Request, exchange: Exchange): Answer | Promise<Answer> {
    const { id, method, params } = request;
    const meta = params._meta;
    if (meta !== undefined && !isObject(meta))
      return this.#refused(invalid("_meta must be an object"), id, method);
    if (meta?.progressToken !== undefined && !isRequestId(meta.progressToken))
      return this.#refused(invalid("progressToken must be a string or an integer"), id, method);
    switch (method) {
      case "ping":
        return done(id);
      case "initialize":
        return this.#refused(new Refusal("ERR_SESSION_OPEN"), id, method);
      case "logging/setLevel":
        return this.#setLevel(request);
      case "resources/subscribe":
      case "resources/unsubscribe":
        return this.#watch(request, exchange);
      default:
        return this.#call(request, exchange);
    }
  }

  #setLevel({ id, method, params }: Request): Answer {
    const { level } = params;
    if (this.#news === undefined) return this.#refused(new Refusal("ERR_METHOD_UNKNOWN"), id, method);
    if (!isLoggingLevel(level))
      return this.#refused(invalid("level must be a level of RFC 5424"), id, method);
    this.#level = level;
    return done(id);
  }

  #watch(request: Request, exchange: Exchange): Answer | Promise<Answer> {
    const { id, method, params } = request;
    const { primitives, report } = this.#host;
    const news = this.#news;
    if (news === undefined || primitives.capabilities.resources?.subscribe !== true)
      return this.#refused(new Refusal("ERR_METHOD_UNKNOWN"), id, method);
    const { uri } = params;
    if (typeof uri !== "string") return this.#refused(invalid("uri must be a string"), id, method);
    if (method === "resources/unsubscribe") {
      news.unsubscribe(uri);
      return done(id);
    }
    if (primitives.findResource(uri) === undefined)
      return this.#refused(new Refusal("ERR_RESOURCE_UNKNOWN", {}, { uri }), id, method);
    const context = this.#contextOf(request, method, exchange);
    return news.subscribe(uri, primitives.capabilities, context).then(
      (refusal) => (refusal === undefined ? done(id) : this.#refused(refusal, id, method)),
      (error: unknown) => {
        const reference = report(error, { member: method }, request);
        return this.#refused(new Refusal("ERR_HANDLER_FAILED", { reference }), id, method);
      },
    );
  }

  #call(request: Request, exchange: Exchange): Answer | Promise<Answer> {
    const { id, method } = request;
    const known = STATELESS.has(method) ? undefined : this.#host.findMethod(method);
    if (known?.resolve === undefined) return this.#refused(new Refusal("ERR_METHOD_UNKNOWN"), id, method);
    const call = known.resolve(request.params);
    if (call instanceof Refusal) return this.#refused(call, id, method);
    const missing = call.target.requires.filter((path) => !this.#can(path));
    if (missing.length > 0) return this.#incapable(new MissingCapabilityError(missing), request);
    return this.#run(request, call, this.#contextOf(request, call.target.member, exchange));
  }

  async #run(request: Request, { target, input }: Call, context: Context): Promise<Answer> {
    context.begin();
    let answer: Answer;
    try {
      let outcome = await target.run(input, context);
      // Asked by hand: the handler goes on from its top, and finds the answers.
      while (outcome instanceof InputRequiredResult) outcome = await target.run(input, context);
      answer = this.#answer(outcome, request);
    } catch (error) {
      answer = this.#failed(error, request, target.member, context);
    }
    await this.#dispose(context);
    context.release();
    return context.cancelled ? undefined : answer;
  }

  async #dispose(context: Context): Promise<void> {
    const { id, method } = context;
    try {
      await context.end()?.dispose();
    } catch (error) {
      logAt(this.#host.services.logger, "error", { request: id, method, error }, "disposal failed");
    }
  }

  #answer(outcome: Exclude<Outcome, InputRequiredResult>, { id, method }: Request): Answer {
    if (outcome instanceof Refusal) return this.#refused(outcome, id, method);
    const result = outcome instanceof Concluded ? outcome.result : outcome;
    const text = this.#host.resultsOf(this.client.revision).text(method, result);
    return new Reply(200, `${resultPrefix(id)}${text}}`);
  }

  #failed(error: unknown, request: Request, member: string, context: Context): Answer {
    if (error instanceof PageRequired) {
      const data = { elicitations: [error.elicitation] };
      return new Reply(200, errorText(request.id, URL_ELICITATION_REQUIRED, error.message, data));
    }
    if (error instanceof MissingCapabilityError) return this.#incapable(error, request);
    const chosen = error instanceof RpcError ? findRpcErrorReply(error, request.id) : undefined;
    if (chosen !== undefined) return chosen;
    const reference = context.cancelled ? "cancelled" : this.#host.report(error, { member }, request);
    return this.#refused(new Refusal("ERR_HANDLER_FAILED", { reference }), request.id, request.method);
  }

  /** There is no number for it in these revisions: the model is told, or else it is an internal error. */
  #incapable({ refusal }: MissingCapabilityError, { id, method }: Request): Answer {
    logRefusal(this.#host.services.logger, refusal, method);
    const { message } = refusal;
    if (method !== "tools/call") return new Reply(200, errorText(id, INTERNAL, message, undefined));
    const result = JSON.stringify({ content: [{ type: "text", text: message }], isError: true });
    return new Reply(200, `${resultPrefix(id)}${result}}`);
  }

  #refused(refusal: Refusal, id: RequestId | undefined, method?: string): Reply {
    logRefusal(this.#host.services.logger, refusal, method);
    if (refusal.code === "ERR_RESOURCE_UNKNOWN")
      return new Reply(200, errorText(id, RESOURCE_NOT_FOUND, refusal.message, refusal.data)); // LEG-20
    const { status, text } = refusalReply(refusal, id);
    return new Reply(id === undefined ? status : 200, text);
  }

  #contextOf(request: Request, member: string, exchange: Exchange): Context {
    const { services } = this.#host;
    const level = { [META.logLevel]: this.#news === undefined ? undefined : this.#level };
    const served = { ...request, params: withClient(request.params, this.client, level) };
    const begin = (asking: AskingRequest): Dialogue =>
      new Dialogue(asking, (key, method, params, signal) => {
        const asked = params && this.client.revision.asked(method, params);
        if (!exchange.streams) return Promise.reject(unaskable(method, asked));
        const time = this.#host.askTime({ method, member });
        return this.#outgoing.ask({
          ...time,
          method,
          params: asked,
          signal,
          send: (frame) => exchange.send(frame),
          onId: (question) => this.#host.onAsk({ question, call: request.id, key }),
        });
      });
    const conversations = { begin, resume: begin }; // answers that were not asked for are none
    return new Context(served, { member }, exchange, { ...services, conversations });
  }

  #can(path: CapabilityPath): boolean {
    return declares(this.client.meta[META.clientCapabilities] as ClientCapabilities, path); // written by `clientMeta`
  }
}

/** A page has to be opened, and its client took no way to be asked (LEG-20, LEG-21). A handler may go on without it. */
class PageRequired extends MissingCapabilityError {
  constructor(readonly elicitation: JsonObject) {
    super(["elicitation.url"]);
    this.message = `A page has to be opened first: ${String(elicitation.message)}`;
  }
}

/** Why a client is not asked that takes no stream with its answer. */
function unaskable(method: string, params: JsonObject | undefined): Error {
  if (params?.elicitationId !== undefined) return new PageRequired(params); // the one revision that has the number
  return new Unanswered(`The client takes no stream of events with its answer, so ${method} cannot reach it`);
}

function done(id: RequestId): Reply {
  return new Reply(200, `${resultPrefix(id)}{}}`);
}

function envelope(detail: string): Refusal {
  return new Refusal("ERR_WIRE_ENVELOPE", { detail });
}

function invalid(detail: string): Refusal {
  return new Refusal("ERR_PARAMS_INVALID", { detail });
}
