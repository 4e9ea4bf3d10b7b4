import { BlazonError } from "../errors/blazon-error.js";
import { Refusal } from "../errors/refusal.js";
import { RpcError } from "../errors/rpc-error.js";
import type { HeaderFields } from "../handler/request-context.js";
import { type Logger, logAt } from "../logging/logger.js";
import { InputRequiredResult } from "../mrtr/conversation.js";
import { MissingCapabilityError } from "../mrtr/missing-capability.js";
import type { ClientCapabilities } from "../protocol/capabilities.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId, type RequestId } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import { type Caps, type Excess, excessOfText, excessOfValue } from "./caps.js";
import { Concluded } from "./concluded.js";
import { Context, type ContextServices, type ServedRequest } from "./context.js";
import { type Extension, resultTypesOf } from "./extension.js";
import { findRpcErrorReply, logRefusal, type ReportFailure, refusalReply } from "./failure.js";
import {
  checkCapabilities,
  checkHandshake,
  checkHeaderParams,
  checkMeta,
  checkMirrors,
  checkRevision,
} from "./ladder.js";
import type { Method } from "./method.js";
import { createMethodTable } from "./method-table.js";
import type { Listening } from "./methods/subscriptions-listen.js";
import { Page } from "./page.js";
import { type Answer, type Exchange, type Port, Reply } from "./port.js";
import { resultPrefix, type Stamp } from "./stamp.js";
import type { Call, Outcome, Primitives, Target } from "./target.js";
import { Written } from "./written.js";

/** What a kernel is made of. */
export interface KernelOptions extends ContextServices {
  readonly primitives: Primitives;
  readonly stamp: Stamp;
  readonly caps: Caps;
  readonly report: ReportFailure;
  readonly extensions: readonly Extension[];
  readonly listening: Listening;
}

const NO_PARAMS: JsonObject = Object.freeze({});

/**
 * Serves messages of the modern era, in the order of the ladder: the envelope, the revision, `_meta`,
 * mirrored headers, the method, its params, its target, the client's capabilities, the handler.
 */
export class Kernel implements Port {
  #methods: ReadonlyMap<string, Method>;
  readonly #makeTable: (primitives: Primitives) => ReadonlyMap<string, Method>;
  readonly #resultTypes: ReadonlyMap<string, string>;
  readonly #services: ContextServices;
  readonly #logger: Logger;
  readonly #stamp: Stamp;
  readonly #caps: Caps;
  readonly #report: ReportFailure;

  constructor(options: KernelOptions) {
    this.#makeTable = (primitives) => createMethodTable(primitives, options.extensions, options.listening);
    this.#methods = this.#makeTable(options.primitives);
    this.#resultTypes = resultTypesOf(options.extensions);
    this.#services = options;
    this.#logger = options.logger;
    this.#stamp = options.stamp;
    this.#caps = options.caps;
    this.#report = options.report;
  }

  /** From now on requests are for these primitives; those that run finish with what they began with. */
  swap(primitives: Primitives): void {
    this.#methods = this.#makeTable(primitives);
  }

