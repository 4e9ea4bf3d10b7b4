import type { CapabilityPath, ClientCapabilities } from "../protocol/capabilities.js";
import type { Root, SamplingParams } from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { LoggingLevel } from "../protocol/logging-levels.js";
import type { Implementation } from "../protocol/results.js";
import type { AskOptions, Asks, Elicitation, Jsonified, Sample, StepContext, UrlElicited } from "./asks.js";
import type { Received, SchemaSource } from "./schema-source.js";

/** HTTP header fields by lower-cased name; empty on transports without headers. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The client of one request, as that request describes it; nothing is remembered between requests (STATE-01). */
export interface Client {
  /** What the client calls itself. Untrusted: for logs, never for decisions (META-23, META-24). */
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /**
   * Whether this request declared a capability.
   * @example if (ctx.client.can("elicitation.url")) …
   */
  can(capability: CapabilityPath): boolean;
}

/** W3C trace context of the request, with malformed values left out (OTEL-04). */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/**
 * One request, as its handler sees it. A class, so that a parameter or a constructor parameter of this
 * type is recognized wherever it stands.
 */
export abstract class RequestContext implements Asks {
  /** The JSON-RPC id, in the type the client gave it. */
  abstract readonly id: RequestId;
  /** The JSON-RPC method, such as `tools/call`. */
  abstract readonly method: string;
  /** The protocol revision of this request. */
  abstract readonly revision: string;
  abstract readonly client: Client;
  /** Read-only; empty off HTTP. */
  abstract readonly headers: HeaderFields;
  /** The request's `_meta`, as it came. */
  abstract readonly meta: JsonObject;
  abstract readonly trace: TraceContext;
  /** Aborts when the client cancels the request or goes away; the reason says which. */
  abstract readonly signal: AbortSignal;

  /**
   * Writes to the server's logger, and to the client if this request asked for the level or a lower one
   * (LOG-02, LOG-03). `data` may be any value; what JSON cannot carry is replaced.
   */
  abstract log(level: LoggingLevel, data: unknown, logger?: string): void;

  /**
   * Tells the client how far the work is. Nothing is sent without a progress token, after the answer, or
   * where `value` did not rise (PROG-05, PROG-08); bursts are thinned and their last value is kept (PROG-11).
   */
  abstract progress(value: number, total?: number, message?: string): void;

  /**
   * Asks the person behind the client to fill in a form: a DTO class, a Standard Schema or a JSON Schema, flat.
   *
   * In tools, prompts and resources. Where no answer is there yet the call ends with the question, and the client
   * calls again with the answer: **the handler then runs again from its top**, and this line gives the answer. What
   * must happen once stands in {@link step}. `key` names the question within one run; in loops write
   * `` `delete:${id}` ``. Everything asked before the next turn of the event loop goes out together.
   *
   * Rejects with `MissingCapabilityError` where the client declared no `elicitation` for forms (−32021 unless it is
   * caught); `ERR_ASK_*` and `ERR_FORM_INVALID` say what is wrong with an ask.
   *
   * @example const name = await ctx.elicit("who", NameForm, "Your name?").orDecline("Cancelled.");
   */
  abstract elicit<Form extends SchemaSource>(
    key: string,
    form: Form,
    message: string,
    options?: AskOptions,
  ): Elicitation<Received<Form>>;

  /**
   * Asks the person to open a page of yours: for secrets, payments and sign-ins, which no form may ask for (ELI-02).
   * `accept` says that it was opened, not that it is done (ELI-19). As {@link elicit} otherwise; the capability is
   * `elicitation.url`.
   */
  abstract elicitUrl(
    key: string,
    url: string | URL,
    message: string,
    options?: AskOptions,
  ): Promise<UrlElicited>;

  /**
   * Lets the client's model go on with a conversation. As {@link elicit} otherwise; the capability is `sampling`,
   * with `tools` or `toolChoice` it is `sampling.tools`.
   *
   * @deprecated since revision 2026-07-28 (SEP-2577); it stays fully functional until the protocol takes it away.
   */
  abstract sample(key: string, params: SamplingParams, options?: AskOptions): Promise<Sample>;

  /**
   * Asks which folders and files this is about: guidance, and no access control. As {@link elicit} otherwise; the
   * capability is `roots`.
   *
   * @deprecated since revision 2026-07-28 (SEP-2577); it stays fully functional until the protocol takes it away.
   */
  abstract roots(key: string, options?: AskOptions): Promise<readonly Root[]>;

  /**
   * Does something once in a call of several rounds: in later rounds it gives what it gave, or fails as it failed.
   * The value is what JSON keeps of it, in the first run as well. Nothing may be asked inside of it.
   *
   * A round that is delivered twice runs its step twice, with the same `idempotencyKey`; a replay guard refuses the
   * second (`createServer({ requestState: { guard } })`).
   */
  abstract step<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>>;

  /** The client's answers so far, by key, after a round that was ended with `inputRequired`. */
  abstract readonly inputResponses: Readonly<Record<string, JsonObject>>;
  /** The `state` of the round that was ended with `inputRequired` before; undefined in the first. */
  abstract readonly requestState: unknown;
}
