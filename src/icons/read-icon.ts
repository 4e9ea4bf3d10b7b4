import { checkBytes, checkHeader } from "./bounds.js";
import { checkDeclared, checkSizes, type Declared } from "./declared.js";
import { type IconFormat, type RasterFormat, type VectorFormat } from "./formats.js";
import type { IconLimits } from "./limits.js";
import type { RasterHeader } from "./raster-header.js";
import { type CleanSvg, rebuildSvg } from "./rebuild-svg.js";
import { sniffFormat } from "./sniff.js";

/** An icon that passed every check that needs no decoder. */
export type ReadIcon =
  | { readonly kind: "raster"; readonly format: RasterFormat; readonly header: RasterHeader }
  | { readonly kind: "vector"; readonly format: VectorFormat; readonly svg: CleanSvg };

/** Bounds, magic bytes, what is declared. @throws {IconFault} `ERR_ICON_BOUNDS`, `…_FORMAT` or `…_MISMATCH`. */
export function identify(bytes: Uint8Array, declared: Declared, limits: IconLimits): IconFormat {
  checkBytes(bytes.length, limits);
  const format = sniffFormat(bytes);
  checkDeclared(format, declared);
  return format;
}

/** After `identify`: the header of a raster image, or an SVG rebuilt. @throws {IconFault} */
export function readIcon(bytes: Uint8Array, declared: Declared, limits: IconLimits): ReadIcon {
  const format = identify(bytes, declared, limits);
  if (format.kind === "vector") return { kind: "vector", format, svg: rebuildSvg(bytes, limits) };
  const header = format.readHeader(bytes);
  checkHeader(header, limits);
  checkSizes(declared.sizes, `${header.width}x${header.height}`);
  return { kind: "raster", format, header };
}
