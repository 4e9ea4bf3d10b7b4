import type { Problems } from "../errors/boot-error.js";
import { findNearest } from "../errors/did-you-mean.js";
import type { FeatureDefinition, HandlerDefinition } from "../metadata/definition.js";
import { readFields } from "../metadata/read-fields.js";
import type { CompleteOptions } from "../metadata/types.js";
import type { CatalogPlan } from "./catalog-plan.js";

/** Every completer completes an argument that exists, and no argument has two. */
export function checkCompletions(
  plan: CatalogPlan,
  features: readonly FeatureDefinition[],
  problems: Problems,
): void {
  const known = new Completables(plan, features, problems);
  const taken = new Map<string, string>();
  for (const { definition } of plan.completions) {
    const { target, member } = definition;
    const detail = known.faultOf(target);
    if (detail !== undefined) problems.add("ERR_COMPLETE_TARGET", definition, { detail });
    const key = JSON.stringify(target, ["prompt", "resource", "argument"]);
    const other = taken.get(key);
    if (other !== undefined) {
      problems.add("ERR_ANNOTATION_CLASH", definition, {
        detail: `${other} already completes ${target.argument} of ${ownerOf(target)}`,
      });
    }
    taken.set(key, member);
  }
}

/** What can be completed; a target that is wrong itself is reported as that, and not once more by its completers. */
class Completables {
  readonly #arguments = new Map<string, ReadonlySet<string>>();
  readonly #broken = new Set<string>();
  readonly #fixed: ReadonlySet<string>;
  readonly #isWhole: boolean;

  constructor(plan: CatalogPlan, features: readonly FeatureDefinition[], problems: Problems) {
    this.#isWhole = features.every(({ isWhole }) => isWhole);
    for (const { definition, argumentNames } of plan.prompts) {
      this.#arguments.set(promptNamed(definition.name), argumentNames);
    }
    for (const { definition, template } of plan.resources) {
      if (template !== undefined) this.#arguments.set(templateOf(definition.uri), new Set(template.names));
    }
    this.#fixed = new Set(
      plan.resources.flatMap(({ definition, template }) => (template ? [] : [definition.uri])),
    );
    const reported = new Set(problems.list.map(({ member }) => member));
    for (const member of features.flatMap(({ members }) => members)) {
      if (member.kind === "prompt" && isReported(member, reported))
        this.#broken.add(promptNamed(member.name));
      if (member.kind === "resource" && isReported(member, reported))
        this.#broken.add(templateOf(member.uri));
    }
  }

  /** Why nothing is completed; undefined where something is, or where that cannot be told yet. */
  faultOf(target: CompleteOptions): string | undefined {
    const owner = ownerOf(target);
    if (this.#broken.has(owner)) return undefined;
    const names = this.#arguments.get(owner);
    if (names === undefined) return this.#isWhole ? this.#absenceOf(target, owner) : undefined;
    if (names.has(target.argument)) return undefined;
    const has = names.size === 0 ? "it has none" : `it has ${[...names].join(", ")}`;
    return `There is no argument ${target.argument} of ${owner}: ${has}`;
  }

  #absenceOf(target: CompleteOptions, owner: string): string {
    if ("resource" in target && this.#fixed.has(target.resource))
      return `${target.resource} is no template, so it has no arguments`;
    const nearest = findNearest(owner, this.#arguments.keys());
    return `There is no ${nounOf(owner)}${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
  }
}

/** A problem of a handler, or of a field of its input. */
function isReported({ member, input }: HandlerDefinition, reported: ReadonlySet<string>): boolean {
  if (reported.has(member)) return true;
  return typeof input === "function" && readFields(input).some((field) => reported.has(field.member));
}

function ownerOf(target: CompleteOptions): string {
  return "prompt" in target ? promptNamed(target.prompt) : templateOf(target.resource);
}

function promptNamed(name: string): string {
  return `the prompt ${name}`;
}

function templateOf(uri: string): string {
  return `the resource template ${uri}`;
}

function nounOf(owner: string): string {
  return owner.slice("the ".length);
}
