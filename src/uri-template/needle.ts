import { isInsideEscape } from "./normalize.js";
import type { Stretch } from "./segments.js";

/** A literal that is searched for in one pass, whatever it repeats (Knuth, Morris, Pratt). */
export interface Needle {
  readonly text: string;
  /** For each length of a partial match, the length of the longest shorter one that is still alive. */
  readonly fallbacks: readonly number[];
}

export function compileNeedle(text: string): Needle {
  const fallbacks = [0, 0];
  for (let length = 1; length < text.length; length++) {
    fallbacks.push(advance(text, fallbacks, fallbacks[length] ?? 0, text.charCodeAt(length)));
  }
  return { text, fallbacks };
}

/** Where the needle first stands in the stretch, not counting the insides of escapes; or -1. */
export function findNeedle(needle: Needle, { text, from, to }: Stretch): number {
  const { text: wanted, fallbacks } = needle;
  let matched = 0;
  for (let position = from; position < to; position++) {
    if (matched === wanted.length) matched = fallbacks[matched] ?? 0;
    matched = advance(wanted, fallbacks, matched, text.charCodeAt(position));
    const start = position + 1 - wanted.length;
    if (matched === wanted.length && !isInsideEscape(text, start)) return start;
  }
  return -1;
}

function advance(wanted: string, fallbacks: readonly number[], matched: number, code: number): number {
  let length = matched;
  while (length > 0 && wanted.charCodeAt(length) !== code) length = fallbacks[length] ?? 0;
  return wanted.charCodeAt(length) === code ? length + 1 : 0;
}
