import { isObject } from "../../protocol/json.js";
import { type Input, locate } from "../inputs.js";
import type { Lints } from "../lints.js";
import { findRecursion } from "../references.js";
import type { SchemaNode } from "../schema-nodes.js";

/** Anthropic's rule for the names of a tool's arguments. */
const ANTHROPIC_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
/** Refused at the root by both OpenAI and Anthropic, and by OpenAI alone. */
const ROOT_OF_BOTH = ["allOf", "anyOf", "oneOf"];
const ROOT_OF_OPENAI = ["const", "enum", "not"];

/**
 * What a model API answers with an error whatever its client does with the rest of a schema. One such tool makes
 * every call of a model fail, with all other tools in it.
 */
export function lintPortability(inputs: readonly Input[], lints: Lints): void {
  for (const input of inputs.filter(({ definition }) => definition.kind === "tool")) {
    lintRoot(input, lints);
    lintRecursion(input, lints);
    for (const node of input.nodes) {
      lintKey(input, node, lints);
      lintItems(input, node, lints);
      lintChoices(input, node, lints);
    }
  }
}

function lintRoot({ definition, reader: { schema } }: Input, lints: Lints): void {
  const add = (keyword: string, apis: string): void => {
    if (keyword in schema) lints.add("LINT_PORTABLE_ROOT", definition, { apis, keyword });
  };
  for (const keyword of ROOT_OF_BOTH) add(keyword, "OpenAI and Anthropic refuse");
  for (const keyword of ROOT_OF_OPENAI) add(keyword, "OpenAI refuses");
}

function lintRecursion({ definition, reader: { schema } }: Input, lints: Lints): void {
  for (const reference of findRecursion(schema)) {
    const subject = reference === "#" ? "the input" : reference.split("/").at(-1);
    lints.add("LINT_PORTABLE_RECURSION", definition, { subject: String(subject) });
  }
}

function lintKey(input: Input, node: SchemaNode, lints: Lints): void {
  const [, key = ""] = node.steps;
  const isArgument = node.isProperty && node.steps.length === 2;
  if (!isArgument || ANTHROPIC_KEY.test(key)) return;
  lints.add("LINT_PORTABLE_KEY", locate(input, node).where, { key: JSON.stringify(key) });
}

function lintItems(input: Input, node: SchemaNode, lints: Lints): void {
  const { type, items, prefixItems, $ref } = node.schema;
  const isList = Array.isArray(type) ? type.includes("array") : type === "array";
  if (!isList || items !== undefined || prefixItems !== undefined || $ref !== undefined) return;
  const { where, subject } = locate(input, node);
  lints.add("LINT_PORTABLE_ITEMS", where, { subject });
}

function lintChoices(input: Input, node: SchemaNode, lints: Lints): void {
  const choices: readonly unknown[] = Array.isArray(node.schema.enum) ? node.schema.enum : [];
  const bad = choices.find((choice) => choice === "" || (typeof choice !== "string" && choice !== null));
  if (bad === undefined) return;
  const { where, subject } = locate(input, node);
  const shown = isObject(bad) || Array.isArray(bad) ? "an object or a list" : JSON.stringify(bad);
  const detail = bad === "" ? "one of its choices is an empty text" : `its choice ${shown} is no text`;
  lints.add("LINT_PORTABLE_ENUM", where, { subject, detail });
}
