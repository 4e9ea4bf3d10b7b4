import type { CapabilityPath, ClientCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { LoggingLevel } from "../protocol/logging-levels.js";
import type { Implementation } from "../protocol/results.js";

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
export abstract class RequestContext {
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
}
