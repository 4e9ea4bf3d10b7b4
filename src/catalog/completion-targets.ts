import type { Problems } from "../errors/boot-error.js";
import type { CompleteOptions } from "../metadata/types.js";
import type { CatalogPlan } from "./catalog-plan.js";

/** Every completer completes an argument that exists, and no argument has two. */
export function checkCompletions(plan: CatalogPlan, problems: Problems): void {
  const taken = new Map<string, string>();
  for (const { definition } of plan.completions) {
    const { target, member } = definition;
    const detail = faultOf(target, plan);
    if (detail !== undefined) problems.add("ERR_COMPLETE_TARGET", definition, { detail });
    const key = JSON.stringify(target, ["prompt", "resource", "argument"]);
    const other = taken.get(key);
    if (other !== undefined) {
      problems.add("ERR_ANNOTATION_CLASH", definition, {
        detail: `${other} already completes ${describe(target)}`,
      });
    }
    taken.set(key, member);
  }
}

function faultOf(target: CompleteOptions, { prompts, resources }: CatalogPlan): string | undefined {
  const names =
    "prompt" in target
      ? prompts.find(({ definition }) => definition.name === target.prompt)?.argumentNames
      : namesOf(resources.find(({ definition }) => definition.uri === target.resource)?.template?.names);
  if (names === undefined) return `There is no ${describe(target)}`;
  return names.has(target.argument) ? undefined : `There is no argument for ${describe(target)}`;
}

function namesOf(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set(names);
}

function describe(target: CompleteOptions): string {
  return "prompt" in target
    ? `${target.argument} of the prompt ${target.prompt}`
    : `${target.argument} of the resource template ${target.resource}`;
}
