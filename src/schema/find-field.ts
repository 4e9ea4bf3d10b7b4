import type { FieldPlace } from "./contract.js";
import { findDefinitions } from "./dto-schema.js";
import { type DtoShape, leafOf } from "./shape.js";

/** The innermost property on the way to a part of a DTO's published schema; undefined where the way meets none. */
export function findField(root: DtoShape, steps: readonly string[]): FieldPlace | undefined {
  let owner: DtoShape | undefined = root;
  let found: FieldPlace | undefined;
  for (let index = 0; index < steps.length; index++) {
    if (index === 0 && steps[index] === "$defs") owner = findDefinition(root, steps[++index]);
    else if (steps[index] === "properties") {
      const key = steps[++index];
      const field: DtoShape["fields"][number] | undefined = owner?.fields.find((own) => own.key === key);
      if (field === undefined) return found;
      found = { where: field.where, steps: index + 1 };
      const leaf = leafOf(field.type);
      owner = leaf.kind === "dto" ? leaf.dto : undefined;
    }
  }
  return found;
}

function findDefinition(root: DtoShape, name: string | undefined): DtoShape | undefined {
  return [...findDefinitions(root)].find(([, given]) => given === name)?.[0];
}
