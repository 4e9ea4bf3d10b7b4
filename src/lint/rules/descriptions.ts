import type { CatalogPlan } from "../../catalog/catalog-plan.js";
import { isObject, type JsonSchema } from "../../protocol/json.js";
import { IN_PLACE, subschemasOf } from "../../schema/keywords.js";
import { type Input, locate } from "../inputs.js";
import type { Lints } from "../lints.js";
import { findLocal } from "../references.js";

/**
 * What a model or a person chooses and fills in by. Tools need a description, since model APIs carry no titles;
 * prompts and resources are shown to people, so a title says enough. The variables of a template are never shown.
 */
export function lintDescriptions(
  { tools, prompts, resources }: CatalogPlan,
  inputs: readonly Input[],
  lints: Lints,
): void {
  for (const { definition } of tools) {
    if (isText(definition.options.description)) continue;
    const why = "a model chooses tools by their descriptions, and is not shown titles";
    const name = JSON.stringify(definition.name);
    lints.add("LINT_DESCRIPTION_MISSING", definition, { kind: "tool", name, missing: "description", why });
  }
  for (const { definition } of [...prompts, ...resources]) {
    const { kind, options } = definition;
    if (isText(options.description) || isText(options.title)) continue;
    const why = "clients have only its name to show to people";
    const name = JSON.stringify(definition.name);
    lints.add("LINT_DESCRIPTION_MISSING", definition, { kind, name, missing: "title or description", why });
  }
  for (const input of inputs.filter(({ definition }) => definition.kind !== "resource"))
    lintFields(input, lints);
}

function lintFields(input: Input, lints: Lints): void {
  for (const node of input.nodes) {
    if (!node.isProperty || isDescribed(node.schema, input.reader.schema)) continue;
    const { where, subject } = locate(input, node);
    lints.add("LINT_FIELD_DESCRIPTION", where, { subject });
  }
}

/** Said beside the property, in what it refers to, or in one of its alternatives. One value needs no description. */
function isDescribed(schema: JsonSchema, root: JsonSchema): boolean {
  if (isText(schema.description) || isText(schema.title) || schema.const !== undefined) return true;
  const target = findLocal(schema, root);
  if (target !== undefined && (isText(target.description) || isText(target.title))) return true;
  return subschemasOf(schema).some(
    ({ keyword, schema: inner }) => IN_PLACE.has(keyword) && isObject(inner) && isDescribed(inner, root),
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
