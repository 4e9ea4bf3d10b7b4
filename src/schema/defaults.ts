import type { Problems, Where } from "../errors/boot-error.js";
import type { AnyClass, Class } from "../metadata/types.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { Direction } from "./class-transformer.js";

/** What a class's constructor leaves in its properties, from two constructions. */
export interface Defaults {
  readonly first: JsonObject | undefined;
  readonly second: JsonObject | undefined;
}

const NONE: Defaults = { first: undefined, second: undefined };

/** Constructs a DTO twice. An input has to be constructible without arguments; an output need not be. */
export function readDefaults(
  dto: AnyClass,
  direction: Direction,
  where: Where,
  problems: Problems,
): Defaults {
  const fail = (detail: string, fix: string): Defaults => {
    if (direction === "input") problems.add("ERR_FIELD_DEFAULT", where, { detail, fix });
    return NONE;
  };
  if (dto.length > 0) {
    return fail(
      `The constructor of ${dto.name} takes arguments`,
      "Let a DTO be constructed without arguments",
    );
  }
  try {
    const concrete = dto as Class<JsonObject & object>; // at run time an abstract class constructs as well
    return { first: new concrete(), second: new concrete() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      `The constructor of ${dto.name} throws: ${reason}`,
      "Let a DTO be constructed without arguments",
    );
  }
}

/** What the constructor leaves in one property. What a getter computes is no default. */
export function findInitial(constructed: JsonObject | undefined, key: string): unknown {
  return constructed !== undefined && Object.hasOwn(constructed, key) ? constructed[key] : undefined;
}

/** The default to publish: JSON, and the same in both constructions; undefined for none. */
export function findPublishedDefault({ first, second }: Defaults, key: string): unknown {
  const value = findInitial(first, key);
  if (value === undefined || !isPlainJson(value)) return undefined;
  return JSON.stringify(value) === JSON.stringify(findInitial(second, key)) ? value : undefined;
}

/** True for what JSON carries as it is: no dates, no instances of classes, no numbers without a value. */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > 64) return false;
  if (Array.isArray(value)) return value.every((element) => isPlainJson(element, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isObject(value) || (prototype !== Object.prototype && prototype !== null)) return false;
  return Object.values(value).every((member) => isPlainJson(member, depth + 1));
}
