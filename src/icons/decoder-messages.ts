import { Buffer } from "node:buffer";
import type { IconCode } from "./icon-fault.js";
import { IconFault } from "./icon-fault.js";
import type { Raster, RasterInput, RasterTarget } from "./raster-engine.js";

/** What a decoding process is told. */
export interface DecoderRequest {
  readonly input: RasterInput;
  readonly targets: readonly RasterTarget[];
}

/** What it answers. */
export type DecoderAnswer = { readonly rasters: readonly Raster[] } | { readonly fault: IconFault };

/** A message is a line of JSON and, after it, the bytes of its images. */
export function writeRequest({ input, targets }: DecoderRequest): Uint8Array {
  const { bytes, ...rest } = input;
  return frame({ input: rest, targets }, [bytes]);
}

/** Of the process that started this one, and so not checked. */
export function readRequest(message: Uint8Array): DecoderRequest {
  const { head, body } = split(message);
  const { input, targets } = JSON.parse(head) as DecoderRequest; // written by writeRequest
  return { input: { ...input, bytes: body }, targets };
}

export function writeAnswer(answer: DecoderAnswer): Uint8Array {
  if ("fault" in answer) return frame({ code: answer.fault.code, detail: answer.fault.detail }, []);
  const sizes = answer.rasters.map(({ width, height, bytes }) => ({ width, height, length: bytes.length }));
  return frame(
    { sizes },
    answer.rasters.map(({ bytes }) => bytes),
  );
}

const CODES: readonly IconCode[] = ["ERR_ICON_DAMAGED", "ERR_ICON_TIME", "ERR_ICON_LIBRARY"];

/**
 * Reads an answer as one that hostile bytes may have written: they were in that process.
 * @throws {IconFault} `ERR_ICON_DAMAGED` for what is no answer; and the fault that is the answer.
 */
export function parseAnswer(message: Uint8Array, count: number): readonly Raster[] {
  const { head, body } = split(message);
  const answer = parseHead(head);
  const code = CODES.find((known) => known === answer.code);
  if (code !== undefined) throw new IconFault(code, String(answer.detail).slice(0, 200));
  if (!Array.isArray(answer.sizes) || answer.sizes.length !== count) throw noAnswer();
  let at = 0;
  return answer.sizes.map((size: unknown) => {
    if (!isSize(size)) throw noAnswer();
    const bytes = body.subarray(at, (at += size.length));
    if (bytes.length !== size.length) throw noAnswer();
    return { bytes, width: size.width, height: size.height };
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly length: number;
}

function isSize(value: unknown): value is Size {
  if (typeof value !== "object" || value === null) return false;
  return ["width", "height", "length"].every(
    (name) => Number.isSafeInteger(Reflect.get(value, name)) && Reflect.get(value, name) > 0,
  );
}

function parseHead(head: string): { code?: unknown; detail?: unknown; sizes?: unknown } {
  try {
    return Object(JSON.parse(head));
  } catch {
    throw noAnswer();
  }
}

function split(message: Uint8Array): { head: string; body: Uint8Array } {
  const end = Math.max(0, message.indexOf(0x0a));
  return { head: Buffer.from(message.subarray(0, end)).toString(), body: message.subarray(end + 1) };
}

function frame(head: object, bodies: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bodies]);
}

function noAnswer(): IconFault {
  return new IconFault("ERR_ICON_DAMAGED", "the process that decoded it gave no answer");
}
