import type { Problems } from "../errors/boot-error.js";
import { Refusal } from "../errors/refusal.js";
import type { Outcome } from "../kernel/target.js";
import type { PromptDefinition } from "../metadata/definition.js";
import type { FeatureScope } from "../metadata/types.js";
import type { JsonObject } from "../protocol/json.js";
import type { InputReader, Violations } from "../schema/contract.js";
import { type DeclaredAsk, planAsks } from "./declared-asks.js";
import { HandlerTarget } from "./handler-target.js";
import { listing } from "./listing.js";
import { promptResult } from "./prompt-result.js";
import { compileTextInput, propertiesOf } from "./text-input.js";

/** A prompt whose declaration was checked. */
export interface PromptPlan {
  readonly definition: PromptDefinition;
  readonly scope: FeatureScope;
  readonly reader: InputReader;
  readonly asks: readonly DeclaredAsk[];
  readonly argumentNames: ReadonlySet<string>;
  readonly listing: JsonObject;
}

export function planPrompt(
  definition: PromptDefinition,
  scope: FeatureScope,
  problems: Problems,
): PromptPlan {
  const reader = compileTextInput(definition.input, definition, problems);
  const properties = propertiesOf(reader);
  const args = properties.map(({ name, schema, required }) => ({
    name,
    title: schema.title,
    description: schema.description,
    required,
  }));
  return {
    definition,
    scope,
    reader,
    asks: planAsks(definition, problems),
    argumentNames: new Set(properties.map(({ name }) => name)),
    listing: listing(definition, args.length === 0 ? {} : { arguments: args }),
  };
}

/** A prompt as requests get it. */
export class PromptTarget extends HandlerTarget {
  /** PROM-13: there is no result that could say it. */
  protected refuse(violations: Violations): Outcome {
    return new Refusal("ERR_ARGUMENTS_INVALID", { detail: String(violations) });
  }

  protected write(value: unknown): Outcome | Promise<Outcome> {
    return promptResult(value, this.member);
  }
}
