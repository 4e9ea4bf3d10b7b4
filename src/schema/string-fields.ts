import { isObject, type JsonSchema } from "../protocol/json.js";

/**
 * The names of the top-level properties that are not text. Prompt arguments and template variables are
 * strings on the wire, so none may be left.
 */
export function findNonStringFields(schema: JsonSchema): readonly string[] {
  if (!isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => (isText(property) ? [] : [name]));
}

function isText(property: unknown): boolean {
  if (!isObject(property)) return false;
  if (property.type !== undefined) return property.type === "string";
  if (Array.isArray(property.enum)) return property.enum.every((value) => typeof value === "string");
  return typeof property.const === "string";
}
