import type { Problems } from "../errors/boot-error.js";
import { Refusal } from "../errors/refusal.js";
import type { Context } from "../kernel/context.js";
import type { Outcome, Target } from "../kernel/target.js";
import type { PromptDefinition } from "../metadata/definition.js";
import type { FeatureScope } from "../metadata/types.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import { type InputReader, Violations } from "../schema/contract.js";
import type { InvokeHandler } from "./invoke.js";
import { listing } from "./listing.js";
import { promptResult } from "./prompt-result.js";
import { whenSettled } from "./settle.js";
import { compileTextInput, propertiesOf } from "./text-input.js";

/** A prompt whose declaration was checked. */
export interface PromptPlan {
  readonly definition: PromptDefinition;
  readonly scope: FeatureScope;
  readonly reader: InputReader;
  readonly argumentNames: ReadonlySet<string>;
  readonly listing: JsonObject;
}

export function planPrompt(definition: PromptDefinition, scope: FeatureScope, problems: Problems): PromptPlan {
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
    argumentNames: new Set(properties.map(({ name }) => name)),
    listing: listing(definition, args.length === 0 ? {} : { arguments: args }),
  };
}

/** A prompt as requests get it. */
export class PromptTarget implements Target {
  readonly member: string;
  readonly requires: readonly CapabilityPath[];
  readonly headers = [];
  readonly #reader: InputReader;
  readonly #invoke: InvokeHandler;

  constructor({ definition, reader }: PromptPlan, invoke: InvokeHandler) {
    this.member = definition.member;
    this.requires = definition.options.requires ?? [];
    this.#reader = reader;
    this.#invoke = invoke;
  }

  run(raw: unknown, context: Context): Outcome | Promise<Outcome> {
    const input = this.#reader.read(raw);
    if (input instanceof Promise) return input.then((read) => this.#call(read, context));
    return this.#call(input, context);
  }

  #call(input: unknown, context: Context): Outcome | Promise<Outcome> {
    if (input instanceof Violations) return new Refusal("ERR_ARGUMENTS_INVALID", { detail: String(input) });
    return whenSettled(this.#invoke(input, context), (value) => promptResult(value, this.member));
  }
}
