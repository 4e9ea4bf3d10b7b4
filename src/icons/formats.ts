import { isJpeg, readJpeg } from "./jpeg.js";
import { isPng, readPng } from "./png.js";
import type { RasterHeader } from "./raster-header.js";
import { isSvg } from "./svg-root.js";
import { isWebp, readWebp } from "./webp.js";

interface Described {
  readonly name: string;
  /** The type it is published under. */
  readonly mimeType: string;
  /** Other types that mean it. */
  readonly aliases: readonly string[];
  /** Endings of file names; it is published under the first. */
  readonly extensions: readonly [string, ...string[]];
  /** Looks at magic bytes alone. */
  matches(bytes: Uint8Array): boolean;
}

/** An image of pixels. */
export interface RasterFormat extends Described {
  readonly kind: "raster";
  readonly encoding: "png" | "jpeg" | "webp";
  /** @throws {IconFault} `ERR_ICON_DAMAGED` or `ERR_ICON_BOUNDS`. */
  readHeader(bytes: Uint8Array): RasterHeader;
}

/** An image of shapes. */
export interface VectorFormat extends Described {
  readonly kind: "vector";
}

export type IconFormat = RasterFormat | VectorFormat;

export const PNG: RasterFormat = {
  kind: "raster",
  name: "PNG",
  encoding: "png",
  mimeType: "image/png",
  aliases: ["image/apng", "image/x-png"],
  extensions: ["png", "apng"],
  matches: isPng,
  readHeader: readPng,
};

const JPEG: RasterFormat = {
  kind: "raster",
  name: "JPEG",
  encoding: "jpeg",
  mimeType: "image/jpeg",
  aliases: ["image/jpg", "image/pjpeg"],
  extensions: ["jpg", "jpeg", "jpe", "jfif"],
  matches: isJpeg,
  readHeader: readJpeg,
};

const WEBP: RasterFormat = {
  kind: "raster",
  name: "WebP",
  encoding: "webp",
  mimeType: "image/webp",
  aliases: [],
  extensions: ["webp"],
  matches: isWebp,
  readHeader: readWebp,
};

export const SVG: VectorFormat = {
  kind: "vector",
  name: "SVG",
  mimeType: "image/svg+xml",
  aliases: [],
  extensions: ["svg"],
  matches: isSvg,
};

/** The formats an icon may have (ICON-06, ICON-07, ICON-16). */
export const ICON_FORMATS: readonly IconFormat[] = [PNG, JPEG, WEBP, SVG];

/** The format a media type stands for, whatever its case and parameters. */
export function findFormatByType(mimeType: string): IconFormat | undefined {
  const [essence = ""] = mimeType.toLowerCase().split(";");
  const type = essence.trim();
  return ICON_FORMATS.find((format) => format.mimeType === type || format.aliases.includes(type));
}

/** The format an ending of a file name stands for; without its dot. */
export function findFormatByExtension(extension: string): IconFormat | undefined {
  return ICON_FORMATS.find(({ extensions }) => extensions.includes(extension.toLowerCase()));
}