  receive(text: string, exchange: Exchange): Answer | Promise<Answer> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.refuse(new Refusal("ERR_WIRE_JSON"));
    }
    const excess = excessOfText(text, this.#caps);
    return excess === undefined
      ? this.serve(message, exchange)
      : this.refuseExcess(message, excess, exchange);
  }

  accept(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    const excess = excessOfValue(message, this.#caps);
    return excess === undefined
      ? this.serve(message, exchange)
      : this.refuseExcess(message, excess, exchange);
  }

  refuse(refusal: Refusal): Reply {
    return this.#refused(refusal, undefined, undefined);
  }

  /** A notification is never answered, not even one that holds too much (BASE-36). */
  refuseExcess(message: unknown, code: Excess, { headers }: Exchange): Answer {
    const limit = code === "ERR_WIRE_DEPTH" ? this.#caps.depth : this.#caps.elements;
    const reply = this.#refused(new Refusal(code, { limit }), readableId(message), undefined);
    return headers === null && isNotification(message) ? undefined : reply;
  }

  /** Rows 7 to 23, of a message that was read and does not hold too much. */
  serve(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    if (!isObject(message)) return this.refuse(envelope("the message must be one object"));
    const { id, method } = message;
    if (message.jsonrpc !== "2.0" || typeof method !== "string") return this.#malformed(message, exchange);
    if (id === undefined) return this.#notified(method, message.params, exchange);
    if (!isRequestId(id)) return this.refuse(envelope("the id must be a string or an integer"));
    if (exchange.inFlight?.has(id)) return this.refuse(new Refusal("ERR_WIRE_DUPLICATE_ID"));

    const params = isObject(message.params) ? message.params : NO_PARAMS;
    const call = this.#admit(method, params, exchange);
    if (call instanceof Refusal) return this.#refused(call, id, method);

    const served = message as unknown as ServedRequest; // the rows above checked its members
    const context = new Context(served, call.target, exchange, this.#services);
    if (params.requestState !== undefined || params.inputResponses !== undefined) {
      return this.#resume(call, context);
    }
    try {
      return this.#outcome(call.target.run(call.input, context), call.target, context);
    } catch (error) {
      return this.#fail(error, call.target, context);
    }
  }

  #outcome(outcome: Outcome | Promise<Outcome>, target: Target, context: Context): Answer | Promise<Answer> {
    if (!(outcome instanceof Promise)) return this.#settle(outcome, target, context);
    context.begin();
    return outcome.then(
      (settled) => this.#settle(settled, target, context),
      (error: unknown) => this.#fail(error, target, context),
    );
  }

  /** Row 20: what a request brings of earlier rounds. */
  #resume(call: Call, context: Context): Answer | Promise<Answer> {
    const refusal = context.resume();
    if (!(refusal instanceof Promise)) return this.#goOn(refusal, call, context);
    context.begin();
    return refusal.then((found) => this.#goOn(found, call, context));
  }

  #goOn(refusal: Refusal | undefined, { target, input }: Call, context: Context): Answer | Promise<Answer> {
    if (refusal !== undefined) {
      return this.#finish(this.#refused(refusal, context.id, context.method), context);
    }
    if (context.cancelled) return this.#finish(undefined, context);
    try {
      return this.#outcome(target.run(input, context), target, context);
    } catch (error) {
      return this.#fail(error, target, context);
    }
  }

  /** Row 7: neither a request nor a notification. A response has nobody to go to (T-12). */
  #malformed(message: JsonObject, exchange: Exchange): Answer {
    const isResponse = message.method === undefined && ("result" in message || "error" in message);
    if (isResponse && exchange.headers === null) return undefined;
    if (isResponse) return this.refuse(envelope("this server sends no requests, so it takes no responses"));
    const detail = message.jsonrpc === "2.0" ? "method must be a string" : 'jsonrpc must be "2.0"';
    return this.#refused(envelope(detail), readableId(message), undefined);
  }

  /** Row 9: a notification is never answered (BASE-36); where there are statuses, a malformed one gets its own (HTTP-14). */
  #notified(method: string, params: unknown, exchange: Exchange): Answer {
    if (params !== undefined && !isObject(params)) {
      return exchange.headers === null ? undefined : this.refuse(envelope("params must be an object"));
    }
    if (method !== "notifications/cancelled" || params === undefined || !isRequestId(params.requestId))
      return undefined;
    exchange.inFlight?.cancel(
      params.requestId,
      typeof params.reason === "string" ? params.reason : "cancelled",
    );
    return undefined;
  }

  /** Rows 8 to 19: what the request is for, or why it is not served. */
  #admit(method: string, params: JsonObject, exchange: Exchange): Call | Refusal {
    const { headers } = exchange;
    const meta = params._meta;
    const known = this.#methods.get(method);
    const refusal =
      (headers === null ? checkHandshake(method, params) : undefined) ??
      checkRevision(headers, meta) ??
      checkMeta(meta) ??
      (headers === null ? undefined : checkMirrors(headers, method, known?.rules, params));
    if (refusal !== undefined) return refusal;

    if (known?.resolve === undefined) return new Refusal("ERR_METHOD_UNKNOWN");
    if (known.rules.streams && !exchange.streams) return new Refusal("ERR_HTTP_ACCEPT");
    const call = known.resolve(params);
    return call instanceof Refusal ? call : (this.#checkTarget(call, meta as JsonObject, headers) ?? call); // row 13
  }

  /** Rows 18 and 19: what the target itself asks of the request. */
  #checkTarget({ target, input }: Call, meta: JsonObject, headers: HeaderFields | null): Refusal | undefined {
    const mirrored =
      headers === null || target.headers.length === 0
        ? undefined
        : checkHeaderParams(headers, target.headers, input);
    if (mirrored !== undefined || target.requires.length === 0) return mirrored;
    return checkCapabilities(meta[META.clientCapabilities] as ClientCapabilities, target.requires); // row 13
  }

  #settle(outcome: Outcome, target: Target, context: Context): Answer | Promise<Answer> {
    try {
      return this.#finish(this.#reply(outcome, target, context), context);
    } catch (error) {
      return this.#fail(error, target, context);
    }
  }

  #reply(outcome: Outcome, target: Target, context: Context): Reply {
    if (outcome instanceof Page) return new Reply(200, resultPrefix(context.id), outcome.bytes);
    if (outcome instanceof Refusal) return this.#refused(outcome, context.id, context.method);
    if (outcome instanceof InputRequiredResult) {
      return new Reply(200, `${resultPrefix(context.id)}${this.#stamp.text(outcome.members)}}`);
    }
    if (outcome instanceof Concluded) {
      const text = `${resultPrefix(context.id)}${this.#stamp.text(outcome.result)}}`;
      return new Reply(200, text, undefined, outcome.notice);
    }
    const result =
      outcome instanceof Written ? this.#stamp.close(outcome) : this.#resultText(outcome, target, context);
    return new Reply(200, `${resultPrefix(context.id)}${result}}`);
  }

  /** A `resultType` is the core's, or one of an extension that this very client declared (BASE-16). */
  #resultText(result: JsonObject, { member }: Target, context: Context): string {
    const { resultType = "complete" } = result;
    if (resultType !== "complete") {
      const extension = this.#resultTypes.get(String(resultType));
      if (extension === undefined || !context.client.can(`extensions.${extension}`)) {
        throw new BlazonError("ERR_OUTPUT_INVALID", { member, detail: `resultType ${String(resultType)}` });
      }
    }
    return this.#stamp.text(result);
  }

  /** What a handler threw: on purpose, or by accident and then opaque (T-42). */
  #fail(error: unknown, target: Target, context: Context): Answer | Promise<Answer> {
    if (error instanceof MissingCapabilityError) {
      return this.#finish(this.#refused(error.refusal, context.id, context.method), context);
    }
    const chosen = error instanceof RpcError ? findRpcErrorReply(error, context.id) : undefined;
    if (chosen !== undefined) return this.#finish(chosen, context);
    const reference = context.cancelled ? "cancelled" : this.#report(error, target, context);
    return this.#finish(refusalReply(new Refusal("ERR_HANDLER_FAILED", { reference }), context.id), context);
  }

  /** The handler is done: what was held back goes out, and what lived as long as the request is disposed. */
  #finish(reply: Answer, context: Context): Answer | Promise<Answer> {
    const scope = context.end();
    if (scope === undefined) return release(reply, context);
    context.begin(); // not answered yet, so its id is still taken, and it can still be cancelled
    return scope.dispose().then(
      () => release(reply, context),
      (error: unknown) => {
        logAt(
          this.#logger,
          "error",
          { request: context.id, method: context.method, error },
          "disposal failed",
        );
        return release(reply, context);
      },
    );
  }

  #refused(refusal: Refusal, id: RequestId | undefined, method: string | undefined): Reply {
    logRefusal(this.#logger, refusal, method);
    return refusalReply(refusal, id);
  }
}

/** The request is over; a client that cancelled it gets no answer (CANC-12). */
function release(reply: Answer, context: Context): Answer {
  context.release();
  return context.cancelled ? undefined : reply;
}

function envelope(detail: string): Refusal {
  return new Refusal("ERR_WIRE_ENVELOPE", { detail });
}

function isNotification(message: unknown): boolean {
  return (
    isObject(message) &&
    message.jsonrpc === "2.0" &&
    typeof message.method === "string" &&
    message.id === undefined
  );
}

/** The id of a message that is refused for something else, where it has a legal one. */
function readableId(message: unknown): RequestId | undefined {
  return isObject(message) && isRequestId(message.id) ? message.id : undefined;
}
