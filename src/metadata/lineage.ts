import type { AnyClass } from "./types.js";

/** A class's name for messages. */
export function nameOf(owner: AnyClass): string {
  return owner.name === "" ? "(anonymous class)" : owner.name;
}

/** The class that `owner` extends, if any. */
export function findParent(owner: AnyClass): AnyClass | undefined {
  const parent: unknown = Object.getPrototypeOf(owner);
  if (typeof parent !== "function" || parent === Function.prototype) return undefined;
  return parent as AnyClass; // only a constructor can stand after `extends`
}

/** The classes from the root of the chain down to `owner`. */
export function lineageOf(owner: AnyClass): readonly AnyClass[] {
  const parent = findParent(owner);
  return parent === undefined ? [owner] : [...lineageOf(parent), owner];
}
