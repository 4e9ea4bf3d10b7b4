import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "../protocol/json.js";
import { type InputReader, Violations } from "./contract.js";
import { findField } from "./find-field.js";
import { findHostile } from "./hostile.js";
import { compileHydrator } from "./hydrate.js";
import { compileInstanceCheck, type InstanceCheck } from "./instance-check.js";
import type { Repair } from "./json-text.js";
import { type DtoShape, isRecursive, leafOf, reachableFrom } from "./shape.js";
import { verdictOf } from "./standard-schema.js";
import { isThenable } from "./thenable.js";
import { SchemaValidator } from "./validator.js";

/** DTO: validated raw, then built, then judged by what no schema can say. */
export function dtoReader(shape: DtoShape, schema: JsonSchema): InputReader {
  const validator = new SchemaValidator(schema);
  const build = compileHydrator(shape);
  const check = compileInstanceCheck(shape);
  const isClosed = [...reachableFrom(shape)].every(
    (nested) => nested.fields.every(isClosedField) && !isRecursive(nested),
  );
  const read = (raw: unknown): unknown => {
    // closed schemas know every name and every depth; open ones are searched for what they would let in
    const bad = (isClosed ? undefined : findHostileIn(raw)) ?? validator.find(raw);
    if (bad !== undefined) return bad;
    const built = build(raw);
    return check === undefined ? built : checked(built, check);
  };
  return { schema, read, prepare: () => validator.prepare(), findField: (steps) => findField(shape, steps) };
}

function isClosedField({ type }: DtoShape["fields"][number]): boolean {
  const leaf = leafOf(type);
  return leaf.kind !== "value" || !leaf.open;
}

function checked(instance: unknown, check: InstanceCheck): unknown {
  const verdict = check(instance);
  if (verdict instanceof Promise) return verdict.then((found) => found ?? instance);
  return verdict ?? instance;
}

function findHostileIn(raw: unknown): Violations | undefined {
  const found = findHostile(raw);
  return found && new Violations([found]);
}

/** JSON Schema: the value goes to the handler as it came. */
export function rawReader(schema: JsonSchema): InputReader {
  const validator = new SchemaValidator(schema);
  return {
    schema,
    read: (raw) => findHostileIn(raw) ?? validator.find(raw) ?? raw,
    prepare: () => validator.prepare(),
  };
}

/** Standard Schema: the library validates, and its value goes to the handler. */
export function standardReader(source: StandardSchemaV1, schema: JsonSchema): InputReader {
  const read = (raw: unknown): unknown => {
    const hostile = findHostileIn(raw);
    if (hostile !== undefined) return hostile;
    const result = source["~standard"].validate(raw);
    return isThenable(result)
      ? Promise.resolve(result).then((settled) => verdictOf(settled, raw))
      : verdictOf(result, raw);
  };
  return { schema, read, prepare: () => new SchemaValidator(schema).prepare() };
}

/** A reader that turns JSON text into arrays and objects first. */
export function repairing(reader: InputReader, repair: Repair): InputReader {
  return { ...reader, read: (raw) => reader.read(repair(raw)) };
}
