import type { Problems, Where } from "../errors/boot-error.js";
import { findNearest } from "../errors/did-you-mean.js";
import { prototypeOf } from "./design-types.js";
import { lineageOf, nameOf } from "./lineage.js";
import { DECORATORS, type MemberAnnotation, methodOf } from "./merge-members.js";
import type { AnyClass } from "./types.js";

/** A method that can be called on an instance. */
export interface Callee {
  readonly method: string;
  readonly length: number;
}

/** What an annotation stands above; undefined, with `ERR_HANDLER_MISSING` or `_INVALID`, where it cannot be called. */
export function findCallee(
  owner: AnyClass,
  annotation: MemberAnnotation,
  where: Where,
  problems: Problems,
): Callee | undefined {
  const method = methodOf(annotation);
  const above = `${DECORATORS[annotation.kind]} stands above`;
  const invalid = (detail: string, fix: string): undefined =>
    void problems.add("ERR_HANDLER_INVALID", where, { detail, fix });
  if (typeof method === "symbol") {
    return invalid(
      `${above} ${String(method)}, which no client can name`,
      "Give the method a name that is text",
    );
  }
  if (annotation.isStatic === true) {
    const fix = "Take `static` away: handlers are called on an instance, which the container makes";
    return invalid(`${above} the static member ${method}`, fix);
  }
  const property = findProperty(owner, method);
  if (property?.get !== undefined || property?.set !== undefined) {
    return invalid(`${above} the accessor ${method}`, `Make it a method: ${method}() { … }`);
  }
  const value: unknown = property?.value;
  if (typeof value !== "function") return reportMissing(owner, method, where, problems);
  if (isGenerator(value)) {
    const fix = "Return the whole answer, or a promise of it; what comes on the way is ctx.progress()";
    return invalid(`${method}() is a generator, and nobody takes what it yields`, fix);
  }
  return { method, length: value.length };
}

/** Whether an instance has such a method, wherever in the chain. */
export function hasMethod(owner: AnyClass, method: string): boolean {
  return typeof findProperty(owner, method)?.value === "function";
}

/** Looks at descriptors, so that no getter of the author's runs. */
function findProperty(owner: AnyClass, key: string): PropertyDescriptor | undefined {
  const holder = lineageOf(owner).findLast((each) => Object.hasOwn(prototypeOf(each), key));
  return holder && Object.getOwnPropertyDescriptor(prototypeOf(holder), key);
}

function reportMissing(owner: AnyClass, method: string, where: Where, problems: Problems): undefined {
  const nearest = findNearest(method, methodNamesOf(owner));
  const hint =
    nearest === undefined ? " (a property that holds a function is none)" : `; did you mean ${nearest}()?`;
  problems.add("ERR_HANDLER_MISSING", where, {
    detail: `${nameOf(owner)} has no method ${method}()${hint}`,
    method,
  });
}

/** The names of all methods, without the constructor. */
export function methodNamesOf(owner: AnyClass): readonly string[] {
  const names = lineageOf(owner).flatMap((each) => Object.getOwnPropertyNames(prototypeOf(each)));
  return names.filter((name) => name !== "constructor" && hasMethod(owner, name));
}

function isGenerator(method: unknown): boolean {
  return /^\[object (?:Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(method));
}
