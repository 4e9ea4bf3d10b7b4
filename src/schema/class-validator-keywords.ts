import { isObject, type JsonSchema } from "../protocol/json.js";

/** A type that a class-validator rule implies. */
export type Kind = "string" | "number" | "integer" | "boolean" | "date" | "object" | "array";

/** The rules that say a type. */
export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["isString", "string"],
  ["isInt", "integer"],
  ["isNumber", "number"],
  ["isBoolean", "boolean"],
  ["isDate", "date"],
  ["isObject", "object"],
  ["isArray", "array"],
  ["isEmail", "string"],
  ["isUuid", "string"],
  ["isUrl", "string"],
  ["isLength", "string"],
  ["minLength", "string"],
  ["maxLength", "string"],
  ["matches", "string"],
  ["isDateString", "string"],
  ["isIso8601", "string"],
]);

type Mapping = (first: unknown, second: unknown) => JsonSchema | undefined;

const MAPPINGS: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ["isString", () => ({ type: "string" })],
  ["isInt", () => ({ type: "integer" })],
  [
    "isNumber",
    (options) =>
      isObject(options) && options.maxDecimalPlaces !== undefined ? undefined : { type: "number" },
  ],
  ["isBoolean", () => ({ type: "boolean" })],
  ["isArray", () => ({ type: "array" })],
  ["isEnum", (entity) => ({ enum: enumValues(entity) })],
  ["isIn", (values) => (isScalarList(values) ? { enum: values } : undefined)],
  ["isNotIn", (values) => (isScalarList(values) ? { not: { enum: values } } : undefined)],
  ["equals", (value) => (isScalar(value) ? { const: value } : undefined)],
  ["notEquals", (value) => (isScalar(value) ? { not: { const: value } } : undefined)],
  ["min", (minimum) => ({ minimum })],
  ["max", (maximum) => ({ maximum })],
  ["isPositive", () => ({ exclusiveMinimum: 0 })],
  ["isNegative", () => ({ exclusiveMaximum: 0 })],
  [
    "isDivisibleBy",
    (multipleOf) => (Number.isInteger(multipleOf) ? { type: "integer", multipleOf } : undefined),
  ],
  ["minLength", (minLength) => ({ minLength })],
  ["maxLength", (maxLength) => ({ maxLength })],
  ["isLength", (minLength, maxLength) => ({ minLength, ...(maxLength !== undefined && { maxLength }) })],
  ["isNotEmpty", () => ({ minLength: 1 })],
  ["matches", (pattern, modifiers) => patternOf(pattern, modifiers)],
  ["arrayMinSize", (minItems) => ({ minItems })],
  ["arrayMaxSize", (maxItems) => ({ maxItems })],
  ["arrayNotEmpty", () => ({ minItems: 1 })],
]);

/** The keywords that say what a rule says; undefined where none do, and class-validator itself has to judge. */
export function findKeywords(
  name: string | undefined,
  constraints: readonly unknown[],
): JsonSchema | undefined {
  return MAPPINGS.get(name ?? "")?.(constraints[0], constraints[1]);
}

/** A numeric TypeScript enum holds its names as values too; they are not members. */
function enumValues(entity: unknown): unknown[] {
  if (!isObject(entity)) return [];
  return Object.entries(entity).flatMap(([key, value]) => (/^-?\d+$/.test(key) ? [] : [value]));
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isScalarList(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0 && values.every(isScalar);
}

/** Flags cannot be written in a schema, and its patterns are read in Unicode mode. */
function patternOf(pattern: unknown, modifiers: unknown): JsonSchema | undefined {
  if (!(pattern instanceof RegExp) || modifiers !== undefined || !/^u?$/.test(pattern.flags))
    return undefined;
  try {
    return { pattern: new RegExp(pattern.source, "u").source };
  } catch {
    return undefined;
  }
}
