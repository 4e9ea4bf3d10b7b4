export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** The text of UTF-8 bytes, without a byte order mark; undefined where they are not UTF-8. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** True for text whose root element is `svg` in the namespace of SVG, whatever stands in front of it. */
export function isSvg(bytes: Uint8Array): boolean {
  if (!beginsLikeXml(bytes)) return false;
  const text = findText(bytes);
  return text !== undefined && hasSvgRoot(text, endOfProlog(text));
}

/** Spares binary formats the decoding. */
function beginsLikeXml(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => ![0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return bytes[first] === 0x3c;
}

function endOfProlog(text: string): number {
  for (let at = 0; ; ) {
    at = skipSpace(text, at);
    const close = closeOf(text, at);
    if (close === undefined) return at;
    const end = text.indexOf(close, at);
    if (end < 0) return text.length;
    at = end + close.length;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** What ends the part of a prolog that begins here; undefined where an element begins. */
function closeOf(text: string, at: number): string | undefined {
  if (text.startsWith("<?", at)) return "?>";
  if (text.startsWith("<!--", at)) return "-->";
  if (!text.startsWith("<!DOCTYPE", at)) return undefined;
  return text.slice(at, text.indexOf(">", at)).includes("[") ? "]>" : ">";
}

function hasSvgRoot(text: string, at: number): boolean {
  const root = /<(?:([A-Za-z_][\w.-]{0,40}):)?svg(?=[\s/>])/y;
  root.lastIndex = at;
  const match = root.exec(text);
  if (match === null) return false;
  const wanted = match[1] === undefined ? "xmlns" : `xmlns:${match[1]}`;
  const attribute = /\s+([^\s=/>"'<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  attribute.lastIndex = root.lastIndex;
  for (let found = attribute.exec(text); found !== null; found = attribute.exec(text)) {
    if (found[1] === wanted) return (found[2] ?? found[3]) === SVG_NAMESPACE;
  }
  return false;
}
