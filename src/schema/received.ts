/** The JSON type of a value, for messages: `string`, `array`, `number 1.5`. Text is never repeated. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" || typeof value === "boolean") return `${typeof value} ${value}`;
  return typeof value;
}

/** A value shortened to what fits into a message. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** The array or object that a text is the JSON of; undefined for anything else. */
export function findStringified(value: unknown): object | undefined {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as object; // JSON that begins with a bracket or a brace is an array or an object
  } catch {
    return undefined;
  }
}
