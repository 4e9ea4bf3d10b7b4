import type { CompleteDefinition, IconsDefinition } from "../metadata/definition.js";
import type { FeatureScope } from "../metadata/types.js";
import type { PromptPlan } from "./prompt.js";
import type { ResourcePlan } from "./resource.js";
import type { ToolPlan } from "./tool.js";

/** A completer, and how long its feature lives. */
export interface CompletionPlan {
  readonly definition: CompleteDefinition;
  readonly scope: FeatureScope;
}

/** Everything the features declare, checked, before any of them exists. */
export interface CatalogPlan {
  readonly tools: readonly ToolPlan[];
  readonly resources: readonly ResourcePlan[];
  readonly prompts: readonly PromptPlan[];
  readonly completions: readonly CompletionPlan[];
  /** Of features and members, each once, also where nobody shows them: a wrong one is a problem all the same. */
  readonly icons: readonly IconsDefinition[];
}
