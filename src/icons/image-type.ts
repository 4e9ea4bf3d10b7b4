import { findFormatByType } from "./formats.js";
import { findFormat } from "./sniff.js";

/** Formats that icons may not have and content may, by what they begin with. */
const OTHERS: readonly (readonly [mimeType: string, at: number, magic: string])[] = [
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
  ["image/heic", 4, "ftyphe"],
  ["image/heic", 4, "ftypmif1"],
  ["image/heic", 4, "ftypmsf1"],
  ["image/tiff", 0, "II*\0"],
  ["image/tiff", 0, "MM\0*"],
  ["image/vnd.microsoft.icon", 0, "\0\0\x01\0"],
  ["image/jxl", 0, "\0\0\0\x0cJXL "],
  ["image/jp2", 0, "\0\0\0\x0cjP  "],
];

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["image/heif", "image/heic"],
  ["image/x-icon", "image/vnd.microsoft.icon"],
]);

/** The media type of an image by its magic bytes; undefined for what is none of a known format. */
export function findImageType(bytes: Uint8Array): string | undefined {
  const format = findFormat(bytes);
  if (format !== undefined) return format.mimeType;
  const beginning = String.fromCharCode(...bytes.subarray(0, 16));
  return OTHERS.find(([, at, magic]) => beginning.startsWith(magic, at))?.[0];
}

/** The one name of an image's type, whatever its case, parameters and older names; as it is where none is known. */
export function canonicalImageType(mimeType: string): string {
  const [essence = ""] = mimeType.toLowerCase().split(";");
  const type = essence.trim();
  return findFormatByType(type)?.mimeType ?? ALIASES.get(type) ?? type;
}
