import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { IconFault } from "./icon-fault.js";
import type { RasterHeader } from "./raster-header.js";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** What pixels are made of. Text, profiles and times are left out: decoders inflate them, and nobody sees them. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

interface Chunk {
  readonly type: string;
  /** The whole chunk, length and check included. */
  readonly bytes: Uint8Array;
  readonly data: DataView;
}

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/** Walks the chunks of a PNG (ISO/IEC 15948 §5), each with its CRC. @throws {IconFault} `ERR_ICON_DAMAGED`. */
export function readPng(bytes: Uint8Array): RasterHeader {
  const kept = [bytes.subarray(0, SIGNATURE.length)];
  let size: { width: number; height: number } | undefined;
  let announced = 0;
  let counted = 0;
  let hasPixels = false;
  for (const { type, bytes: chunk, data } of chunksOf(bytes)) {
    if (type === "IHDR") size = readSize(data, size !== undefined);
    else if (size === undefined) throw damaged("its first chunk is not IHDR");
    if (type === "acTL" && data.byteLength >= 4) announced = data.getUint32(0);
    if (type === "fcTL") counted += 1;
    if (type === "IDAT") hasPixels = true;
    if (KEPT.has(type)) kept.push(chunk);
    else if (isCritical(type)) throw damaged(`it has the unknown chunk ${type}`);
  }
  if (size === undefined || !hasPixels) throw damaged("it has no pixels");
  const frames = Math.max(1, announced, counted);
  return { ...size, frames, lossless: true, image: Buffer.concat(kept) };
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let type = "";
  for (let at = SIGNATURE.length; type !== "IEND"; ) {
    if (at + 12 > bytes.length) throw damaged("it ends before its last chunk");
    const length = view.getUint32(at);
    type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged("it has a chunk without a name");
    const end = at + 12 + length;
    if (end > bytes.length) throw damaged(`it ends inside the chunk ${type}`);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) {
      throw damaged(`the checksum of its chunk ${type} is wrong`);
    }
    const data = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length);
    yield { type, bytes: bytes.subarray(at, end), data };
    at = end;
  }
}

function readSize(data: DataView, again: boolean): { width: number; height: number } {
  if (again) throw damaged("it has two headers");
  if (data.byteLength !== 13) throw damaged("its header has the wrong length");
  const [width, height] = [data.getUint32(0), data.getUint32(4)];
  if (width === 0 || height === 0) throw damaged("its header names no size");
  return { width, height };
}

/** A decoder must know what a chunk with a capital means. */
function isCritical(type: string): boolean {
  return type.charCodeAt(0) < 0x60;
}

function damaged(detail: string): IconFault {
  return new IconFault("ERR_ICON_DAMAGED", detail);
}
