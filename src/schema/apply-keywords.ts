import type { Problems } from "../errors/boot-error.js";
import type { FieldDefinition } from "../metadata/definition.js";
import type { FieldOptions } from "../metadata/types.js";
import type { JsonSchema } from "../protocol/json.js";
import type { RemainingRule, ValidatorHints } from "./class-validator.js";
import type { TypeShape } from "./shape.js";

const NUMERIC = ["number", "integer"];

/** The types a keyword restricts; keywords that are not here restrict any. */
const RESTRICTS: Readonly<Record<string, readonly string[]>> = {
  minimum: NUMERIC,
  maximum: NUMERIC,
  exclusiveMinimum: NUMERIC,
  exclusiveMaximum: NUMERIC,
  multipleOf: NUMERIC,
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  minItems: ["array"],
  maxItems: ["array"],
};

/** Options of `@Field` that restrict a value, and their keywords. */
const KEYWORD_OF = {
  min: "minimum",
  max: "maximum",
  minLength: "minLength",
  maxLength: "maxLength",
  minItems: "minItems",
  maxItems: "maxItems",
  pattern: "pattern",
  format: "format",
  integer: "type",
} as const satisfies Partial<Record<keyof FieldOptions, string>>;

/** A type with its restrictions, and the class-validator rules that could not become part of it. */
export interface Restricted {
  readonly type: TypeShape;
  readonly remaining: readonly RemainingRule[];
}

/**
 * Puts restrictions into a type's schema. On an array, those of `@Field` that do not count elements describe
 * the elements. A class-validator rule that does not apply, or that says again what is said already, is left
 * to class-validator.
 */
export function applyKeywords(
  bare: TypeShape,
  definition: FieldDefinition,
  validator: ValidatorHints,
  problems: Problems,
): Restricted {
  let type = bare;
  if (definition.options.schema === undefined) type = applyOptions(bare, definition, problems);
  const remaining: RemainingRule[] = [];
  for (const { keywords, rule } of validator.mapped) {
    const restricted = restrictElement(type, keywords, rule.stored.each === true);
    if (restricted === undefined) remaining.push(rule);
    else type = restricted;
  }
  return { type, remaining };
}

function applyOptions(bare: TypeShape, definition: FieldDefinition, problems: Problems): TypeShape {
  let type = bare;
  for (const [option, keyword] of Object.entries(KEYWORD_OF)) {
    const value = definition.options[option as keyof typeof KEYWORD_OF]; // a key of the table
    if (value === undefined || value === false) continue;
    const keywords = { [keyword]: keywordValue(option, value) };
    const onElements = type.kind === "list" && !(RESTRICTS[keyword] ?? []).includes("array");
    const restricted = isExpressible(value) ? restrictElement(type, keywords, onElements, true) : undefined;
    if (restricted === undefined) misfit(option, value, definition, problems);
    else type = restricted;
  }
  return type;
}

function keywordValue(option: string, value: unknown): unknown {
  if (option === "integer") return "integer";
  return value instanceof RegExp ? value.source : value;
}

/** A schema has no place for a pattern's flags. */
function isExpressible(value: unknown): boolean {
  return !(value instanceof RegExp) || /^u?$/.test(value.flags);
}

function misfit(option: string, value: unknown, definition: FieldDefinition, problems: Problems): void {
  const isPattern = value instanceof RegExp && !isExpressible(value);
  const detail = isPattern ? "has flags, which a schema cannot carry" : "does not fit the property's type";
  const fix = isPattern
    ? "Write the pattern without flags, such as [Aa] for the flag i"
    : `Remove ${option}, or correct the type`;
  problems.add("ERR_OPTION_INVALID", definition, { option, detail, fix });
}

function restrictElement(
  type: TypeShape,
  keywords: JsonSchema,
  each: boolean,
  replace = false,
): TypeShape | undefined {
  if (!each) return restrict(type, keywords, replace);
  if (type.kind !== "list") return undefined;
  const items = restrict(type.items, keywords, replace);
  return items && { ...type, items };
}

function restrict(type: TypeShape, keywords: JsonSchema, replace: boolean): TypeShape | undefined {
  if (type.kind === "dto") return Object.keys(keywords).length === 0 ? type : undefined;
  const { schema } = type;
  const fits = Object.entries(keywords).every(([keyword, value]) => {
    if (keyword === "type") return schema.type === value || (isNumeric(schema.type) && isNumeric(value));
    const restricted = RESTRICTS[keyword];
    if (restricted !== undefined && !restricted.includes(String(schema.type))) return false;
    return (
      replace || schema[keyword] === undefined || JSON.stringify(schema[keyword]) === JSON.stringify(value)
    );
  });
  if (!fits) return undefined;
  const isInteger = schema.type === "integer" || keywords.type === "integer"; // the narrower of two numeric types
  return { ...type, schema: { ...schema, ...keywords, ...(isInteger && { type: "integer" }) } };
}

function isNumeric(type: unknown): boolean {
  return type === "number" || type === "integer";
}
