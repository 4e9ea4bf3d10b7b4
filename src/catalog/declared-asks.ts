import type { Problems } from "../errors/boot-error.js";
import type { HandlerDefinition } from "../metadata/definition.js";
import type { Conversation } from "../mrtr/conversation.js";
import { compileForm, type Form } from "../mrtr/form.js";
import { askWithForm } from "../mrtr/form-ask.js";
import type { CapabilityPath } from "../protocol/capabilities.js";

/** A question that its handler does not run without. */
export interface DeclaredAsk {
  readonly index: number;
  readonly key: string;
  readonly form: Form;
  readonly solicited: boolean | undefined;
  message(input: unknown): string;
  /** Undefined where it is always asked. */
  readonly when: ((input: unknown) => boolean) | undefined;
}

/** The questions of a handler, with their forms compiled; what is wrong with a form is added to the problems. */
export function planAsks(definition: HandlerDefinition, problems: Problems): readonly DeclaredAsk[] {
  return definition.asks.map(({ index, key, place, form, message, when, solicited }) => ({
    index,
    key,
    form: compileForm(form, { member: definition.member, place }, problems),
    solicited,
    // The decorator checked in types that both take the handler's input.
    message: typeof message === "string" ? () => message : (message as (input: unknown) => string),
    when: when as ((input: unknown) => boolean) | undefined,
  }));
}

/** What a client has to declare: for questions that are always asked, and what the author names (META-19). */
export function needsOf(
  requires: readonly CapabilityPath[] = [],
  asks: readonly DeclaredAsk[],
): readonly CapabilityPath[] {
  const asksForm = asks.some(({ when }) => when === undefined);
  return asksForm && !requires.includes("elicitation.form") ? [...requires, "elicitation.form"] : requires;
}

/** The answers by parameter; rejects with what ends the round where one is not there yet. */
export async function collectAnswers(
  asks: readonly DeclaredAsk[],
  input: unknown,
  conversation: Conversation,
): Promise<ReadonlyMap<number, unknown>> {
  const answers = asks.map(async ({ index, key, form, solicited, message, when }) => {
    if (when?.(input) === false) return [index, undefined] as const;
    const ask = () => askWithForm(form, message(input));
    return [index, await conversation.ask(key, ask, { solicited })] as const;
  });
  return new Map(await Promise.all(answers));
}
