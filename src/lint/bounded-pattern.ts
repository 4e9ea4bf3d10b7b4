/** Classes and escapes, which are one character each whatever stands in them. */
const ATOMS =
  /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g;
const ENDLESS = /[*+]|\{\d+,\}/;

/**
 * Whether only texts up to some length match a regular expression: each of its alternatives is anchored at both
 * ends and repeats nothing without end. Says no where it cannot tell.
 */
export function isBoundedPattern(pattern: string): boolean {
  const bare = pattern.replaceAll(ATOMS, "x");
  if (ENDLESS.test(bare)) return false;
  return alternativesOf(bare).every((alternative) => /^\^(?:.*[^|])?\$$/s.test(alternative));
}

/** Split at each `|` outside of groups. */
function alternativesOf(pattern: string): readonly string[] {
  const alternatives = [""];
  let depth = 0;
  for (const character of pattern) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "|" && depth === 0) alternatives.push("");
    else alternatives.push(`${alternatives.pop()}${character}`);
  }
  return alternatives;
}
