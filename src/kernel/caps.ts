import type { WireCodeName } from "../errors/codes.js";

/** How much JSON one message may hold. */
export interface Caps {
  /** Levels of nesting. */
  readonly depth: number;
  /** Elements and members in all, counted by the commas between them. */
  readonly elements: number;
}

export const DEFAULT_CAPS: Caps = { depth: 64, elements: 100_000 };

/** The cap that was passed; a value for the message's refusal. */
export type Excess = Extract<WireCodeName, "ERR_WIRE_DEPTH" | "ERR_WIRE_ELEMENTS">;

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Which cap a JSON text passes. Nearly every message is too small to pass any, and that is quick to see.
 * Works on text that is not JSON too, and then says nothing about it but that it ends.
 */
export function excessOfText(text: string, caps: Caps): Excess | undefined {
  const canHoldTooMuch = text.length > caps.elements;
  if (
    !canHoldTooMuch &&
    countUpTo(caps.depth + 1, text, "{") + countUpTo(caps.depth + 1, text, "[") <= caps.depth
  ) {
    return undefined;
  }
  return scan(text, caps);
}

/** How often a character stands in a text, counted no further than `most`. */
function countUpTo(most: number, text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count < most; at = text.indexOf(character, at + 1))
    count++;
  return count;
}

/** One pass that skips strings. */
function scan(text: string, caps: Caps): Excess | undefined {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > caps.depth) return "ERR_WIRE_DEPTH";
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (++commas > caps.elements) return "ERR_WIRE_ELEMENTS";
        break;
    }
  }
  return undefined;
}

/** Where the string that opens at `start` closes; the end of the text where it never does. */
function endOfString(text: string, start: number): number {
  let quote = start;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote;
  }
}

/** Which cap a parsed value passes; for messages that somebody else parsed. Needs no call stack of its own. */
export function excessOfValue(value: unknown, caps: Caps): Excess | undefined {
  let commas = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (depth === caps.depth) return "ERR_WIRE_DEPTH";
      const children = Object.values(item);
      commas += Math.max(0, children.length - 1);
      if (commas > caps.elements) return "ERR_WIRE_ELEMENTS";
      for (const child of children) below.push(child);
    }
    level = below;
  }
  return undefined;
}
