import type { Violation } from "./contract.js";
import { pointerTo } from "./pointer.js";

/** Deepest nesting of a value, and of a schema. */
export const MAX_DEPTH = 64;

const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** True for the names through which an object's prototype can be reached. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN.has(key);
}

/**
 * The first thing in a JSON value that no schema should have to deal with: a key that names a prototype, or
 * nesting beyond 64 levels. Undefined for a value without either.
 */
export function findHostile(value: unknown, path = "", depth = 0): Violation | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return { path, message: `is nested deeper than ${MAX_DEPTH} levels` };
  if (Array.isArray(value)) return findInArray(value, path, depth);
  for (const key of Object.keys(value)) {
    if (FORBIDDEN.has(key))
      return { path: pointerTo(path, key), message: "is a name that is never accepted" };
    const member: unknown = (value as Record<string, unknown>)[key]; // an object's own key
    if (typeof member !== "object" || member === null) continue;
    const found = findHostile(member, pointerTo(path, key), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInArray(list: readonly unknown[], path: string, depth: number): Violation | undefined {
  for (let index = 0; index < list.length; index++) {
    const element = list[index];
    if (typeof element !== "object" || element === null) continue;
    const found = findHostile(element, pointerTo(path, index), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value is nested deeper than 64 levels; so is one that contains itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((member) => isTooDeep(member, depth + 1));
}
