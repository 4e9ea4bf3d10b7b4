import type { AnyClass } from "../metadata/types.js";

/** The class a decorator stands in: it is handed the prototype, or the class itself for statics and classes. */
export function ownerOf(target: object): AnyClass {
  return (typeof target === "function" ? target : target.constructor) as AnyClass; // a decorator's target is one of the two
}
