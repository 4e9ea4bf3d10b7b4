import { isObject, type JsonSchema } from "../../protocol/json.js";
import { type Input, locate } from "../inputs.js";
import type { Lints } from "../lints.js";
import type { SchemaNode } from "../schema-nodes.js";

const MOST_LEVELS = 10;

/** Keywords of JSON Schema that strict mode does not know, with what to write in their place. */
const UNKNOWN: Readonly<Record<string, string>> = {
  allOf: "Write the members of `allOf` into one schema",
  dependentRequired: "Check it in the handler",
  dependentSchemas: "Check it in the handler",
  if: "Check it in the handler",
  not: "Check it in the handler",
  oneOf: "Use `anyOf`",
  patternProperties: "Take a list of objects with a name and a value",
  propertyNames: "Take a list of objects with a name and a value",
  unevaluatedProperties: "Declare every property, and say additionalProperties: false",
};

/** What OpenAI's strict mode refuses: a smaller language than function calling without it. */
export function lintStrictMode(inputs: readonly Input[], lints: Lints): void {
  for (const input of inputs.filter(({ definition }) => definition.kind === "tool")) {
    for (const node of input.nodes) {
      for (const { detail, fix } of faultsOf(node)) {
        const { where, subject } = locate(input, node);
        lints.add("LINT_PORTABLE_STRICT", where, { subject, detail, fix });
      }
    }
  }
}

interface Fault {
  readonly detail: string;
  readonly fix: string;
}

function faultsOf(node: SchemaNode): readonly Fault[] {
  const { schema, isProperty, isRequired, level } = node;
  const faults = Object.entries(UNKNOWN).flatMap(([keyword, fix]) =>
    keyword in schema ? [{ detail: `it uses ${keyword}`, fix }] : [],
  );
  if (isOpen(schema)) faults.push(OPEN);
  if (!isRequired && !takesNull(schema)) faults.push(OPTIONAL);
  if (isProperty && level === MOST_LEVELS + 1) faults.push(DEEP);
  return faults;
}

const OPEN: Fault = {
  detail: "it takes members that are not declared",
  fix: "Declare every property, or take a list of objects with a name and a value",
};
/** Strict mode has every property given, and one that is not needed given as null. */
const OPTIONAL: Fault = {
  detail: "it may be left out, and may not be null",
  fix: "Require it, or let it be null: `nullable: true` in @Field",
};
const DEEP: Fault = { detail: `it is nested deeper than ${MOST_LEVELS} levels`, fix: "Take fewer levels" };

/** Clients add `additionalProperties: false` where nothing is said, and cannot where names are free. */
function isOpen({ type, properties, additionalProperties }: JsonSchema): boolean {
  if (type !== "object") return false;
  return additionalProperties === undefined ? properties === undefined : additionalProperties !== false;
}

function takesNull(schema: JsonSchema): boolean {
  const { type, anyOf, oneOf } = schema;
  const types: readonly unknown[] = [type].flat();
  if (types.includes("null") || schema.const === null) return true;
  const branches: readonly unknown[] = [anyOf, oneOf].flat();
  return branches.some((branch) => isObject(branch) && takesNull(branch)) || isUntyped(schema);
}

function isUntyped({ type, anyOf, oneOf, $ref, enum: choices }: JsonSchema): boolean {
  return [type, anyOf, oneOf, $ref, choices].every((keyword) => keyword === undefined);
}
