import { Refusal } from "../errors/refusal.js";
import type { Call, Primitives, Target } from "../kernel/target.js";
import { isAbsoluteUri } from "../uri-template/absolute-uri.js";
import { Malformed } from "../uri-template/malformed.js";
import { createTemplateIndex } from "../uri-template/template-index.js";
import type { ResourceInput, ResourcePlan } from "./resource.js";

/** What is behind a URI: a resource with exactly this one first, then the best template. */
export function compileFindResource(
  plans: readonly ResourcePlan[],
  targetOf: (plan: ResourcePlan) => Target,
): Primitives["findResource"] {
  const exact = new Map<string, Target>();
  const templates = [];
  for (const plan of plans) {
    const value = targetOf(plan);
    if (plan.template === undefined) exact.set(plan.definition.uri, value);
    else templates.push({ template: plan.template, value });
  }
  const index = createTemplateIndex(templates);
  return (uri) => {
    const target = exact.get(uri);
    if (target !== undefined) return callOf(target, { uri, variables: {} });
    const match = index.find(uri);
    if (match === undefined) return undefined;
    if (match instanceof Malformed)
      return new Refusal("ERR_PARAMS_INVALID", { detail: match.detail }, { uri });
    if (!isAbsoluteUri(uri)) return undefined; // its contents would bear a URI that is none (RES-20)
    return callOf(match.value, { uri, variables: match.variables });
  };
}

function callOf(target: Target, input: ResourceInput): Call {
  return { target, input };
}
