import { BlazonError } from "../errors/blazon-error.js";
import { nameOf } from "../metadata/lineage.js";
import { placeOf } from "../metadata/place.js";
import type { Spot, Stack } from "../metadata/record.js";
import type { AnyClass } from "../metadata/types.js";

/**
 * The class a decorator stands in: it is handed the prototype, or the class itself for statics and classes.
 *
 * @throws {BlazonError} `ERR_DECORATOR_USE` where it was applied to neither, or as a standard decorator.
 */
export function ownerOf(target: unknown, key: unknown, stack: Stack): AnyClass {
  if (isStandardContext(key)) {
    const fix =
      'Set "experimentalDecorators": true and "emitDecoratorMetadata": true in the tsconfig.json it is compiled with';
    throw misuse(
      `The decorator of the ${key.kind} ${String(key.name)} was applied as a standard decorator`,
      fix,
      stack,
    );
  }
  if (typeof target === "function") return target as unknown as AnyClass; // statics and classes: the class itself
  if (isPrototype(target) && key !== undefined) return target.constructor;
  throw misuse(
    "A decorator was called on something that is neither a class nor a member of one",
    'Without decorator syntax, call Tool()(Tickets.prototype, "search") for a method and Feature()(Tickets) for a class',
    stack,
  );
}

/** What a decorator stands above; a key and the class itself stand for a static member. */
export function spotOf(target: unknown, key: string | symbol | undefined): Spot {
  return key !== undefined && typeof target === "function" ? { key, isStatic: true } : { key };
}

/**
 * A decorator without parentheses is handed what it stands above where its options belong.
 *
 * @throws {BlazonError} `ERR_DECORATOR_USE`.
 */
export function assertParentheses(decorator: string, first: unknown, stack: Stack): void {
  if (typeof first !== "function" && !isPrototype(first)) return;
  const above =
    typeof first === "function"
      ? `above ${first.name}, or is given it as its options`
      : `in ${nameOf(first.constructor)}`;
  const detail = `@${decorator} stands without parentheses ${above}`;
  throw misuse(detail, `Write @${decorator}(…)`, stack);
}

/** Thrown where the module is loaded: no class is known yet that a boot could report it for. */
function misuse(detail: string, fix: string, stack: Stack): BlazonError {
  const place = placeOf(stack);
  const where = place === undefined ? "" : ` (${place})`;
  return new BlazonError("ERR_DECORATOR_USE", { detail: detail + where, fix });
}

/** Whether a value is some class's prototype. */
export function isPrototype(value: unknown): value is { readonly constructor: AnyClass } {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "constructor")) return false;
  return typeof value.constructor === "function" && value.constructor.prototype === value;
}

/** The second argument of a standard decorator, which has a name or symbol there in the legacy form. */
function isStandardContext(key: unknown): key is { readonly kind: string; readonly name: unknown } {
  return typeof key === "object" && key !== null && "kind" in key && typeof key.kind === "string";
}
