import { ICON_FORMATS, type IconFormat } from "./formats.js";
import { IconFault } from "./icon-fault.js";
import { findText } from "./svg-root.js";

/** Formats that are refused, by what they begin with, so that a refusal can name them. */
const FOREIGN: readonly (readonly [name: string, at: number, magic: string])[] = [
  ["GIF", 0, "GIF8"],
  ["AVIF", 4, "ftypavif"],
  ["AVIF", 4, "ftypavis"],
  ["HEIF", 4, "ftyphe"],
  ["HEIF", 4, "ftypmif1"],
  ["HEIF", 4, "ftypmsf1"],
  ["an ICO", 0, "\0\0\x01\0"],
  ["BMP", 0, "BM"],
  ["TIFF", 0, "II*\0"],
  ["TIFF", 0, "MM\0*"],
  ["JPEG XL", 0, "\xff\x0a"],
  ["JPEG XL", 0, "\0\0\0\x0cJXL "],
  ["JPEG 2000", 0, "\0\0\0\x0cjP  "],
  ["FITS", 0, "SIMPLE  ="],
  ["PDF", 0, "%PDF"],
  ["a gzip archive", 0, "\x1f\x8b"],
  ["a ZIP archive", 0, "PK"],
  ["a RAR archive", 0, "Rar!"],
  ["UTF-16 text", 0, "\xff\xfe"],
  ["UTF-16 text", 0, "\xfe\xff"],
];

const FOREIGN_TEXT: readonly (readonly [name: string, beginning: RegExp])[] = [
  ["a Netpbm image", /^P[1-7fF]\s/],
  ["HTML", /^\s*<(?:!doctype html|html|head|body|script|iframe|img)\b/i],
  ["XML whose root is not an svg element in the namespace of SVG", /^\s*</],
];

/** The format of these bytes by their magic bytes; undefined for what no icon may be (ICON-16). */
export function findFormat(bytes: Uint8Array): IconFormat | undefined {
  return ICON_FORMATS.find((format) => format.matches(bytes));
}

/** @throws {IconFault} `ERR_ICON_FORMAT`, which names what it is instead where that is known. */
export function sniffFormat(bytes: Uint8Array): IconFormat {
  const format = findFormat(bytes);
  if (format !== undefined) return format;
  throw new IconFault("ERR_ICON_FORMAT", bytes.length === 0 ? "it is empty" : `it is ${nameOf(bytes)}`);
}

function nameOf(bytes: Uint8Array): string {
  const beginning = String.fromCharCode(...bytes.subarray(0, 256));
  const foreign = FOREIGN.find(([, at, magic]) => beginning.startsWith(magic, at));
  if (foreign !== undefined) return foreign[0];
  const text = beginning.replace(UTF8_MARK, "");
  if (/^\s*</.test(text) && findText(bytes) === undefined) return "text that is not UTF-8";
  return FOREIGN_TEXT.find(([, pattern]) => pattern.test(text))?.[0] ?? "of no known format";
}

/** A byte order mark, read byte by byte. */
const UTF8_MARK = /^\xef\xbb\xbf/;
