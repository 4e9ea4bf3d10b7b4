import { Buffer } from "node:buffer";
import { IconFault } from "./icon-fault.js";
import type { RasterHeader } from "./raster-header.js";

/** Progressive images have about ten; each is a pass over all pixels. */
const MAX_SCANS = 64;

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;

/**
 * Segments of applications that decide how pixels are shown: JFIF, Exif with its orientation, and what Adobe says about
 * colors. Profiles, thumbnails and comments are left out: decoders read them, and nobody sees them.
 */
const KEPT_APPLICATIONS = [0xe0, 0xe1, 0xee];

interface Segment {
  readonly marker: number;
  /** Offset of the marker. */
  readonly start: number;
  /** Offset of what follows the length. */
  readonly at: number;
  /** Offset behind the segment. */
  readonly end: number;
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/**
 * Walks the segments of a JPEG (ITU-T T.81 §B) up to the end of its image; what follows is left out.
 * @throws {IconFault} `ERR_ICON_DAMAGED`, or `ERR_ICON_BOUNDS` for too many scans.
 */
export function readJpeg(bytes: Uint8Array): RasterHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 2)];
  let [width, height, scans] = [0, 0, 0];
  for (const { marker, start, at, end } of segmentsOf(bytes)) {
    if (isKept(marker)) kept.push(bytes.subarray(start, end));
    if (isFrame(marker)) {
      if (end - at < 6) throw damaged("its frame header is too short");
      height = Math.max(height, view.getUint16(at + 1));
      width = Math.max(width, view.getUint16(at + 3));
    }
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) {
      throw new IconFault("ERR_ICON_BOUNDS", `it has more than ${MAX_SCANS} scans`);
    }
  }
  if (width === 0 || height === 0) throw damaged("its header names no size");
  if (scans === 0) throw damaged("it has no pixels");
  return { width, height, frames: 1, lossless: false, image: Buffer.concat(kept) };
}

function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let marker = 0;
  for (let at = 2; marker !== END_OF_IMAGE; ) {
    if (bytes[at] !== 0xff && at < bytes.length) throw damaged("its segments do not follow each other");
    while (bytes[at] === 0xff) at += 1;
    marker = bytes[at] ?? 0;
    at += 1;
    if (at > bytes.length) throw damaged("it ends before its image does");
    const end = isBare(marker) ? at : at + lengthAt(bytes, at);
    if (end > bytes.length) throw damaged("it ends before its image does");
    const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    yield { marker, start: at - 2, at: at + 2, end: next };
    at = next;
  }
}

/** All but comments and most of what belongs to applications. */
function isKept(marker: number): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  return isApplication ? KEPT_APPLICATIONS.includes(marker) : marker !== COMMENT;
}

/** Markers that nothing belongs to: TEM, RST, SOI, EOI. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which stand between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function lengthAt(bytes: Uint8Array, at: number): number {
  const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  if (length < 2) throw damaged("one of its segments has no length");
  return length;
}

/** Compressed data ends at a marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const belongs = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!belongs) return at;
  }
  throw damaged("it ends before its image does");
}

function damaged(detail: string): IconFault {
  return new IconFault("ERR_ICON_DAMAGED", detail);
}
