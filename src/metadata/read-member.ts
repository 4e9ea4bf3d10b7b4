import type { Problems, Where } from "../errors/boot-error.js";
import { checkOptions, describe } from "../errors/option-rules.js";
import { isObject } from "../protocol/json.js";
import { DECORATOR_OPTIONS } from "./decorator-options.js";
import type { CompleteDefinition, HandlerDefinition, MemberDefinition } from "./definition.js";
import { findMethodTypes } from "./design-types.js";
import { type Callee, findCallee, hasMethod } from "./find-callee.js";
import { nameOf } from "./lineage.js";
import { type Annotated, DECORATORS, type MemberAnnotation } from "./merge-members.js";
import { placeOf } from "./place.js";
import { readAsks } from "./read-asks.js";
import { readIcons } from "./read-icons.js";
import { readParameters } from "./read-parameters.js";
import type { Stack } from "./record.js";
import type { AnyClass, Class } from "./types.js";

type HandlerAnnotation = Exclude<MemberAnnotation, { readonly kind: "complete" }>;

/** One annotated method as `owner` has it; undefined, with a problem, where there is nothing to call. */
export function findMember(
  owner: Class,
  annotated: Annotated,
  problems: Problems,
): MemberDefinition | undefined {
  const { annotation, stack, declaring } = annotated;
  const where = { member: memberOf(owner, annotation), place: placeOf(stack) };
  const callee = findCallee(owner, annotation, where, problems);
  const isRight = checkAnnotation(owner, annotation, where, problems);
  if (callee === undefined || !isRight) return undefined;
  if (annotation.kind === "complete") {
    const { method } = callee;
    const complete: CompleteDefinition = {
      kind: "complete",
      owner,
      method,
      ...where,
      target: annotation.options,
    };
    return Object.freeze(complete);
  }
  const handler = readHandler({ owner, annotation, declaring, stack, callee, where }, problems);
  return Object.freeze(toDefinition(annotation, handler));
}

interface Handler {
  readonly owner: Class;
  readonly annotation: HandlerAnnotation;
  readonly declaring: AnyClass;
  readonly stack: Stack;
  readonly callee: Callee;
  readonly where: Where;
}

function readHandler(handler: Handler, problems: Problems): HandlerDefinition {
  const { owner, annotation, declaring, stack, callee, where } = handler;
  const { method } = callee;
  const asks = readAsks(declaring, method, where, problems);
  const { roles, input } = readParameters(
    {
      asks: new Set(asks.map(({ index }) => index)),
      declared: annotation.options.input,
      types: findMethodTypes(declaring, method),
      length: callee.length,
      isClassForm: annotation.key === undefined,
    },
    where,
    problems,
  );
  const name = annotation.options.name ?? (annotation.key === undefined ? undefined : method);
  if (name === undefined) problems.add("ERR_NAME_MISSING", where, { detail: "it is called as a whole" });
  return {
    owner,
    method,
    ...where,
    name: name ?? nameOf(owner),
    parameters: Object.freeze(roles),
    asks,
    input,
    icons: readIcons(annotation.options.icons, { ...where, stack }, problems),
  };
}

function toDefinition(annotation: HandlerAnnotation, handler: HandlerDefinition): MemberDefinition {
  switch (annotation.kind) {
    case "tool":
      return { ...handler, kind: "tool", options: annotation.options };
    case "resource":
      return { ...handler, kind: "resource", uri: annotation.uri, options: annotation.options };
    case "prompt":
      return { ...handler, kind: "prompt", options: annotation.options };
  }
}

/** What types refuse as well, for those who write without them. False where nothing can be made of it. */
function checkAnnotation(
  owner: Class,
  annotation: MemberAnnotation,
  where: Where,
  problems: Problems,
): boolean {
  const of = DECORATORS[annotation.kind];
  const rules = DECORATOR_OPTIONS[annotation.kind];
  const before = problems.size;
  checkOptions({ options: annotation.options, rules, of }, where, problems);
  if (annotation.kind === "complete") {
    if (problems.size === before) checkCompleted(annotation.options, where, problems);
    return problems.size === before;
  }
  checkPlace(annotation, where, problems);
  if (annotation.kind !== "resource") return true;
  checkNamed(owner, "list", annotation.options.list, where, problems);
  checkNamed(owner, "watch", annotation.options.watch, where, problems);
  return checkUri(annotation.uri, where, problems);
}

function checkCompleted(options: unknown, where: Where, problems: Problems): void {
  const { prompt, resource, argument } = isObject(options) ? options : {};
  if (argument !== undefined && (prompt === undefined) !== (resource === undefined)) return;
  problems.add("ERR_OPTION_INVALID", where, {
    option: "@Complete",
    detail: "names no one argument of one prompt or resource template",
    fix: 'Write @Complete({ prompt: "triage", argument: "id" }), or `resource` and a URI template in place of `prompt`',
  });
}

function checkPlace({ key, options }: HandlerAnnotation, where: Where, problems: Problems): void {
  const { scope, inject } = options;
  if (key === undefined || (scope === undefined && inject === undefined)) return;
  problems.add("ERR_OPTION_INVALID", where, {
    option: scope === undefined ? "inject" : "scope",
    detail: "stands on a method, and is about the class",
    fix: "Move it to @Feature",
  });
}

const NAMED = {
  list: "Name the method that lists the resources",
  watch: "Name the method that notices changes",
} as const;

function checkNamed(
  owner: Class,
  option: keyof typeof NAMED,
  method: unknown,
  where: Where,
  problems: Problems,
): void {
  if (typeof method !== "string" || hasMethod(owner, method)) return; // what is no text was reported
  const detail = `names ${method}, which is no method of ${nameOf(owner)}`;
  problems.add("ERR_OPTION_INVALID", where, { option, detail, fix: NAMED[option] });
}

function checkUri(uri: unknown, where: Where, problems: Problems): boolean {
  if (typeof uri === "string") return true;
  problems.add("ERR_URI_INVALID", where, {
    detail: `@Resource is given no URI: what stands first is ${describe(uri)}`,
  });
  return false;
}

/** `Tickets.search_tickets`, or the class alone where the class is annotated. */
export function memberOf(owner: AnyClass, annotation: MemberAnnotation): string {
  return annotation.key === undefined ? nameOf(owner) : `${nameOf(owner)}.${String(annotation.key)}`;
}
