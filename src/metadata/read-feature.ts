import type { Problems, Where } from "../errors/boot-error.js";
import { checkOptions, describe } from "../errors/option-rules.js";
import { classAnnotationsOf } from "./class-annotations.js";
import { DECORATOR_OPTIONS } from "./decorator-options.js";
import type { FeatureDefinition, IconsDefinition, MemberDefinition } from "./definition.js";
import { lineageOf, nameOf } from "./lineage.js";
import { type AnnotatedMethod, DECORATORS, mergeMembers } from "./merge-members.js";
import { placeOf, placeOfClass } from "./place.js";
import { checkAsks } from "./read-asks.js";
import { readIcons } from "./read-icons.js";
import { findMember, memberOf } from "./read-member.js";
import { isRecordedElsewhere, type MemberKey, recordedOn } from "./record.js";
import type { AnyClass, Class, FeatureScope } from "./types.js";

/**
 * Everything that was annotated on a class and its parents, merged and frozen. A method that a subclass
 * annotates again is the subclass's; one that it only overrides keeps its annotation.
 *
 * Adds `ERR_FEATURE_INVALID` for what is no class of this copy's, `ERR_FEATURE_EMPTY`, `ERR_ANNOTATION_CLASH`,
 * `ERR_HANDLER_MISSING`, `ERR_HANDLER_INVALID`, `ERR_NAME_MISSING`, `ERR_OPTION_INVALID`,
 * `ERR_URI_INVALID`, `ERR_METADATA_MISSING` and `ERR_PARAMETER_INVALID`; what is returned then holds what could be read.
 */
export function readFeature(owner: Class, problems: Problems): FeatureDefinition {
  if (!isClass(owner)) return readNoClass(owner, problems);
  const where: Where = { member: nameOf(owner), place: placeOfClass(owner) };
  const methods = mergeMembers(owner);
  if (methods.length === 0) reportEmpty(owner, where, problems);
  const icons = iconsOf(owner, problems);
  const members = methods
    .flatMap((method) => readMethod(owner, method, problems))
    .map((member) => withIcons(member, icons));
  const annotated = methods.reduce((sum, method) => sum + method.annotated.length, 0);
  checkClass(owner, where, problems);
  if (members.length > 0) checkAsks(owner, handlersAmong(methods), problems);
  return Object.freeze({
    owner,
    ...where,
    scope: scopeOf(owner),
    icons,
    members: Object.freeze(members),
    isWhole: members.length === annotated,
  });
}

/** Also those that could not be read: their questions are not astray. */
function handlersAmong(methods: readonly AnnotatedMethod[]): ReadonlySet<MemberKey> {
  const handlers = methods.filter(({ annotated }) =>
    annotated.some(({ annotation }) => annotation.kind !== "complete"),
  );
  return new Set(handlers.map(({ method }) => method));
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
  problems.add("ERR_ANNOTATION_CLASH", where, { detail: `${String(method)}() is annotated with ${kinds}` });
  return [];
}

function reportEmpty(owner: AnyClass, where: Where, problems: Problems): void {
  if (!isRecordedElsewhere(owner)) return problems.add("ERR_FEATURE_EMPTY", where);
  problems.add("ERR_FEATURE_INVALID", where, {
    detail: "The class was annotated by another copy of Blazon than the one that makes this server",
    fix: "Have one copy: `npm ls blazon` shows which there are, and a bundle holds all that use Blazon or none of it",
  });
}

/** Several annotations may stand above a class, but only one of them says how it is made. */
function checkClass(owner: AnyClass, where: Where, problems: Problems): void {
  for (const { kind, options } of classAnnotationsOf(owner)) {
    if (kind !== "feature") continue; // the others are members as well
    checkOptions({ options, rules: DECORATOR_OPTIONS.feature, of: "@Feature" }, where, problems);
  }
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

/** What `@Feature` of the class says, else of the nearest parent that says something. */
function iconsOf(owner: AnyClass, problems: Problems): IconsDefinition | undefined {
  const given = lineageOf(owner).flatMap((each) =>
    recordedOn(each).flatMap(({ annotation, stack }) => {
      const { icons } = annotation.kind === "feature" ? annotation.options : {};
      return icons === undefined ? [] : [{ icons, stack, member: nameOf(each), place: placeOf(stack) }];
    }),
  );
  const last = given.at(-1);
  return last === undefined ? undefined : readIcons(last.icons, last, problems);
}

/** A member shows its own icons, or else those of its feature. */
function withIcons(member: MemberDefinition, icons: IconsDefinition | undefined): MemberDefinition {
  if (icons === undefined || member.kind === "complete" || member.icons !== undefined) return member;
  return Object.freeze({ ...member, icons });
}

/** Types cannot keep a circular import or an untyped caller from handing in something else. */
function isClass(value: unknown): value is Class {
  return typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null;
}

/** A feature without members, so that boot finds the other problems too. */
function readNoClass(value: unknown, problems: Problems): FeatureDefinition {
  const where: Where = { member: "features", place: undefined };
  problems.add("ERR_FEATURE_INVALID", where, {
    detail: describeNoClass(value),
    fix: "`features` takes classes",
  });
  const owner = class NoClass {};
  const members = Object.freeze([]);
  return Object.freeze({ owner, ...where, scope: "singleton", icons: undefined, members, isWhole: false });
}

function describeNoClass(value: unknown): string {
  if (value === undefined)
    return "`features` lists undefined: a circular import, or a name that is not exported";
  if (Array.isArray(value)) return "`features` lists a list: spread it, as in [...tickets, Board]";
  if (typeof value === "function") return "`features` lists a function that is no class";
  if (typeof value !== "object" || value === null) return `\`features\` lists ${describe(value)}`;
  const name = value.constructor?.name ?? "Object";
  return name === "Object"
    ? "`features` lists an object"
    : `\`features\` lists an instance of ${name}: list the class, and the container makes the instance`;
}
