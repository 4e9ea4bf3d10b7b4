import type { Problems, Where } from "../errors/boot-error.js";
import { classAnnotationsOf } from "./class-annotations.js";
import type { FeatureDefinition, MemberDefinition } from "./definition.js";
import { lineageOf, nameOf } from "./lineage.js";
import { type AnnotatedMethod, mergeMembers } from "./merge-members.js";
import { placeOf, placeOfClass } from "./place.js";
import { checkAsks } from "./read-asks.js";
import { findMember, memberOf } from "./read-member.js";
import type { AnyClass, Class, FeatureScope } from "./types.js";

/**
 * Everything that was annotated on a class and its parents, merged and frozen. A method that a subclass
 * annotates again is the subclass's; one that it only overrides keeps its annotation.
 *
 * Adds `ERR_FEATURE_INVALID` for what is no class, `ERR_FEATURE_EMPTY`, `ERR_ANNOTATION_CLASH`,
 * `ERR_HANDLER_MISSING`, `ERR_NAME_MISSING`, `ERR_OPTION_INVALID`, `ERR_METADATA_MISSING` and
 * `ERR_PARAMETER_INVALID`; what is returned then holds what could be read.
 */
export function readFeature(owner: Class, problems: Problems): FeatureDefinition {
  if (!isClass(owner)) return readNoClass(owner, problems);
  const where: Where = { member: nameOf(owner), place: placeOfClass(owner) };
  const methods = mergeMembers(owner);
  if (methods.length === 0) problems.add("ERR_FEATURE_EMPTY", where);
  const members = methods.flatMap((method) => readMethod(owner, method, problems));
  checkClass(owner, where, problems);
  const handlers = new Set(members.flatMap((member) => (member.kind === "complete" ? [] : [member.method])));
  if (members.length > 0) checkAsks(owner, handlers, problems);
  return Object.freeze({ owner, ...where, scope: scopeOf(owner), members: Object.freeze(members) });
}

/** A method may complete several arguments; otherwise it is one thing. */
function readMethod(
  owner: Class,
  { method, annotated }: AnnotatedMethod,
  problems: Problems,
): MemberDefinition[] {
  const [first] = annotated;
  if (
    first === undefined ||
    annotated.length === 1 ||
    annotated.every(({ annotation }) => annotation.kind === "complete")
  ) {
    return annotated.flatMap((each) => findMember(owner, each, problems) ?? []);
  }
  const where: Where = { member: memberOf(owner, first.annotation), place: placeOf(first.stack) };
  const kinds = annotated.map(({ annotation }) => DECORATORS[annotation.kind]).join(" and ");
  problems.add("ERR_ANNOTATION_CLASH", where, { detail: `${method}() is annotated with ${kinds}` });
  return [];
}

const DECORATORS = {
  tool: "@Tool",
  resource: "@Resource",
  prompt: "@Prompt",
  complete: "@Complete",
} as const;

/** Several annotations may stand above a class, but only one of them says how it is made. */
function checkClass(owner: AnyClass, where: Where, problems: Problems): void {
  const options = classAnnotationsOf(owner).map((annotation) => annotation.options);
  for (const option of ["scope", "inject"] as const) {
    if (options.filter((each) => each[option] !== undefined).length < 2) continue;
    problems.add("ERR_ANNOTATION_CLASH", where, { detail: `\`${option}\` is given twice for one class` });
  }
}

/** The class's own, else the nearest parent's. */
function scopeOf(owner: AnyClass): FeatureScope {
  const scopes = lineageOf(owner).flatMap((each) =>
    classAnnotationsOf(each).map(({ options }) => options.scope),
  );
  return scopes.findLast((scope) => scope !== undefined) ?? "singleton";
}

/** Types cannot keep a circular import or an untyped caller from handing in something else. */
function isClass(value: unknown): value is Class {
  return typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null;
}

/** A feature without members, so that boot finds the other problems too. */
function readNoClass(value: unknown, problems: Problems): FeatureDefinition {
  const where: Where = { member: "features", place: undefined };
  problems.add("ERR_FEATURE_INVALID", where, { detail: describe(value) });
  return Object.freeze({ owner: class NoClass {}, ...where, scope: "singleton", members: Object.freeze([]) });
}

function describe(value: unknown): string {
  if (value === undefined)
    return "`features` lists undefined: a circular import, or a name that is not exported";
  if (value === null) return "`features` lists null";
  if (typeof value !== "object") return `\`features\` lists a ${typeof value}`;
  return `\`features\` lists an object (${value.constructor?.name ?? "Object"})`;
}
