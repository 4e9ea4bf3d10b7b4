import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** One chunk of a PNG with its right check. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** A PNG of these chunks. */
export function pngOf(...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** The header of a PNG with 8 bits for each of red, green, blue and alpha. */
export function pngHeader(width: number, height: number): Buffer {
  return pngChunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])]));
}

/** The pixels of an image in which each has another color. */
export function pngPixels(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => [(x * 5) % 256, (y * 7) % 256, (x * y) % 256, 255]).flat(),
  ]);
  return pngChunk("IDAT", deflateSync(Buffer.from(rows.flat())));
}

export const PNG_END = pngChunk("IEND", Buffer.alloc(0));

/** A whole PNG, made without any image library. */
export function makePng(width: number, height: number): Buffer {
  return pngOf(pngHeader(width, height), pngPixels(width, height), PNG_END);
}

/** The control chunk of an animated PNG: how many frames it claims to have. */
export function animationControl(frames: number): Buffer {
  return pngChunk("acTL", Buffer.concat([uint32(frames), uint32(0)]));
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** One chunk of a WebP, padded to an even length. */
export function riffChunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP of these chunks. */
export function webpOf(...chunks: readonly Uint8Array[]): Buffer {
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

/** The extended header of a WebP; flag 2 says that it is animated. */
export function webpCanvas(width: number, height: number, flags = 0): Buffer {
  return riffChunk(
    "VP8X",
    Buffer.concat([Buffer.from([flags, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]),
  );
}

/** One frame of an animation. */
export function webpFrame(width: number, height: number, image: Uint8Array): Buffer {
  const head = [uint24(0), uint24(0), uint24(width - 1), uint24(height - 1), uint24(100), Buffer.from([0])];
  return riffChunk("ANMF", Buffer.concat([...head, image]));
}

export function uint24(value: number): Buffer {
  return Buffer.from([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]);
}
