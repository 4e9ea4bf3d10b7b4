import { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";

const JSON_TYPE = "application/json";
const EVENT_STREAM_RANGES = ["text/event-stream", "text/*", "*/*"];
const CHARSET = /^charset\b/;
const UTF_8 = /^charset=(?:utf-?8|"utf-?8")$/;
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

/** JSON is UTF-8 (RFC 8259 §8.1): a `charset` says so or is not there. */
function isJson(type: HeaderFields[string]): boolean {
  if (typeof type !== "string") return false;
  const [essence, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  return essence === JSON_TYPE && parameters.every((part) => !CHARSET.test(part) || UTF_8.test(part));
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
