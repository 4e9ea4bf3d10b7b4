import type { Context } from "../kernel/context.js";
import type { CompletionInput } from "../kernel/methods/completion-complete.js";
import type { Outcome, Target } from "../kernel/target.js";
import type { CompleteDefinition } from "../metadata/definition.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { Invoke } from "./invoke.js";
import { outputError } from "./output-error.js";
import { whenSettled } from "./settle.js";

/** The most values an answer may hold (COMP-03). */
const MOST_VALUES = 100;

/** A completer as requests ask it. */
export class CompletionTarget implements Target {
  readonly member: string;
  readonly requires = [];
  readonly headers = [];
  readonly #invoke: (context: Context) => Invoke;

  constructor({ member }: CompleteDefinition, invoke: (context: Context) => Invoke) {
    this.member = member;
    this.#invoke = invoke;
  }

  run(input: unknown, context: Context): Outcome | Promise<Outcome> {
    const { value, chosen } = input as CompletionInput; // the method's own resolver made it
    return whenSettled(this.#invoke(context)(value, chosen, context), (values) =>
      completionResult(values, value, this.member),
    );
  }
}

/** An argument that exists but has no completer: nothing to suggest. */
export const NO_SUGGESTIONS: Target = {
  member: "completion/complete",
  requires: [],
  headers: [],
  run: () => ({ completion: { values: [], total: 0, hasMore: false } }),
};

/**
 * The result a completer's value stands for. A list is matched against what was typed, best first; an
 * object is taken as matched already.
 *
 * @throws {BlazonError} `ERR_OUTPUT_INVALID` for anything else.
 */
export function completionResult(value: unknown, typed: string, member: string): JsonObject {
  if (isTexts(value)) {
    const matching = match(value, typed);
    const values = matching.slice(0, MOST_VALUES);
    return { completion: { values, total: matching.length, hasMore: matching.length > values.length } };
  }
  if (!isObject(value) || !isTexts(value.values)) {
    throw outputError(member, "a completer returns a list of strings, or { values, total, hasMore }");
  }
  const values = value.values.slice(0, MOST_VALUES);
  const hasMore = value.hasMore === true || values.length < value.values.length;
  const total = Number.isSafeInteger(value.total) ? { total: value.total } : {};
  return { completion: { values, ...total, hasMore } };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Values that begin with the text, then those that hold it; case does not count (COMP-09). */
function match(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const places = values.map((value) => ({ value, at: value.toLowerCase().indexOf(wanted) }));
  const beginning = places.filter(({ at }) => at === 0);
  const within = places.filter(({ at }) => at > 0);
  return [...beginning, ...within].map(({ value }) => value);
}
