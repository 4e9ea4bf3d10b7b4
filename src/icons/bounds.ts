import { IconFault } from "./icon-fault.js";
import type { IconLimits } from "./limits.js";
import type { RasterHeader } from "./raster-header.js";

/** @throws {IconFault} `ERR_ICON_BOUNDS`. */
export function checkBytes(length: number, { maxBytes }: IconLimits): void {
  if (length > maxBytes) throw bounds(`it has ${length} bytes of at most ${maxBytes}`);
}

/** Looks at dimensions and frames before anything is decoded (ICON-11). @throws {IconFault} `ERR_ICON_BOUNDS`. */
export function checkHeader({ width, height, frames }: RasterHeader, limits: IconLimits): void {
  const { maxSide, maxPixels, maxFrames } = limits;
  if (frames > maxFrames) throw bounds(`it has ${frames} frames of at most ${maxFrames}`);
  if (Math.max(width, height) > maxSide) {
    throw bounds(`it is ${width}x${height}, and no side may be longer than ${maxSide}`);
  }
  const pixels = width * height * frames;
  if (pixels > maxPixels) throw bounds(`it has ${pixels} pixels of at most ${maxPixels}`);
}

function bounds(detail: string): IconFault {
  return new IconFault("ERR_ICON_BOUNDS", detail);
}
