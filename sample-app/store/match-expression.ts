const SEPARATORS = /[\s\p{Cc}]+/u;

/**
 * An FTS5 expression that asks for every word of a text. Each word is quoted, so that operators, column
 * filters and stray quotes in it are words like any other. Control characters separate words: FTS5 takes a
 * NUL for the end of the expression.
 *
 * @returns undefined for a text without words, which matches nothing.
 */
export function matchExpression(text: string): string | undefined {
  const words = text.split(SEPARATORS).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" ");
}
