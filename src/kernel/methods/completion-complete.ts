import { Refusal } from "../../errors/refusal.js";
import { isObject, isTextMap, type JsonObject } from "../../protocol/json.js";
import type { Call, CompletionReference, Primitives } from "../target.js";

/** What a completer is given. */
export interface CompletionInput {
  /** What was typed so far. */
  readonly value: string;
  /** The other arguments chosen so far (COMP-14). */
  readonly chosen: Readonly<Record<string, string>>;
}

/** `completion/complete`: every part is checked before a completer sees it (COMP-02, COMP-07, COMP-11). */
export function resolveCompletionComplete(primitives: Primitives): (params: JsonObject) => Call | Refusal {
  return ({ ref, argument, context }) => {
    const reference = referenceOf(ref);
    if (reference === undefined) {
      return invalid("ref must be a ref/prompt with a name, or a ref/resource with a uri");
    }
    if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string") {
      return invalid("argument must have a name and a value, both strings");
    }
    const chosen = context === undefined ? {} : isObject(context) ? (context.arguments ?? {}) : undefined;
    if (!isTextMap(chosen)) return invalid("context.arguments must be a map of strings");
    const target = primitives.findCompletion(reference, argument.name);
    if (target instanceof Refusal) return target;
    const input: CompletionInput = { value: argument.value, chosen };
    return { target, input };
  };
}

function invalid(detail: string): Refusal {
  return new Refusal("ERR_PARAMS_INVALID", { detail });
}

function referenceOf(ref: unknown): CompletionReference | undefined {
  if (!isObject(ref)) return undefined;
  if (ref.type === "ref/prompt" && typeof ref.name === "string") return { type: ref.type, name: ref.name };
  if (ref.type === "ref/resource" && typeof ref.uri === "string") return { type: ref.type, uri: ref.uri };
  return undefined;
}
