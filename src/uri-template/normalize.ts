const PERCENT = 0x25;
const UNUSUAL = /[%\u0080-\uFFFF]/;
const ESCAPE = /%[0-9A-Fa-f]{2}/g;
const NON_ASCII = /[\u0080-\uFFFF]+/g;

/**
 * A URI in the one spelling that is matched: characters outside ASCII escaped as UTF-8, escapes in upper
 * case (RFC 3986 §6.2.2.1). Undefined where an escape is malformed or is no UTF-8.
 */
export function normalizeUri(uri: string): string | undefined {
  if (!UNUSUAL.test(uri)) return uri;
  try {
    const ascii = uri.replace(NON_ASCII, encodeURIComponent);
    decodeURIComponent(ascii);
    return ascii.replace(ESCAPE, (triplet) => triplet.toUpperCase());
  } catch {
    return undefined;
  }
}

/** Whether a position of a normalized URI lies between a percent sign and the end of its escape. */
export function isInsideEscape(text: string, position: number): boolean {
  return text.charCodeAt(position - 1) === PERCENT || text.charCodeAt(position - 2) === PERCENT;
}
