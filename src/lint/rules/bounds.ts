import type { JsonSchema } from "../../protocol/json.js";
import { isBoundedPattern } from "../bounded-pattern.js";
import { type Input, locate } from "../inputs.js";
import type { Lints } from "../lints.js";
import type { SchemaNode } from "../schema-nodes.js";

/** Formats whose texts are short by themselves. */
const SHORT_FORMATS: ReadonlySet<unknown> = new Set([
  "date",
  "date-time",
  "duration",
  "ipv4",
  "ipv6",
  "time",
  "uuid",
]);

/** Texts and lists that only the size of a whole message bounds. */
export function lintBounds(inputs: readonly Input[], lints: Lints): void {
  for (const input of inputs) {
    for (const node of input.nodes) {
      const { where, subject } = locate(input, node);
      if (takes("string", node) && !isBounded(node, boundsText))
        lints.add("LINT_STRING_UNBOUNDED", where, { subject });
      if (takes("array", node) && !isBounded(node, boundsList))
        lints.add("LINT_ARRAY_UNBOUNDED", where, { subject });
    }
  }
}

function takes(name: string, { schema: { type } }: SchemaNode): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}

function isBounded({ schema, peers }: SchemaNode, bounds: (schema: JsonSchema) => boolean): boolean {
  return [schema, ...peers].some((judge) => isChoice(judge) || bounds(judge));
}

function isChoice(schema: JsonSchema): boolean {
  return Array.isArray(schema.enum) || schema.const !== undefined;
}

/** Whether a schema itself says how long a text may be. */
export function boundsText({ maxLength, format, pattern }: JsonSchema): boolean {
  if (typeof maxLength === "number" || SHORT_FORMATS.has(format)) return true;
  return typeof pattern === "string" && isBoundedPattern(pattern);
}

function boundsList({ maxItems, items, additionalItems }: JsonSchema): boolean {
  return typeof maxItems === "number" || items === false || additionalItems === false;
}
