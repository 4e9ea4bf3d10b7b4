import { isObject } from "../protocol/json.js";
import type { Dialect } from "./dialect.js";

/** Keywords whose value is one schema. */
const SCHEMA = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
/** Keywords whose value is a list of schemas. */
const SCHEMA_LIST = ["allOf", "anyOf", "oneOf", "prefixItems"];
/** Keywords whose value holds schemas by name. */
const SCHEMA_MAP = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/** Keywords that only hold schemas, for references to name. */
export const DEFINES: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** Keywords that judge the very value their schema judges, and not a part of it. */
export const IN_PLACE: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

const TYPE_NAMES: ReadonlySet<unknown> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);

type Check = { readonly wants: string; test(value: unknown): boolean };

const isString = (value: unknown): boolean => typeof value === "string";
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0; // an integer
const isStringList = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

const TEXT: Check = { wants: "a string", test: isString };
const NUMBER: Check = { wants: "a number", test: (value) => Number.isFinite(value) };
const COUNT: Check = { wants: "an integer from 0", test: isCount };
const FLAG: Check = { wants: "true or false", test: (value) => typeof value === "boolean" };
const CHOICES: Check = {
  wants: "an array of at least one value",
  test: (value) => Array.isArray(value) && value.length > 0,
};
const LIST: Check = { wants: "an array", test: Array.isArray };
const NAMES: Check = { wants: "an array of strings", test: isStringList };

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["$anchor", TEXT],
  ["$comment", TEXT],
  ["$dynamicAnchor", TEXT],
  ["$dynamicRef", TEXT],
  ["$id", TEXT],
  ["$ref", TEXT],
  ["contentEncoding", TEXT],
  ["contentMediaType", TEXT],
  [
    "dependentRequired",
    {
      wants: "an object of string arrays",
      test: (value) => isObject(value) && Object.values(value).every(isStringList),
    },
  ],
  ["deprecated", FLAG],
  ["description", TEXT],
  ["enum", CHOICES],
  ["examples", LIST],
  ["exclusiveMaximum", NUMBER],
  ["exclusiveMinimum", NUMBER],
  ["format", TEXT],
  ["maxContains", COUNT],
  ["maxItems", COUNT],
  ["maxLength", COUNT],
  ["maxProperties", COUNT],
  ["maximum", NUMBER],
  ["minContains", COUNT],
  ["minItems", COUNT],
  ["minLength", COUNT],
  ["minProperties", COUNT],
  ["minimum", NUMBER],
  ["multipleOf", { wants: "a number above 0", test: (value) => typeof value === "number" && value > 0 }],
  ["pattern", { wants: "an ECMAScript regular expression (Unicode mode)", test: isPattern }],
  ["readOnly", FLAG],
  ["required", NAMES],
  ["title", TEXT],
  ["type", { wants: `one of ${[...TYPE_NAMES].join(", ")}, or a list of them`, test: isType }],
  ["uniqueItems", FLAG],
  ["writeOnly", FLAG],
]);

function isType(value: unknown): boolean {
  if (!Array.isArray(value)) return TYPE_NAMES.has(value);
  return (
    value.length > 0 && new Set(value).size === value.length && value.every((name) => TYPE_NAMES.has(name))
  );
}

function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}

/** What a keyword's value has to be, where it is not that; undefined for a good one and for unknown keywords. */
export function findKeywordFault(keyword: string, value: unknown, dialect: Dialect): string | undefined {
  // the validator would give these a meaning that no JSON Schema dialect has, and clients do not know
  if (keyword === "nullable") return 'left out; JSON Schema says type: ["string", "null"]';
  if (keyword === "$async") return "left out; a validator must answer at once";
  if (keyword === "id" && typeof value === "string") return "written $id";
  if (keyword === "items" && Array.isArray(value)) {
    return dialect === "draft-07" ? undefined : "a schema; a tuple is written with prefixItems";
  }
  if (keyword === "patternProperties" && isObject(value) && !Object.keys(value).every(isPattern)) {
    return "an object whose names are regular expressions";
  }
  if (SCHEMA_LIST.includes(keyword))
    return Array.isArray(value) && value.length > 0 ? undefined : "a list of schemas";
  if (SCHEMA_MAP.includes(keyword)) return isObject(value) ? undefined : "an object of schemas";
  const check = CHECKS.get(keyword);
  return check === undefined || check.test(value) ? undefined : check.wants;
}

/** A schema inside another, and the steps that lead to it. */
export interface Subschema {
  readonly keyword: string;
  readonly steps: readonly PropertyKey[];
  readonly schema: unknown;
}

/** The schemas directly inside one, whatever their value is. */
export function subschemasOf(schema: Readonly<Record<string, unknown>>): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => inside(keyword, value));
}

/** Whether a keyword's value is data that validators only compare or pass on, and not schemas. */
export function isData(keyword: string): boolean {
  return ![...SCHEMA, ...SCHEMA_LIST, ...SCHEMA_MAP, "dependencies"].includes(keyword);
}

function inside(keyword: string, value: unknown): readonly Subschema[] {
  if (Array.isArray(value) && (SCHEMA_LIST.includes(keyword) || keyword === "items")) {
    return value.map((schema: unknown, index) => ({ keyword, steps: [keyword, index], schema }));
  }
  if (SCHEMA.includes(keyword)) return [{ keyword, steps: [keyword], schema: value }];
  if (!isObject(value)) return [];
  const named = Object.entries(value).map(([name, schema]) => ({ keyword, steps: [keyword, name], schema }));
  if (SCHEMA_MAP.includes(keyword)) return named;
  // draft-07: a list of names is no schema
  return keyword === "dependencies" ? named.filter(({ schema }) => !Array.isArray(schema)) : [];
}
