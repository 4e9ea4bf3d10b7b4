import type { Variable } from "./expression.js";
import { compileNeedle, findNeedle, type Needle } from "./needle.js";
import { isInsideEscape } from "./normalize.js";
import type { Stretch } from "./segments.js";

/** A stretch of a template: literal text, or a variable. */
export type Piece = string | Variable;

/**
 * What one segment of a URI must look like: literals at both ends, captures between them, and something
 * literal between every two captures.
 */
export interface Pattern {
  readonly head: string;
  readonly separators: readonly Needle[];
  readonly tail: string;
  /** Without captures the whole segment is `head`. */
  readonly captures: number;
  /** The fewest characters of the last capture. */
  readonly least: 0 | 1;
}

/** @param pieces alternate between text and variables; two variables never touch. */
export function compilePattern(pieces: readonly Piece[], least: 0 | 1 = 1): Pattern {
  const captures = pieces.filter((piece) => typeof piece !== "string").length;
  const first = pieces[0];
  const last = pieces.at(-1);
  const head = typeof first === "string" ? first : "";
  const tail = captures > 0 && typeof last === "string" ? last : "";
  const inner = pieces.slice(head === "" ? 0 : 1, tail === "" ? undefined : -1);
  const separators = inner.filter((piece) => typeof piece === "string").map(compileNeedle);
  return { head, separators, tail, captures, least };
}

/** Equal for patterns that match the same segments, whatever their variables are called. */
export function shapeOf({ head, separators, tail, least }: Pattern): string {
  return JSON.stringify([head, ...separators.map(({ text }) => text), tail, least]);
}

/**
 * Matches a segment in one pass and appends start and end of each capture to `spans`. A
 * capture ends where the literal behind it first stands.
 */
export function matchPattern(pattern: Pattern, { text, from, to }: Stretch, spans: number[]): boolean {
  const { head, separators, tail, captures, least } = pattern;
  const end = to - tail.length;
  let position = from + head.length;
  if (position > end || !text.startsWith(head, from) || !text.startsWith(tail, end)) return false;
  if (captures === 0) return position === end;
  if (tail !== "" && isInsideEscape(text, end)) return false;
  for (const separator of separators) {
    const found = findNeedle(separator, { text, from: position + 1, to: end });
    if (found < 0) return false;
    spans.push(position, found);
    position = found + separator.text.length;
  }
  if (end - position < least) return false;
  spans.push(position, end);
  return true;
}
