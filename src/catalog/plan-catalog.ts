import type { Problems } from "../errors/boot-error.js";
import type { FeatureDefinition, IconsDefinition, MemberDefinition } from "../metadata/definition.js";
import type { Class, FeatureScope } from "../metadata/types.js";
import type { CatalogPlan } from "./catalog-plan.js";
import { checkCompletions } from "./completion-targets.js";
import { checkMetaKeys } from "./meta-keys.js";
import { planPrompt } from "./prompt.js";
import { planResource } from "./resource.js";
import { planTool } from "./tool.js";
import { checkUnique } from "./unique.js";

type Kind = MemberDefinition["kind"];
type DefinitionOf<K extends Kind> = Extract<MemberDefinition, { readonly kind: K }>;

/**
 * Checks what the features declare; every problem is added, none is thrown.
 *
 * @param before A catalog that held some of the features already: what was planned for them stays as it is.
 */
export function planCatalog(
  features: readonly FeatureDefinition[],
  problems: Problems,
  before?: CatalogPlan,
): CatalogPlan {
  const listed = findDistinct(features, problems);
  const planned = new Map<MemberDefinition, object>(
    before === undefined ? [] : plansIn(before).map((plan) => [plan.definition, plan]),
  );

  /** What is made of each member of one kind, in declaration order; what is planned stands under its definition. */
  function planEach<K extends Kind, P>(
    kind: K,
    make: (definition: DefinitionOf<K>, scope: FeatureScope, problems: Problems) => P | undefined,
  ): readonly P[] {
    return listed.flatMap(({ members, scope }) =>
      members
        .filter((member): member is DefinitionOf<K> => member.kind === kind)
        .map((definition) => (planned.get(definition) as P | undefined) ?? make(definition, scope, problems))
        .filter((plan) => plan !== undefined),
    );
  }

  const plan: CatalogPlan = {
    tools: planEach("tool", planTool),
    resources: planEach("resource", planResource),
    prompts: planEach("prompt", planPrompt),
    completions: planEach("complete", (definition, scope) => ({ definition, scope })),
    icons: iconsIn(listed),
  };
  for (const { members } of listed) {
    for (const member of members) checkMetaKeys(member, problems);
  }
  checkUnique("tool", plan.tools, ({ definition }) => definition.name, problems);
  checkUnique("prompt", plan.prompts, ({ definition }) => definition.name, problems);
  checkUnique("resource", plan.resources, ({ definition }) => definition.uri, problems);
  checkCompletions(plan, listed, problems);
  return plan;
}

function plansIn({ tools, resources, prompts, completions }: CatalogPlan) {
  return [...tools, ...resources, ...prompts, ...completions];
}

function iconsIn(features: readonly FeatureDefinition[]): readonly IconsDefinition[] {
  const all = features.flatMap(({ icons, members }) => [
    icons,
    ...members.map((member) => (member.kind === "complete" ? undefined : member.icons)),
  ]);
  return [...new Set(all)].filter((icons) => icons !== undefined);
}

/** A class that is listed again is one problem, and not one for each of its members. */
function findDistinct(
  features: readonly FeatureDefinition[],
  problems: Problems,
): readonly FeatureDefinition[] {
  const seen = new Set<Class>();
  return features.filter((feature) => {
    if (!seen.has(feature.owner)) return seen.add(feature.owner);
    problems.add("ERR_FEATURE_INVALID", feature, {
      detail: "`features` lists it more than once",
      fix: "List each class once",
    });
    return false;
  });
}
