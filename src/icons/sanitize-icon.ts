import type { Declared } from "./declared.js";
import { PNG } from "./formats.js";
import { namingIcon } from "./icon-fault.js";
import { parseIconSpec } from "./icon-spec.js";
import { CONSUMER_LIMITS, type IconLimits, resolveLimits } from "./limits.js";
import { createProcessEngine } from "./process-engine.js";
import type { RasterEngine } from "./raster-engine.js";
import { type ReadIcon, readIcon } from "./read-icon.js";
import { readGiven } from "./read-source.js";
import { rasterVariant, vectorVariant } from "./variant.js";

/** An icon that is safe to show: pixels as PNG, shapes as rebuilt SVG, both without anything else in them. */
export interface CleanIcon {
  readonly bytes: Uint8Array;
  readonly mimeType: "image/png" | "image/svg+xml";
  /** `WxH` of the pixels, or `any` for shapes. */
  readonly size: string;
}

/** How icons from elsewhere are made safe. */
export interface SanitizeOptions {
  /** What the bytes are declared to be; compared with what they are (ICON-16). */
  readonly mimeType?: string;
  readonly limits?: Partial<IconLimits>;
  readonly signal?: AbortSignal;
  /** What decodes images; a process of its own for each, unless given. */
  readonly engine?: RasterEngine;
}

/** Pixels of the longer side: as large as icons are shown, and less than `maxBytes` even where every pixel differs. */
const LARGEST_SIDE = 256;

/**
 * Makes an icon from elsewhere safe to show (ICON-08, ICON-11, ICON-15, ICON-16): bytes, or a `data:` URI. What is
 * returned stays the same when it is sanitized again.
 * @throws {BlazonError} with a code that begins with `ERR_ICON_`; and what the signal was aborted with.
 */
export async function sanitizeIcon(
  icon: Uint8Array | string,
  options: SanitizeOptions = {},
): Promise<CleanIcon> {
  const { label, source, mimeType } = parseIconSpec({ src: icon, mimeType: options.mimeType });
  return namingIcon(label, async () => {
    const { bytes, contentType } = readGiven(source, resolveLimits(CONSUMER_LIMITS, options.limits));
    return cleanBytes(bytes, { mimeType, contentType }, options);
  });
}

/** The stages from bytes on. */
export async function cleanBytes(
  bytes: Uint8Array,
  declared: Declared,
  { limits: own, signal, engine = createProcessEngine(signal) }: SanitizeOptions,
): Promise<CleanIcon> {
  const limits = resolveLimits(CONSUMER_LIMITS, own);
  const icon = readIcon(bytes, declared, limits);
  if (icon.kind === "raster") return cleanRaster(icon, engine, limits);
  const { bytes: clean, size } = vectorVariant(icon.svg.bytes);
  return { bytes: clean, mimeType: "image/svg+xml", size };
}

async function cleanRaster(
  { header }: Extract<ReadIcon, { kind: "raster" }>,
  engine: RasterEngine,
  { maxPixels, timeoutMs }: IconLimits,
): Promise<CleanIcon> {
  const input = { bytes: header.image, maxPixels, timeoutMs };
  const [raster] = await engine.draw(input, [{ encoding: "png", lossless: true, within: LARGEST_SIDE }]);
  const { bytes, size } = rasterVariant(raster, PNG);
  return { bytes, mimeType: "image/png", size };
}
