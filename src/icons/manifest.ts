import { Buffer } from "node:buffer";
import { BlazonError } from "../errors/blazon-error.js";
import { digest } from "./digest.js";
import { findFormatByType } from "./formats.js";
import { IconFault } from "./icon-fault.js";
import { isSize } from "./icon-spec.js";
import { type IconVariant, PNG_SIDES } from "./variant.js";

/** What the stages made of sources, for a server that starts without them. */
export interface IconManifest {
  /** By the SHA-256 of the source's bytes. */
  readonly entries: ReadonlyMap<string, ManifestEntry>;
}

export interface ManifestEntry {
  /** What the source was called when the manifest was built. */
  readonly label: string;
  readonly variants: readonly IconVariant[];
}

/** A prepared icon as far as a manifest knows it. */
export interface Manifested extends ManifestEntry {
  /** The SHA-256 of its source's bytes; undefined for a remote icon. */
  readonly source: string | undefined;
}

/** Of what the stages make. Another version of the stages, or other sizes, need another manifest. */
const VERSION = `1:${PNG_SIDES.join(",")}`;

/** Gathers prepared icons; equal sources become one entry. */
export function createManifest(icons: readonly Manifested[]): IconManifest {
  const entries = new Map<string, ManifestEntry>();
  for (const { source, label, variants } of icons) {
    if (source !== undefined && !entries.has(source)) entries.set(source, { label, variants });
  }
  return { entries };
}

/** A manifest as the text of a file, the same for the same icons, whatever their order. */
export function writeManifest({ entries }: IconManifest): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const icons = sorted.map(([source, { label, variants }]) => ({
    source,
    label,
    variants: variants.map(({ mimeType, size, bytes, sha256 }) => ({
      mimeType,
      size,
      sha256,
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
    })),
  }));
  return `${JSON.stringify({ version: VERSION, icons }, null, 2)}\n`;
}

/**
 * Reads what `writeManifest` wrote. Every image is compared with its hash.
 * @throws {BlazonError} `ERR_ICON_MANIFEST` for anything else, and for a manifest of another version.
 */
export function parseManifest(text: string): IconManifest {
  const { version, icons } = parseObject(text);
  if (version !== VERSION) throw unfit("it was built by another version of Blazon");
  if (!Array.isArray(icons)) throw unfit("it has no list of icons");
  return { entries: new Map(icons.map(parseEntry)) };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    throw unfit("it is not JSON", cause);
  }
}

function parseEntry(entry: unknown): [string, ManifestEntry] {
  const { source, label, variants } = Object(entry) as Record<string, unknown>; // of any value, an object to read from
  if (typeof source !== "string" || typeof label !== "string" || !Array.isArray(variants)) {
    throw unfit("one of its entries is incomplete");
  }
  if (variants.length === 0) throw unfit(`its entry for ${label} has no image`);
  return [source, { label, variants: variants.map((variant) => parseVariant(variant, label)) }];
}

function parseVariant(variant: unknown, label: string): IconVariant {
  const { mimeType, size, sha256, data } = Object(variant) as Record<string, unknown>; // of any value, as above
  const format = typeof mimeType === "string" ? findFormatByType(mimeType) : undefined;
  if (format === undefined || !isSize(size) || typeof data !== "string") {
    throw unfit(`its entry for ${label} is incomplete`);
  }
  const bytes = Buffer.from(data, "base64");
  if (digest(bytes) !== sha256) throw unfit(`an image of ${label} is not the one that was built`);
  if (!format.matches(bytes)) throw unfit(`an image of ${label} is not what it is declared to be`);
  return { mimeType: format.mimeType, extension: format.extensions[0], size, bytes, sha256: digest(bytes) };
}

/** The entry of a source. @throws {IconFault} `ERR_ICON_MANIFEST` where it changed or was added since. */
export function entryOf({ entries }: IconManifest, source: string, label: string): ManifestEntry {
  const entry = entries.get(source);
  if (entry !== undefined) return entry;
  const changed = [...entries.values()].some((known) => known.label === label);
  const detail = changed ? "the image has changed since it was built" : "it has no entry for this image";
  throw new IconFault("ERR_ICON_MANIFEST", detail);
}

/**
 * Compares a manifest with all icons of a server, once they are prepared.
 * @throws {BlazonError} `ERR_ICON_MANIFEST` for an entry that none of them has.
 */
export function checkManifest({ entries }: IconManifest, icons: readonly Pick<Manifested, "source">[]): void {
  const used = new Set(icons.map(({ source }) => source));
  const stale = [...entries].filter(([source]) => !used.has(source)).map(([, { label }]) => label);
  if (stale.length > 0) throw unfit(`it has entries that no icon needs: ${stale.slice(0, 5).join(", ")}`);
}

function unfit(detail: string, cause?: unknown): BlazonError {
  return new BlazonError("ERR_ICON_MANIFEST", { icon: "this server", detail }, { cause });
}
