import { BlazonError } from "../errors/blazon-error.js";

interface Range {
  readonly min: number;
  readonly max: number;
  /** What the number counts, for the message: `bytes`, `milliseconds`. */
  readonly unit: string;
}

/**
 * A limit as its author wrote it, or the default.
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for anything but an integer of the range; a limit that does
 * not limit (`NaN`, a numeric string) is worse than none.
 */
export function parseLimit(
  option: string,
  value: unknown,
  fallback: number,
  { min, max, unit }: Range,
): number {
  if (value === undefined) return fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option,
    detail: `is ${describe(value)}`,
    fix: `Give an integer from ${min} to ${max} (${unit}), or leave it out for ${fallback}`,
  });
}

function describe(value: unknown): string {
  return typeof value === "number"
    ? String(value)
    : `a value of type ${value === null ? "null" : typeof value}`;
}
