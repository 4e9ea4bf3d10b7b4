import type { Problems, Where } from "../errors/boot-error.js";
import type { CompleteDefinition, HandlerDefinition, MemberDefinition } from "./definition.js";
import { findMethodTypes, prototypeOf } from "./design-types.js";
import { lineageOf, nameOf } from "./lineage.js";
import { type Annotated, type MemberAnnotation, methodOf } from "./merge-members.js";
import { placeOf } from "./place.js";
import { readAsks } from "./read-asks.js";
import { readParameters } from "./read-parameters.js";
import type { AnyClass, Class } from "./types.js";

type HandlerAnnotation = Exclude<MemberAnnotation, { readonly kind: "complete" }>;

/** One annotated method as `owner` has it; undefined, with a problem, where there is nothing to call. */
export function findMember(
  owner: Class,
  annotated: Annotated,
  problems: Problems,
): MemberDefinition | undefined {
  const { annotation, stack } = annotated;
  const method = methodOf(annotation);
  const where = { member: memberOf(owner, annotation), place: placeOf(stack) };
  const callee = findMethod(owner, method);
  if (callee === undefined) {
    problems.add("ERR_HANDLER_MISSING", where, {
      detail: `${nameOf(owner)} has no method ${method}()`,
      method,
    });
    return undefined;
  }
  if (annotation.kind === "complete") {
    const complete: CompleteDefinition = {
      kind: "complete",
      owner,
      method,
      ...where,
      target: annotation.options,
    };
    return Object.freeze(complete);
  }
  checkOptions(owner, annotation, where, problems);
  const handler = readHandler({ owner, annotation, declaring: annotated.declaring, callee, where }, problems);
  return Object.freeze(toDefinition(annotation, handler));
}

interface Handler {
  readonly owner: Class;
  readonly annotation: HandlerAnnotation;
  readonly declaring: AnyClass;
  readonly callee: { readonly length: number };
  readonly where: Where;
}

function readHandler(handler: Handler, problems: Problems): HandlerDefinition {
  const { owner, annotation, declaring, callee, where } = handler;
  const method = methodOf(annotation);
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
  const name = annotation.options.name ?? annotation.key;
  if (name === undefined) problems.add("ERR_NAME_MISSING", where, { detail: "it is called as a whole" });
  return {
    owner,
    method,
    ...where,
    name: name ?? nameOf(owner),
    parameters: Object.freeze(roles),
    asks,
    input,
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

/** What types refuse as well, for those who write without them. */
function checkOptions(owner: Class, annotation: HandlerAnnotation, where: Where, problems: Problems): void {
  const { scope, inject } = annotation.options;
  if (annotation.key !== undefined && (scope !== undefined || inject !== undefined)) {
    const detail = "stands on a method, and is about the class";
    problems.add("ERR_OPTION_INVALID", where, {
      option: scope === undefined ? "inject" : "scope",
      detail,
      fix: "Move it to @Feature",
    });
  }
  const list = annotation.kind === "resource" ? annotation.options.list : undefined;
  if (list === undefined || findMethod(owner, list) !== undefined) return;
  const detail = `names ${list}, which is no method of ${nameOf(owner)}`;
  problems.add("ERR_OPTION_INVALID", where, {
    option: "list",
    detail,
    fix: "Name the method that lists the resources",
  });
}

/** `Tickets.search_tickets`, or the class alone where the class is annotated. */
export function memberOf(owner: AnyClass, annotation: MemberAnnotation): string {
  return annotation.key === undefined ? nameOf(owner) : `${nameOf(owner)}.${annotation.key}`;
}

/** Looks at descriptors, so that no getter of the author's runs. */
function findMethod(owner: AnyClass, method: string): { readonly length: number } | undefined {
  const holder = lineageOf(owner).findLast((each) => Object.hasOwn(prototypeOf(each), method));
  const value: unknown = holder && Object.getOwnPropertyDescriptor(prototypeOf(holder), method)?.value;
  return typeof value === "function" ? value : undefined;
}
