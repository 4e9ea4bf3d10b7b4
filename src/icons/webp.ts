import { Buffer } from "node:buffer";
import { IconFault } from "./icon-fault.js";
import type { RasterHeader } from "./raster-header.js";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Chunk {
  readonly type: string;
  /** The whole chunk, its head and padding included. */
  readonly bytes: Uint8Array;
  readonly data: DataView;
}

/** Where each kind of chunk says how large it is (RFC 9649 §2). */
const SIZES: Readonly<Record<string, (data: DataView) => Size>> = {
  "VP8 ": (data) => {
    const isKeyFrame = data.getUint8(3) === 0x9d && data.getUint8(4) === 0x01 && data.getUint8(5) === 0x2a;
    if (!isKeyFrame) throw damaged("its image does not begin with a key frame");
    return { width: data.getUint16(6, true) & 0x3fff, height: data.getUint16(8, true) & 0x3fff };
  },
  VP8L: (data) => {
    if (data.getUint8(0) !== 0x2f) throw damaged("its image has no signature");
    const bits = data.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (data) => ({ width: uint24(data, 4) + 1, height: uint24(data, 7) + 1 }),
  ANMF: (data) => ({ width: uint24(data, 6) + 1, height: uint24(data, 9) + 1 }),
};

/** What pixels are made of, and Exif with its orientation. Profiles and all else are left out: nobody sees them. */
const KEPT = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "EXIF"]);

/** Offset of the first chunk. */
const FIRST_CHUNK = 12;

/** What a frame says before its own chunks. */
const FRAME_HEAD = 16;

/** Flags of VP8X: a profile, and XMP. */
const LEFT_OUT = 0x24;

export function isWebp(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0) === "RIFF" && nameAt(bytes, 8) === "WEBP";
}

/** Walks the chunks of a WebP; what follows the last is left out. @throws {IconFault} `ERR_ICON_DAMAGED`. */
export function readWebp(bytes: Uint8Array): RasterHeader {
  const end = viewOf(bytes).getUint32(4, true) + 8;
  if (end > bytes.length) throw damaged("it ends before its last chunk");
  const kept: Uint8Array[] = [];
  const found: Size[] = [];
  const types = new Set<string>();
  let frames = 0;
  for (const { type, bytes: chunk, data } of chunksOf(bytes.subarray(FIRST_CHUNK, end))) {
    if (type === "ANMF") frames += 1;
    if (KEPT.has(type)) kept.push(chunk);
    for (const { type: part, data: inner } of [{ type, data }, ...innerChunks(type, chunk)]) {
      const size = SIZES[part];
      if (size !== undefined) found.push(readSize(size, inner));
      types.add(part);
    }
  }
  if (!["VP8 ", "VP8L"].some((type) => types.has(type))) throw damaged("it has no pixels");
  const width = found.reduce((most, size) => Math.max(most, size.width), 0);
  const height = found.reduce((most, size) => Math.max(most, size.height), 0);
  if (width === 0 || height === 0) throw damaged("its header names no size");
  return { width, height, frames: Math.max(1, frames), lossless: types.has("VP8L"), image: join(kept) };
}

/** A frame of an animation holds an image of its own, which need not be as large as the frame says. */
function* innerChunks(type: string, frame: Uint8Array): Generator<Chunk> {
  if (type === "ANMF") yield* chunksOf(frame.subarray(8 + FRAME_HEAD));
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw damaged("it ends inside the head of a chunk");
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) throw damaged("it ends inside a chunk");
    const next = at + 8 + length + (length % 2);
    const data = viewOf(bytes.subarray(at + 8, at + 8 + length));
    yield { type: nameAt(bytes, at), bytes: bytes.subarray(at, next), data };
    at = next;
  }
}

/** Chunks as a file of their own. */
function join(chunks: readonly Uint8Array[]): Uint8Array {
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), ...chunks]);
  file.writeUInt32LE(file.length - 8, 4);
  if (nameAt(file, FIRST_CHUNK) === "VP8X") file.writeUInt8(file.readUInt8(20) & ~LEFT_OUT, 20);
  return file;
}

function readSize(read: (data: DataView) => Size, data: DataView): Size {
  try {
    return read(data);
  } catch (error) {
    throw error instanceof RangeError ? damaged("one of its chunks is too short") : error;
  }
}

function uint24(data: DataView, at: number): number {
  return data.getUint16(at, true) | (data.getUint8(at + 2) << 16);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function damaged(detail: string): IconFault {
  return new IconFault("ERR_ICON_DAMAGED", detail);
}
