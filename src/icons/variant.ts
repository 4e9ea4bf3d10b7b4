import { digest } from "./digest.js";
import type { IconFormat } from "./formats.js";
import { PNG, SVG } from "./formats.js";
import { IconFault } from "./icon-fault.js";
import type { IconLimits } from "./limits.js";
import type { Raster, RasterEngine, RasterTarget } from "./raster-engine.js";
import type { ReadIcon } from "./read-icon.js";
import type { CleanSvg } from "./rebuild-svg.js";
import { findFormat } from "./sniff.js";

/** One image that is published for an icon. */
export interface IconVariant {
  readonly mimeType: string;
  readonly extension: string;
  /** `WxH`, or `any` for shapes. */
  readonly size: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, in hex. */
  readonly sha256: string;
}

/** Sides of the PNGs that are published for an icon: what lists of tools show, on plain and on dense screens. */
export const PNG_SIDES: readonly number[] = [48, 96];

/** The images of one icon, and what its author may want to know. */
export interface Variants {
  /** PNG first, the smallest of them first; then the image that was given, made anew. */
  readonly variants: readonly IconVariant[];
  readonly notes: readonly string[];
}

/**
 * Makes what is published of an icon, and looks at it once more. Without an engine shapes are published as such, with
 * no PNG beside them, and images of pixels are refused.
 * @throws {IconFault} `ERR_ICON_DAMAGED`, `ERR_ICON_TIME` or `ERR_ICON_LIBRARY`.
 */
export async function makeVariants(
  icon: ReadIcon,
  engine: RasterEngine,
  limits: IconLimits,
): Promise<Variants> {
  if (icon.kind === "raster") return { variants: await rasterVariants(icon, engine, limits), notes: [] };
  const { bytes, dropped } = icon.svg;
  const notes = dropped.length === 0 ? [] : [`left out of it: ${dropped.join(", ")}`];
  try {
    const pngs = await Promise.all(PNG_SIDES.map((side) => drawShapes(icon.svg, side, { engine, limits })));
    return { variants: [...pngs, vectorVariant(bytes)], notes };
  } catch (error) {
    if (!(error instanceof IconFault) || error.code !== "ERR_ICON_LIBRARY") throw error;
    const note = `no PNG is published beside it: ${error.detail}`;
    return { variants: [vectorVariant(bytes)], notes: [...notes, note] };
  }
}

type RasterIcon = Extract<ReadIcon, { kind: "raster" }>;

async function rasterVariants(
  { format, header }: RasterIcon,
  engine: RasterEngine,
  { maxPixels, timeoutMs }: IconLimits,
): Promise<IconVariant[]> {
  const { encoding } = format;
  const side = Math.max(header.width, header.height);
  const pngs: RasterTarget[] = PNG_SIDES.filter((square) => square < side).map((square) => ({
    ...AS_PNG,
    square,
  }));
  if (pngs.length === 0 && format !== PNG) pngs.push(AS_PNG);
  const given: RasterTarget = { encoding, lossless: header.lossless };
  const drawn = await engine.draw({ bytes: header.image, maxPixels, timeoutMs }, [...pngs, given]);
  return drawn.map((raster, at) => rasterVariant(raster, at < pngs.length ? PNG : format));
}

const AS_PNG: RasterTarget = { encoding: "png", lossless: true };

interface Drawing {
  readonly engine: RasterEngine;
  readonly limits: IconLimits;
}

/** What an SVG may have of pixels is what is asked for. */
async function drawShapes(svg: CleanSvg, side: number, { engine, limits }: Drawing): Promise<IconVariant> {
  const input = { bytes: svg.sized(side), maxPixels: side ** 2, timeoutMs: limits.timeoutMs };
  const [raster] = await engine.draw(input, [AS_PNG]);
  return rasterVariant(raster, PNG);
}

/** Whatever made them: bytes are published as what they are found to be, and nothing but their image. */
export function rasterVariant(raster: Raster | undefined, format: IconFormat): IconVariant {
  const found = raster === undefined ? undefined : findFormat(raster.bytes);
  if (raster === undefined || found !== format || found.kind !== "raster") throw madeWrong();
  const { width, height, image } = found.readHeader(raster.bytes);
  if (width !== raster.width || height !== raster.height) throw madeWrong();
  return toVariant(found, `${width}x${height}`, image);
}

export function vectorVariant(bytes: Uint8Array): IconVariant {
  if (findFormat(bytes) !== SVG) throw madeWrong();
  return toVariant(SVG, "any", bytes);
}

function toVariant({ mimeType, extensions }: IconFormat, size: string, bytes: Uint8Array): IconVariant {
  return { mimeType, extension: extensions[0], size, bytes, sha256: digest(bytes) };
}

function madeWrong(): IconFault {
  return new IconFault("ERR_ICON_DAMAGED", "the image library made something else of it");
}
