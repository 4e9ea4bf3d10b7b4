import type { RasterFormat } from "./formats.js";

/** An image to be decoded. */
export interface RasterInput {
  /** Sniffed, bounded, and of a format that icons may have. */
  readonly bytes: Uint8Array;
  readonly maxPixels: number;
  readonly timeoutMs: number;
}

/** What an image is made into. */
export interface RasterTarget {
  readonly encoding: RasterFormat["encoding"];
  /** Only where the encoding knows both. */
  readonly lossless: boolean;
  /** Pixels: a square of this side, with transparent edges where the image is none. */
  readonly square?: number;
  /** Pixels: no side is longer. Nothing is ever made larger than it was. */
  readonly within?: number;
}

/** An image made anew from pixels: without metadata, profiles, and whatever followed it. */
export interface Raster {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What decodes and encodes images. Bytes in, bytes out; a target each. */
export interface RasterEngine {
  /** @throws {IconFault} `ERR_ICON_DAMAGED`, `ERR_ICON_TIME` or `ERR_ICON_LIBRARY`. */
  draw(input: RasterInput, targets: readonly RasterTarget[]): Promise<readonly Raster[]>;
}
