import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema, JsonValue } from "../protocol/json.js";
import { type OutputWriter, Violations } from "./contract.js";
import type { DtoShape } from "./shape.js";
import { verdictOf } from "./standard-schema.js";
import { isThenable } from "./thenable.js";
import { toJson } from "./to-json.js";
import { SchemaValidator } from "./validator.js";
import { compileProjection } from "./write-dto.js";

/** DTO: declared members only, then validated. */
export function dtoWriter(shape: DtoShape, schema: JsonSchema): OutputWriter {
  const validator = new SchemaValidator(schema);
  const project = compileProjection(shape);
  const write = (value: unknown): JsonValue | Violations => {
    const json = project(value);
    if (json instanceof Violations) return json;
    return validator.find(json) ?? (json as JsonValue); // the validator accepts JSON only
  };
  return { schema, write, prepare: () => validator.prepare() };
}

/** JSON Schema: what JSON makes of the value, then validated. */
export function rawWriter(schema: JsonSchema): OutputWriter {
  const validator = new SchemaValidator(schema);
  const write = (value: unknown): JsonValue | Violations => {
    const json = toJson(value);
    return json instanceof Violations ? json : (validator.find(json) ?? json);
  };
  return { schema, write, prepare: () => validator.prepare() };
}

/** Standard Schema: the library validates; what JSON makes of its value is written. */
export function standardWriter(source: StandardSchemaV1, schema: JsonSchema): OutputWriter {
  const settle = (result: StandardSchemaV1.Result<unknown>, value: unknown): JsonValue | Violations => {
    const verdict = verdictOf(result, value);
    return verdict instanceof Violations ? verdict : toJson(verdict);
  };
  const write = (value: unknown): JsonValue | Violations | Promise<JsonValue | Violations> => {
    const result = source["~standard"].validate(value);
    return isThenable(result)
      ? Promise.resolve(result).then((settled) => settle(settled, value))
      : settle(result, value);
  };
  return { schema, write, prepare: () => new SchemaValidator(schema).prepare() };
}
