/** What the header of a raster image says, read without decoding any of its pixels. */
export interface RasterHeader {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** At least one. */
  readonly frames: number;
  /** Compressed without loss, so that it is compressed in that way again. */
  readonly lossless: boolean;
  /** The image alone: nothing that follows it, and no part that a decoder could be attacked through for nothing. */
  readonly image: Uint8Array;
}
