import type { TraceContext } from "../handler/request-context.js";
import type { JsonObject } from "../protocol/json.js";

/** W3C Trace Context §3.2.2: any version but `ff`, ids that are not all zero; version 00 ends with its flags. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const PRINTABLE = /^[\x20-\x7e]{1,8192}$/;

/** The trace context of a request; a malformed `traceparent` takes `tracestate` with it (OTEL-04). */
export function traceOf(meta: JsonObject): TraceContext {
  const { traceparent, tracestate, baggage } = meta;
  const valid = typeof traceparent === "string" && TRACEPARENT.test(traceparent);
  return {
    ...(valid && { traceparent }),
    ...(valid && isPrintable(tracestate) && { tracestate }),
    ...(isPrintable(baggage) && { baggage }),
  };
}

function isPrintable(value: unknown): value is string {
  return typeof value === "string" && PRINTABLE.test(value);
}
