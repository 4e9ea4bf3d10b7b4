const DELIMITERS: ReadonlySet<number> = new Set([..."/?#&;"].map((character) => character.charCodeAt(0)));

/** Whether a segment begins here: no variable but an open one takes such a character in as it is. */
export function isDelimiter(code: number): boolean {
  return DELIMITERS.has(code);
}

/** A part of a text, without copying it. */
export interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Where each segment of a text begins, and where the last one ends. */
export function boundsOf(text: string): number[] {
  const bounds = [0];
  for (let position = 1; position < text.length; position++) {
    if (isDelimiter(text.charCodeAt(position))) bounds.push(position);
  }
  bounds.push(text.length);
  return bounds;
}
