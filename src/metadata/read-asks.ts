import type { Problems, Where } from "../errors/boot-error.js";
import { checkOptions, describe } from "../errors/option-rules.js";
import { DECORATOR_OPTIONS } from "./decorator-options.js";
import type { AskDefinition } from "./definition.js";
import { nameOf } from "./lineage.js";
import { placeOf } from "./place.js";
import { type MemberKey, recordedOn } from "./record.js";
import type { AnyClass, SchemaSource } from "./types.js";

/** The questions a method of a class asks before it runs, by the parameter that is handed the answer. */
export function readAsks(
  declaring: AnyClass,
  method: string,
  where: Where,
  problems: Problems,
): readonly AskDefinition[] {
  const asks = recordedOn(declaring).flatMap(({ annotation, stack }): AskDefinition[] => {
    if (annotation.kind !== "ask" || annotation.key !== method) return [];
    const { index, form, message, options } = annotation;
    const at = { ...where, place: placeOf(stack) };
    checkOptions({ options, rules: DECORATOR_OPTIONS.ask, of: "@Ask" }, at, problems);
    if (typeof message !== "string" && typeof message !== "function") {
      const detail = `@Ask is given ${describe(message)} as its message`;
      const fix = 'Say what the person is asked: @Ask(Confirm, "Really close it?")';
      problems.add("ERR_ASK_PARAMETER", at, { detail, fix });
    }
    const key = options.key ?? keyOf(form, index);
    return [
      Object.freeze({
        index,
        key,
        place: at.place,
        form,
        message,
        when: options.when,
        solicited: options.solicited,
      }),
    ];
  });
  const sorted = asks.sort((a, b) => a.index - b.index);
  for (const [at, { key, place }] of sorted.entries()) {
    if (sorted.findIndex((each) => each.key === key) === at) continue;
    problems.add(
      "ERR_ASK_PARAMETER",
      { ...where, place },
      {
        detail: `Two questions of ${method}() have the key "${key}"`,
        fix: 'Give one of them another: @Ask(Form, "…", { key: "…" })',
      },
    );
  }
  return Object.freeze(sorted);
}

/** Questions that nobody asks, since their method is no handler. */
export function checkAsks(owner: AnyClass, handlers: ReadonlySet<MemberKey>, problems: Problems): void {
  for (const { annotation, stack } of recordedOn(owner)) {
    if (annotation.kind !== "ask" || handlers.has(annotation.key)) continue;
    const name = String(annotation.key);
    const where: Where = { member: `${nameOf(owner)}.${name}`, place: placeOf(stack) };
    problems.add("ERR_ASK_PARAMETER", where, {
      detail: `@Ask stands in ${name}(), which is no tool, resource or prompt`,
      fix: "Annotate the method, or take @Ask away",
    });
  }
}

/** Parameters do not move between two rounds, so that a place among them may name a question. */
function keyOf(form: SchemaSource, index: number): string {
  const name = typeof form === "function" ? form.name : "";
  return name === "" ? `ask${index}` : name[0]?.toLowerCase() + name.slice(1);
}
