import { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";

const JSON_TYPE = "application/json";
const EVENT_STREAM_RANGES = ["text/event-stream", "text/*", "*/*"];
const ZERO = /^q=0(?:\.0*)?$/;

/** What a request's head says against reading its body (row 5 of the ladder). */
export function findContentRefusal(headers: HeaderFields, maxBodyBytes: number): Refusal | undefined {
  const type = headers["content-type"];
  if (type !== JSON_TYPE && !isJson(type)) return new Refusal("ERR_HTTP_CONTENT_TYPE");
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && String(encoding).toLowerCase() !== "identity")
    return new Refusal("ERR_HTTP_CONTENT_ENCODING");
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) return bodyTooLarge(maxBodyBytes);
  return undefined;
}

export function bodyTooLarge(limit: number): Refusal {
  return new Refusal("ERR_HTTP_BODY_SIZE", { limit });
}

function isJson(type: HeaderFields[string]): boolean {
  return typeof type === "string" && type.split(";", 1)[0]?.trim().toLowerCase() === JSON_TYPE;
}

/**
 * Whether a client takes server-sent events. The most specific media range decides; no `Accept` at all means
 * that anything is taken (RFC 9110 §12.5.1).
 */
export function takesEventStream(accept: HeaderFields[string]): boolean {
  if (accept === undefined) return true;
  const ranges = String(accept)
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()));
  for (const wanted of EVENT_STREAM_RANGES) {
    const range = ranges.find(([type]) => type === wanted);
    if (range !== undefined) return !range.slice(1).some((parameter) => ZERO.test(parameter));
  }
  return false;
}
