/** A LIKE pattern, escaped with `\`, for everything that starts with a text as it stands. */
export function prefixPattern(prefix: string): string {
  return `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
}
