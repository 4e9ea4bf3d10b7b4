import type { Problems, Where } from "../errors/boot-error.js";
import { readFields } from "../metadata/read-fields.js";
import type { SchemaSource } from "../metadata/types.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { compileInput } from "../schema/compile.js";
import type { InputReader } from "../schema/contract.js";
import { findNonStringFields } from "../schema/string-fields.js";
import { NO_INPUT } from "./no-input.js";

/** The reader of an input whose values are all text on the wire: prompt arguments, template variables. */
export function compileTextInput(
  source: SchemaSource | undefined,
  where: Where,
  problems: Problems,
): InputReader {
  if (source === undefined) return NO_INPUT;
  const reader = compileInput(source, { where, problems, fields: readFields });
  for (const name of findNonStringFields(reader.schema)) {
    problems.add("ERR_INPUT_NOT_STRING", where, { detail: `The field ${name} is not a string` });
  }
  return reader;
}

/** One property of an object schema. */
export interface Property {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The properties an object schema declares at its root, in order. */
export function propertiesOf(reader: InputReader): readonly Property[] {
  const { properties, required } = reader.schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    schema: isObject(schema) ? schema : {},
    required: names.includes(name),
  }));
}
