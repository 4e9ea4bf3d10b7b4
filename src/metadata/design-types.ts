import "reflect-metadata";
import type { AnyClass } from "./types.js";

/** What the toolchain emitted for the parameters of a constructor, on this very class; undefined for nothing. */
export function findConstructorTypes(owner: AnyClass): readonly unknown[] | undefined {
  return listOrNothing(Reflect.getOwnMetadata("design:paramtypes", owner));
}

/** What the toolchain emitted for the parameters of a method, on this very class; undefined for nothing. */
export function findMethodTypes(owner: AnyClass, method: string): readonly unknown[] | undefined {
  return listOrNothing(Reflect.getOwnMetadata("design:paramtypes", prototypeOf(owner), method));
}

/** What the toolchain emitted as the type of a property, on this very class. */
export function findPropertyType(owner: AnyClass, key: string): unknown {
  return Reflect.getOwnMetadata("design:type", prototypeOf(owner), key);
}

/** The tokens that tsyringe's `@inject()` wrote, by parameter index. */
export function findInjectTokens(owner: AnyClass): Readonly<Record<string, unknown>> {
  const tokens: unknown = Reflect.getOwnMetadata("injectionTokens", owner);
  return (tokens ?? {}) as Readonly<Record<string, unknown>>; // tsyringe keeps an object keyed by index there
}

/** The prototype, which TypeScript types as `any` on a constructor. */
export function prototypeOf(owner: AnyClass): object {
  return owner.prototype as object; // every class has one
}

function listOrNothing(emitted: unknown): readonly unknown[] | undefined {
  return Array.isArray(emitted) ? emitted : undefined;
}

const BUILT_IN: ReadonlySet<unknown> = new Set([
  Array,
  BigInt,
  Boolean,
  Date,
  Map,
  Number,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
]);

/** Why an emitted type does not name a class of the author's, as the end of a sentence; undefined where it does. */
export function explainType(type: unknown): string | undefined {
  if (type === undefined) {
    return "has a type that was not there yet when the class was read: a circular import, or a class declared further down";
  }
  if (type === Object) {
    // swc and oxc emit it for a type-only import, where tsc emits Function.
    return "has the emitted type Object: an interface, a union, a type alias, or a class imported with `import type`, none of which is there at run time";
  }
  if (type === Function) {
    return "has the emitted type Function: a function, or a class imported with `import type`, which is gone at run time";
  }
  if (typeof type !== "function") return "has an emitted type that is no class";
  return BUILT_IN.has(type) ? `has the emitted type ${type.name}, which says too little` : undefined;
}
