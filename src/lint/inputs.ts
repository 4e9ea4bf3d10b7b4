import type { CatalogPlan } from "../catalog/catalog-plan.js";
import type { Where } from "../errors/boot-error.js";
import type { PromptDefinition, ResourceDefinition, ToolDefinition } from "../metadata/definition.js";
import type { InputReader } from "../schema/contract.js";
import { nodesOf, type SchemaNode, subjectOf } from "./schema-nodes.js";

/** What one handler takes: who takes it, and every schema in it. */
export interface Input {
  readonly definition: ToolDefinition | ResourceDefinition | PromptDefinition;
  readonly reader: InputReader;
  readonly nodes: readonly SchemaNode[];
}

/** What every handler of a server takes. */
export function inputsOf({ tools, resources, prompts }: CatalogPlan): readonly Input[] {
  return [...tools, ...resources, ...prompts].map(({ definition, reader }) => ({
    definition,
    reader,
    nodes: nodesOf(reader.schema),
  }));
}

/** A part of an input, for a message: where its author wrote it, and what it is called there. */
export interface Located {
  readonly where: Where;
  readonly subject: string;
}

/** Where a part of an input was declared: at the property of a DTO class, and else at its handler. */
export function locate({ definition, reader }: Input, node: SchemaNode): Located {
  const field = reader.findField?.(node.steps);
  if (field === undefined) return { where: definition, subject: subjectOf(node) };
  const { member, place = definition.place } = field.where;
  return { where: { member, place }, subject: subjectOf(node, field.steps - 1) };
}
