import { BlazonError } from "../errors/blazon-error.js";

/** What an icon may cost. Every limit holds before the work it limits begins. */
export interface IconLimits {
  /** Bytes of a source, decoded from base64. */
  readonly maxBytes: number;
  /** Pixels of the longer side. */
  readonly maxSide: number;
  /** Pixels of all frames together. */
  readonly maxPixels: number;
  /** Frames of an animation; of those allowed the first is shown. */
  readonly maxFrames: number;
  /** Elements of an SVG. */
  readonly maxElements: number;
  /** Levels of elements in an SVG. */
  readonly maxDepth: number;
  /** What drawing an SVG may cost, in units of about ten microseconds, references followed. */
  readonly maxDrawing: number;
  /** Milliseconds for decoding and encoding. */
  readonly timeoutMs: number;
}

/** For the icons of one's own server. A still image is asked for, since a still image is what is published. */
export const SERVER_LIMITS: IconLimits = {
  maxBytes: 512 * 1024,
  maxSide: 4096,
  maxPixels: 4 * 1024 * 1024,
  maxFrames: 1,
  maxElements: 2000,
  maxDepth: 64,
  maxDrawing: 100_000,
  timeoutMs: 10_000,
};

/** For icons of other servers. */
export const CONSUMER_LIMITS: IconLimits = { ...SERVER_LIMITS, maxFrames: 64, timeoutMs: 5000 };

/** @throws {BlazonError} `ERR_OPTION_INVALID` for what is no positive integer. */
export function resolveLimits(base: IconLimits, own: Partial<IconLimits> = {}): IconLimits {
  for (const [name, value] of Object.entries(own)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    const fix = "Give a positive integer, or leave it out";
    throw new BlazonError("ERR_OPTION_INVALID", { option: `limits.${name}`, detail: "is no limit", fix });
  }
  return { ...base, ...own };
}
