import type { IconTheme } from "../protocol/icons.js";
import { isDataUri } from "./data-uri.js";
import { IconFault, nameFault } from "./icon-fault.js";

/** A path, a `data:` or `https:` URI, a `file:` or `https:` URL object, or the image's bytes. */
export type IconSource = string | URL | Uint8Array;

/** A source with what is to be said about it. */
export interface IconDescription {
  readonly src: IconSource;
  /** Compared with the bytes; published for remote icons alone, others have theirs from the bytes. */
  readonly mimeType?: string;
  /** `WxH` or `any`; compared and published like the type. A text is read as a list with spaces. */
  readonly sizes?: string | readonly string[];
  /** The background it is drawn for. */
  readonly theme?: IconTheme;
}

/** An icon as an author gives it. */
export type IconSpec = IconSource | IconDescription;

/** One icon, or several: of other backgrounds, or drawn for other sizes. */
export type Icons = IconSpec | readonly IconSpec[];

export type ParsedSource =
  | { readonly kind: "file"; readonly path: string | URL }
  | { readonly kind: "data"; readonly uri: string }
  | { readonly kind: "remote"; readonly url: URL }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

/** An icon's description, checked. */
export interface ParsedSpec {
  /** What errors call it: at most a line, and never a whole image. */
  readonly label: string;
  readonly source: ParsedSource;
  readonly mimeType: string | undefined;
  readonly sizes: readonly string[] | undefined;
  readonly theme: IconTheme | undefined;
}

const LONGEST_URL = 2048;
const SIZE = /^(?:any|[1-9]\d{0,4}x[1-9]\d{0,4})$/;
const MOST_SIZES = 16;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/i;

/** Checks the form of an icon (ICON-02 to ICON-05). @throws {BlazonError} `ERR_ICON_SOURCE`. */
export function parseIconSpec(spec: unknown): ParsedSpec {
  const description = isSource(spec) ? { src: spec } : spec;
  const label = labelOf(isRecord(description) ? description.src : spec);
  try {
    if (!isRecord(description)) throw source("it is neither a source nor an object with src");
    return {
      label,
      source: parseSource(description.src),
      mimeType: parseType(description.mimeType),
      sizes: parseSizes(description.sizes),
      theme: parseTheme(description.theme),
    };
  } catch (error) {
    throw nameFault(error, label);
  }
}

function isSource(value: unknown): value is IconSource {
  return typeof value === "string" || value instanceof URL || value instanceof Uint8Array;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parseSource(src: unknown): ParsedSource {
  if (src instanceof Uint8Array) return { kind: "bytes", bytes: src };
  if (src instanceof URL)
    return src.protocol === "file:" ? { kind: "file", path: src } : parseSource(src.href);
  if (typeof src !== "string" || src === "") throw source("it has no src");
  if (isDataUri(src)) return { kind: "data", uri: src };
  if (/^[a-z]:[\\/]/i.test(src)) return { kind: "file", path: src };
  if (/^[a-z][a-z0-9+.-]*:/i.test(src)) return parseRemote(src);
  if (src.includes("\0")) throw source("its path has a null character");
  return { kind: "file", path: src };
}

function parseRemote(text: string): ParsedSource {
  if (text.length > LONGEST_URL) throw source(`its URL has more than ${LONGEST_URL} characters`);
  if (!URL.canParse(text)) throw source("it is no URL");
  const url = new URL(text);
  if (url.protocol !== "https:")
    throw source(`clients do not load icons from ${url.protocol.slice(0, 20)} URIs`);
  if (url.username !== "" || url.password !== "") throw source("its URL has a user name or password");
  return { kind: "remote", url };
}

function parseType(mimeType: unknown): string | undefined {
  if (mimeType === undefined) return undefined;
  if (typeof mimeType === "string" && mimeType.length <= 100 && MEDIA_TYPE.test(mimeType)) return mimeType;
  throw source("its mimeType is no media type");
}

function parseSizes(sizes: unknown): readonly string[] | undefined {
  if (sizes === undefined) return undefined;
  const list: unknown = typeof sizes === "string" ? sizes.slice(0, 400).trim().split(/\s+/) : sizes;
  const fits = Array.isArray(list) && list.length > 0 && list.length <= MOST_SIZES;
  if (fits && list.every(isSize)) return list;
  throw source('its sizes are not a list of sizes such as "48x48" or "any"');
}

/** True for `WxH` and `any`. */
export function isSize(value: unknown): value is string {
  return typeof value === "string" && SIZE.test(value);
}

function parseTheme(theme: unknown): IconTheme | undefined {
  if (theme === undefined || theme === "light" || theme === "dark") return theme;
  throw source('its theme is neither "light" nor "dark"');
}

function source(detail: string): IconFault {
  return new IconFault("ERR_ICON_SOURCE", detail);
}

function labelOf(src: unknown): string {
  if (src instanceof Uint8Array) return `of ${src.length} bytes`;
  if (src instanceof URL) return labelOf(src.href);
  if (typeof src !== "string") return "without src";
  // Whatever may be a secret stays out of logs: what follows a question mark, what precedes an @.
  const [start = ""] = isDataUri(src) ? [src.slice(0, 30)] : src.slice(0, 100).split(/[?#]/, 1);
  const shown = start.replace(/\/\/.*@/s, "//…@").replace(/[^\x20-\x7e…]/g, "?");
  return `"${shown}${start.length === src.length ? "" : "…"}"`;
}
