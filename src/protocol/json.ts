/** Any value JSON can carry. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON object whose members have not been looked at yet. */
export type JsonObject = { readonly [key: string]: unknown };

/** A JSON Schema in its object form. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an object whose members are all strings. */
export function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((member) => typeof member === "string");
}
