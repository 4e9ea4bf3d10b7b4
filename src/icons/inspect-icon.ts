import { BlazonError } from "../errors/blazon-error.js";
import { type IconCode, nameFault } from "./icon-fault.js";
import { parseIconSpec } from "./icon-spec.js";
import { CONSUMER_LIMITS, type IconLimits, resolveLimits } from "./limits.js";
import { type ReadIcon, readIcon } from "./read-icon.js";
import { readGiven } from "./read-source.js";

/** What an icon is found to be. */
export type IconInspection = AcceptedIcon | RefusedIcon;

export interface AcceptedIcon {
  readonly ok: true;
  /** By its magic bytes. */
  readonly mimeType: string;
  /** `WxH`, or `any` for shapes. */
  readonly size: string;
  readonly frames: number;
  /** What would be left out of an SVG, such as `<text>` and `filter`. */
  readonly dropped: readonly string[];
}

export interface RefusedIcon {
  readonly ok: false;
  readonly code: IconCode;
  /** What is wrong and what to do, in one line. */
  readonly reason: string;
}

/** What an icon is compared with. */
export interface InspectOptions {
  /** What the bytes are declared to be. */
  readonly mimeType?: string;
  readonly limits?: Partial<IconLimits>;
}

/**
 * Says what bytes or a `data:` URI are, without decoding them (ICON-08, ICON-16): a verdict, never an exception, so
 * that one bad icon does not spoil a list. An image may still be damaged where only a decoder looks.
 * @throws {BlazonError} `ERR_OPTION_INVALID` for wrong limits alone.
 */
export function inspectIcon(icon: Uint8Array | string, options: InspectOptions = {}): IconInspection {
  const limits = resolveLimits(CONSUMER_LIMITS, options.limits);
  try {
    return { ok: true, ...inspect(icon, options.mimeType, limits) };
  } catch (error) {
    return verdictOf(error);
  }
}

function inspect(icon: Uint8Array | string, declared: string | undefined, limits: IconLimits) {
  const { label, source, mimeType } = parseIconSpec({ src: icon, mimeType: declared });
  try {
    const { bytes, contentType } = readGiven(source, limits);
    return describe(readIcon(bytes, { mimeType, contentType }, limits));
  } catch (error) {
    throw nameFault(error, label);
  }
}

function describe(icon: ReadIcon): Omit<AcceptedIcon, "ok"> {
  const { mimeType } = icon.format;
  if (icon.kind === "vector") return { mimeType, size: "any", frames: 1, dropped: icon.svg.dropped };
  const { width, height, frames } = icon.header;
  return { mimeType, size: `${width}x${height}`, frames, dropped: [] };
}

/** A coded error as a verdict. @throws whatever is none. */
export function verdictOf(error: unknown): RefusedIcon {
  if (!(error instanceof BlazonError) || !isIconCode(error.code)) throw error;
  return { ok: false, code: error.code, reason: error.message };
}

function isIconCode(code: string): code is IconCode {
  return code.startsWith("ERR_ICON_");
}
