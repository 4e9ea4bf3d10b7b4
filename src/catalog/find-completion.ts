import { Refusal } from "../errors/refusal.js";
import type { CompletionReference, Primitives, Target } from "../kernel/target.js";
import { createTemplateIndex } from "../uri-template/template-index.js";
import type { CatalogPlan } from "./catalog-plan.js";
import { CompletionTarget, NO_SUGGESTIONS } from "./completion.js";
import { compileCall, type Instances } from "./invoke.js";

/** The arguments of one prompt or template, each with its completer. */
type Completable = ReadonlyMap<string, Target>;

/** Who completes an argument; a template is named by itself or by a URI it matches (COMP-15). */
export function compileFindCompletion(plan: CatalogPlan, instances: Instances): Primitives["findCompletion"] {
  const prompts = new Map<string, Completable>();
  for (const { definition, argumentNames } of plan.prompts) {
    prompts.set(definition.name, completableOf(argumentNames, "prompt", definition.name));
  }
  const templates = new Map<string, Completable>();
  const entries = [];
  for (const { definition, template } of plan.resources) {
    if (template === undefined) continue;
    const value = completableOf(template.names, "resource", definition.uri);
    templates.set(definition.uri, value);
    entries.push({ template, value });
  }
  const index = createTemplateIndex(entries);

  function completableOf(names: Iterable<string>, kind: "prompt" | "resource", owner: string): Completable {
    const completable = new Map<string, Target>();
    for (const name of names) completable.set(name, NO_SUGGESTIONS);
    for (const { definition, scope } of plan.completions) {
      const target: { readonly prompt?: string; readonly resource?: string } = definition.target;
      if (target[kind] !== owner) continue;
      const call = compileCall({ ...definition, scope }, instances);
      completable.set(definition.target.argument, new CompletionTarget(definition, call));
    }
    return completable;
  }

  function find(reference: CompletionReference): Completable | undefined {
    if (reference.type === "ref/prompt") return prompts.get(reference.name);
    const named = templates.get(reference.uri);
    if (named !== undefined) return named;
    const match = index.find(reference.uri);
    return match !== undefined && "value" in match ? match.value : undefined;
  }

  return (reference, argument) => {
    const completable = find(reference);
    if (completable === undefined) {
      const detail =
        reference.type === "ref/prompt" ? "there is no such prompt" : "there is no such resource template";
      return new Refusal("ERR_COMPLETION_UNKNOWN", { detail });
    }
    return (
      completable.get(argument) ??
      new Refusal("ERR_COMPLETION_UNKNOWN", { detail: "it has no such argument" })
    );
  };
}
