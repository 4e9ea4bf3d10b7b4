import { isHeaderToken } from "../protocol/headers.js";
import { isObject, type JsonSchema } from "../protocol/json.js";
import { subschemasOf } from "./keywords.js";

/** An argument that a request header repeats. */
export interface HeaderParam {
  /** The lower-cased header field, such as `mcp-param-region`. */
  readonly field: string;
  /** The names from the root of the arguments to the value. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

/** The annotations of one schema: those that hold, and what is wrong with the others. */
export interface HeaderParams {
  readonly params: readonly HeaderParam[];
  /** Each reads on after "x-mcp-header". */
  readonly faults: readonly string[];
}

const ANNOTATION = "x-mcp-header";

/**
 * The `x-mcp-header` annotations of an input schema that passed `checkSchema`: on string, integer and boolean
 * properties reached through `properties` alone, at any depth (HDR-16 to HDR-26).
 */
export function headerParams(schema: JsonSchema): HeaderParams {
  const search: Search = { params: [], faults: [], fields: new Set() };
  visit(schema, [], "root", search);
  return { params: search.params, faults: search.faults };
}

/** The root is no property, and what is not reached through `properties` alone is not reachable. */
type Position = "root" | "property" | "unreachable";

interface Search {
  readonly params: HeaderParam[];
  readonly faults: string[];
  readonly fields: Set<string>;
}

function visit(schema: JsonSchema, path: readonly string[], position: Position, search: Search): void {
  if (ANNOTATION in schema) note(schema, path, position, search);
  for (const { keyword, steps, schema: inner } of subschemasOf(schema)) {
    if (!isObject(inner)) continue;
    const reachable = keyword === "properties" && position !== "unreachable";
    visit(inner, [...path, String(steps.at(-1))], reachable ? "property" : "unreachable", search);
  }
}

function note(schema: JsonSchema, path: readonly string[], position: Position, search: Search): void {
  const { [ANNOTATION]: name, type } = schema;
  const at = `on /${path.join("/")}`;
  if (position !== "property") {
    search.faults.push(`${at} is not on a property reached through \`properties\` alone`);
  } else if (typeof name !== "string" || !isHeaderToken(name)) {
    search.faults.push(`${at} is ${JSON.stringify(name)}, which is no HTTP token`);
  } else if (type !== "string" && type !== "integer" && type !== "boolean") {
    search.faults.push(`${at} is on type ${JSON.stringify(type) ?? "(none)"}`);
  } else if (search.fields.has(name.toLowerCase())) {
    search.faults.push(`${at} is ${JSON.stringify(name)}, which another property has, case aside`);
  } else {
    search.fields.add(name.toLowerCase());
    search.params.push({ field: `mcp-param-${name.toLowerCase()}`, path, type });
  }
}
