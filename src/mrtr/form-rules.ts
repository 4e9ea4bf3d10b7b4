import { namesSecret } from "../logging/redact.js";
import { isObject, type JsonObject, type JsonSchema } from "../protocol/json.js";

const FORMATS: ReadonlySet<unknown> = new Set(["email", "uri", "date", "date-time"]);
const SHOWN = ["type", "title", "description", "default"];
const ROOT: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "$schema",
  "additionalProperties",
  "title",
  "description",
]);

/** Keywords each kind of field may have besides those that every one has (ELI-11 to ELI-14). */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "format", "enum", "enumNames", "oneOf"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  boolean: [],
  array: ["items", "minItems", "maxItems"],
};

const PAYMENT = /card[-_ ]?(?:number|no)|\bcvv2?\b|\bcvc2?\b|\biban\b|\bpin\b|\bssn\b/i;

/** Why a schema is no form: one sentence a fault. */
export function findFormFaults(schema: JsonSchema): string[] {
  const { properties } = schema;
  if (schema.type !== "object" || !isObject(properties)) return ["a form is an object with properties"];
  const others = Object.keys(schema).filter((keyword) => !ROOT.has(keyword));
  return [
    ...others.map((keyword) => `a form knows no ${keyword}`),
    ...Object.entries(properties).flatMap(([name, property]) => faultsOf(name, property)),
  ];
}

function faultsOf(name: string, property: unknown): string[] {
  if (namesSecret(name) || PAYMENT.test(name)) {
    return [`"${name}" asks for a secret, which no form may: use ctx.elicitUrl and a page of your own`];
  }
  if (!isObject(property)) return [`"${name}" is no text, number, boolean or choice`];
  const allowed = KEYWORDS[String(property.type)];
  if (allowed === undefined)
    return [`"${name}" is ${kindOf(property)}: a field is text, a number, a boolean or a choice`];
  if ([property.title, property.description].some(showsLink)) {
    return [`"${name}" shows a link, which a form may not (ELI-28): use ctx.elicitUrl`];
  }
  const unknown = Object.keys(property).filter(
    (keyword) => !SHOWN.includes(keyword) && !allowed.includes(keyword),
  );
  return [
    ...unknown.map((keyword) => `"${name}" has ${keyword}, which a form cannot say`),
    ...faultsOfKind(name, property),
  ];
}

function faultsOfKind(name: string, property: JsonObject): string[] {
  const { type, format, items, default: preset } = property;
  const faults: string[] = [];
  if (format !== undefined && !FORMATS.has(format)) {
    faults.push(`"${name}" has the format ${String(format)}: a form knows ${[...FORMATS].join(", ")}`);
  }
  const choices = type === "array" ? choicesOf(items, "anyOf") : choicesOf(property, "oneOf");
  if (choices === null) faults.push(`"${name}" is a choice of something else than texts`);
  if (type === "array" && choices === undefined)
    faults.push(`"${name}" is a list of something else than choices`);
  if (preset !== undefined && !isPreset(preset, property, choices ?? undefined)) {
    faults.push(`"${name}" has a default that is none of its own values`);
  }
  return faults;
}

function showsLink(text: unknown): boolean {
  return typeof text === "string" && /\bhttps?:\/\//i.test(text);
}

/** The values of a choice; undefined where there is none, null where they are no texts. */
function choicesOf(schema: unknown, titled: "oneOf" | "anyOf"): readonly string[] | null | undefined {
  if (!isObject(schema)) return undefined;
  const list = schema.enum ?? schema[titled];
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length === 0) return null;
  const values = schema.enum === undefined ? list.map(constOf) : list;
  return values.every((value) => typeof value === "string") ? values : null;
}

/** `{ const, title }` and nothing else. */
function constOf(entry: unknown): unknown {
  return isObject(entry) && typeof entry.title === "string" && Object.keys(entry).length === 2
    ? entry.const
    : undefined;
}

function isPreset(preset: unknown, { type }: JsonObject, choices: readonly string[] | undefined): boolean {
  switch (type) {
    case "string":
      return typeof preset === "string" && (choices === undefined || choices.includes(preset));
    case "boolean":
      return typeof preset === "boolean";
    case "array":
      return Array.isArray(preset) && preset.every((each) => choices?.includes(each));
    case "integer":
      return Number.isInteger(preset);
    default:
      return typeof preset === "number";
  }
}

function kindOf({ type, $ref, anyOf, oneOf }: JsonObject): string {
  if (typeof type === "string") return `an ${type}`.replace(/^an (?=[^aeiou])/, "a ");
  if (Array.isArray(type)) return "of several types";
  return $ref === undefined && anyOf === undefined && oneOf === undefined
    ? "of no type"
    : "of another schema";
}
