import { Buffer } from "node:buffer";
import { findFormatByType } from "./formats.js";
import { IconFault } from "./icon-fault.js";
import type { IconLimits } from "./limits.js";

/** What a `data:` URI holds. */
export interface DataUri {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** RFC 2397, as far as icons use it (ICON-02): a media type, at most the charset UTF-8, and base64. */
const HEAD = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;charset=utf-8)?;base64,/i;

const LONGEST_HEAD = 100;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** True for what claims to be a `data:` URI. */
export function isDataUri(text: string): boolean {
  return /^data:/i.test(text);
}

/**
 * Reads a base64 `data:` URI of an image type: standard alphabet with its padding (RFC 4648 §4), nothing in between.
 * Its length is checked before it is decoded.
 * @throws {IconFault} `ERR_ICON_SOURCE`, `ERR_ICON_FORMAT` or `ERR_ICON_BOUNDS`.
 */
export function parseDataUri(text: string, { maxBytes }: IconLimits): DataUri {
  const [head, contentType = ""] = HEAD.exec(text.slice(0, LONGEST_HEAD)) ?? [];
  if (head === undefined) throw source("it does not begin as data:image/…;base64,");
  if (findFormatByType(contentType) === undefined) {
    throw new IconFault("ERR_ICON_FORMAT", `it is declared as ${contentType.toLowerCase()}`);
  }
  const length = text.length - head.length;
  const longest = Math.ceil(maxBytes / 3) * 4;
  if (length > longest) {
    throw new IconFault("ERR_ICON_BOUNDS", `it has ${length} characters of base64 of at most ${longest}`);
  }
  return { contentType, bytes: parseBase64(text.slice(head.length)) };
}

function parseBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw source("what follows the comma is not base64");
  const bytes = Buffer.from(text, "base64");
  // The last group may hold bits that belong to no byte: then one image would have several spellings.
  if (bytes.toString("base64", bytes.length - (bytes.length % 3 || 3)) !== text.slice(-4)) {
    throw source("its base64 ends in bits that belong to no byte");
  }
  return bytes;
}

function source(detail: string): IconFault {
  return new IconFault("ERR_ICON_SOURCE", detail);
}

/** Bytes as a `data:` URI. */
export function writeDataUri(mimeType: string, bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return `data:${mimeType};base64,${base64}`;
}
