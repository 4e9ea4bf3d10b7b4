import { isObject, type JsonSchema } from "../protocol/json.js";
import { IN_PLACE, type Subschema, subschemasOf } from "../schema/keywords.js";
import { findLocal } from "./references.js";

/** One schema inside a published schema, and what a rule has to know of where it stands. */
export interface SchemaNode {
  readonly schema: JsonSchema;
  /** The members that lead to it from the root. */
  readonly steps: readonly string[];
  readonly trail: readonly TrailPart[];
  /** True for the schema of a declared property. */
  readonly isProperty: boolean;
  /** False for a property that may be left out. */
  readonly isRequired: boolean;
  /** How many properties lead to it, one inside the other. */
  readonly level: number;
  /** The other schemas that the very same value has to fit. */
  readonly peers: readonly JsonSchema[];
}

/** A part of the way to a value, as an author would write it, and how many steps lead to its end. */
interface TrailPart {
  readonly text: string;
  readonly end: number;
}

/** Schemas that judge values without describing them. */
const ASIDE: ReadonlySet<string> = new Set([
  "contains",
  "contentSchema",
  "dependencies",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "propertyNames",
  "then",
]);

/** Far above what a boot lets through: a schema that is refused is looked at all the same. */
const MOST_NODES = 10_000;
const DEEPEST = 64;

/** The schemas that describe a value or a part of it, the root first. */
export function nodesOf(root: JsonSchema): readonly SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (node: SchemaNode, depth: number): void => {
    if (nodes.length >= MOST_NODES || depth > DEEPEST) return;
    nodes.push(node);
    for (const inner of subschemasOf(node.schema)) {
      if (isObject(inner.schema) && !ASIDE.has(inner.keyword))
        visit(nodeOf(node, inner, inner.schema, root), depth + 1);
    }
  };
  visit({ schema: root, steps: [], trail: [], isProperty: false, isRequired: true, level: 0, peers: [] }, 0);
  return nodes;
}

function nodeOf(outer: SchemaNode, inner: Subschema, schema: JsonSchema, root: JsonSchema): SchemaNode {
  const steps = [...outer.steps, ...inner.steps.map(String)];
  const isProperty = inner.keyword === "properties";
  const required: readonly unknown[] = Array.isArray(outer.schema.required) ? outer.schema.required : [];
  return {
    schema,
    steps,
    trail: [...outer.trail, { text: textOf(inner), end: steps.length }],
    isProperty,
    isRequired: !isProperty || required.includes(steps.at(-1)),
    level: outer.level + (isProperty ? 1 : 0),
    peers: [...(IN_PLACE.has(inner.keyword) ? alongside(outer) : []), ...targetOf(schema, root)],
  };
}

/** What a value has to fit besides one branch of its schema: the schema, what that has to fit, and every `allOf`. */
function alongside({ schema, peers }: SchemaNode): readonly JsonSchema[] {
  const all: readonly unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [schema, ...peers, ...all.filter(isObject)];
}

function targetOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const target = findLocal(schema, root);
  return target === undefined ? [] : [target];
}

function textOf({ keyword, steps }: Subschema): string {
  const last = String(steps.at(-1));
  if (keyword === "properties" || keyword === "$defs" || keyword === "definitions") return `.${last}`;
  if (keyword === "items" || keyword === "prefixItems" || keyword === "additionalItems")
    return steps.length > 1 ? `[${last}]` : "[]";
  return IN_PLACE.has(keyword) ? "" : ".*";
}

/** The value a node describes, such as `rows[].note`; counted from a number of steps on where one is given. */
export function subjectOf({ trail }: SchemaNode, from = 0): string {
  const text = trail
    .filter(({ end }) => end > from)
    .map((part) => part.text)
    .join("");
  return text === "" ? "the input" : text.replace(/^\./, "");
}
