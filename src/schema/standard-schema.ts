import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { Problems, Where } from "../errors/boot-error.js";
import { isObject, type JsonSchema } from "../protocol/json.js";
import type { Direction } from "./class-transformer.js";
import { type Violation, Violations } from "./contract.js";
import { pointerTo } from "./pointer.js";
import { brief, describe, findStringified } from "./received.js";

/** True for a schema of zod, ArkType, Valibot or another library of the Standard Schema family. */
export function isStandardSchema(source: unknown): source is StandardSchemaV1 {
  if ((typeof source !== "object" && typeof source !== "function") || source === null) return false;
  const standard = (source as Partial<StandardSchemaV1>)["~standard"]; // ArkType's schemas are functions
  return typeof standard?.validate === "function";
}

/** The JSON Schema a library gives of its schema; what keeps it from doing so is added to the problems. */
export function findStandardJsonSchema(
  source: StandardSchemaV1,
  direction: Direction,
  where: Where,
  problems: Problems,
): JsonSchema | undefined {
  const standard = source["~standard"] as StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props>; // the second half is optional
  if (standard.jsonSchema === undefined) {
    const detail = `${standard.vendor} gives no JSON Schema of this one`;
    problems.add("ERR_SCHEMA_INVALID", where, { detail, fix: fixFor(standard.vendor) });
    return undefined;
  }
  try {
    return standard.jsonSchema[direction]({ target: "draft-2020-12" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const detail = `${standard.vendor} cannot write it as JSON Schema: ${reason}`;
    problems.add("ERR_SCHEMA_INVALID", where, {
      detail,
      fix: "Use only what JSON can carry; a date travels as text",
    });
    return undefined;
  }
}

function fixFor(vendor: string): string {
  if (vendor === "valibot") return "Wrap it: toStandardJsonSchema(schema), from @valibot/to-json-schema";
  if (vendor === "zod") return "Use zod 4.2 or later";
  return "Use a version of the library that implements Standard JSON Schema, or give a raw JSON Schema";
}

/** A library's verdict: its value, or its issues as violations. */
export function verdictOf(result: StandardSchemaV1.Result<unknown>, raw: unknown): unknown {
  if (result.issues === undefined) return result.value;
  return new Violations(result.issues.slice(0, 10).map((issue) => toViolation(issue, raw)));
}

function toViolation(issue: StandardSchemaV1.Issue, raw: unknown): Violation {
  const keys = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  const received = keys.reduce<unknown>(memberOf, raw);
  const path = keys.reduce<string>(pointerTo, "");
  return {
    path,
    message: `${issue.message}${discriminatorOf(issue, received)}${receivedOf(issue.message, received)}`,
  };
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an object that has this very member
}

/** zod says which member tells the alternatives apart, but leaves it out of its message. */
function discriminatorOf(issue: StandardSchemaV1.Issue, received: unknown): string {
  const { discriminator } = issue as { discriminator?: unknown }; // an extra of the library's own
  if (typeof discriminator !== "string") return "";
  const tag = isObject(received) ? memberOf(received, discriminator) : received;
  return `: unknown ${discriminator} ${brief(tag)}`;
}

function receivedOf(message: string, received: unknown): string {
  const type = describe(received);
  const got = message.includes("received") || message.includes(type) ? "" : `, got ${type}`;
  const inside = /\b(?:array|object)\b/i.test(message) ? findStringified(received) : undefined;
  if (inside === undefined) return got;
  return `${got}: it must not be a JSON string; send the ${describe(inside)} itself`;
}
