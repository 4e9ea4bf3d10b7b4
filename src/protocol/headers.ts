const SENTINEL = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LEGAL = /^[\x20-\x7e\t]*$/;
const LITERAL = /^(?!=\?base64\?)[\x20-\x7e\t]*$/;
const SPACE = 32;
const TAB = 9;

/** Request headers that repeat parts of the body, in the lower case Node gives them (HDR-06). */
export const HEADER = {
  protocolVersion: "mcp-protocol-version",
  method: "mcp-method",
  name: "mcp-name",
  paramPrefix: "mcp-param-",
  /** Of the handshake revisions, as the one below. */
  session: "mcp-session-id",
  lastEventId: "last-event-id",
} as const;

/** True for an RFC 9110 `token`, the only legal `x-mcp-header` value (HDR-18 to HDR-20). */
export function isHeaderToken(value: string): boolean {
  return TOKEN.test(value);
}

/** A header value without the optional white space around it (RFC 9110 §5.5, T-25). */
export function trimHeaderValue(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (start < end && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/**
 * The text a mirrored header stands for: the inside of `=?base64?…?=` decoded, anything else as it is.
 * Undefined where the inside is not canonical base64 of UTF-8 (HDR-11, HDR-38, T-24), and for characters a
 * header cannot carry. The markers are lower case and exact; other spellings are literal text (HDR-33).
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = trimHeaderValue(raw);
  const inside = SENTINEL.exec(value)?.[1];
  if (inside === undefined) return LEGAL.test(value) ? value : undefined;
  if (!BASE64.test(inside)) return undefined;
  const binary = atob(inside);
  if (btoa(binary) !== inside) return undefined; // non-zero padding bits: a second spelling of the same bytes
  try {
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a header value stands for exactly this text. */
export function carries(raw: string, text: string): boolean {
  if (raw === text && LITERAL.test(text)) return true;
  return decodeHeaderValue(raw) === text;
}
