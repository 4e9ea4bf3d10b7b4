import { isObject, type JsonSchema } from "../protocol/json.js";
import { subschemasOf } from "../schema/keywords.js";
import { findByPointer } from "../schema/pointer.js";

/** The schema that `$ref` names by its place in the same schema; undefined for any other reference, and none. */
export function findLocal({ $ref }: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if ($ref === "#") return root;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return undefined;
  const target = findByPointer(root, decode($ref.slice(1)));
  return isObject(target) ? target : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Every `$ref` that leads back to a schema it stands in, as it is written. */
export function findRecursion(root: JsonSchema): readonly string[] {
  const done = new Set<JsonSchema>();
  const found = new Set<string>();
  const visit = (schema: JsonSchema, around: ReadonlySet<JsonSchema>): void => {
    if (done.has(schema)) return;
    const inside = new Set(around).add(schema);
    const target = findLocal(schema, root);
    if (target !== undefined && inside.has(target)) found.add(String(schema.$ref));
    else if (target !== undefined) visit(target, inside);
    for (const { schema: inner } of subschemasOf(schema)) {
      if (isObject(inner) && !inside.has(inner)) visit(inner, inside);
    }
    done.add(schema);
  };
  visit(root, new Set());
  return [...found];
}
