import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "../protocol/json.js";

/** A class that may be abstract. */
export type AnyClass<T = object> = abstract new (...args: never[]) => T;

/** Where the schema of an input, output or form comes from: a DTO class, a Standard Schema, or a JSON Schema. */
export type SchemaSource = AnyClass | StandardSchemaV1 | JsonSchema;

/** What a handler is handed for a source: the instance, the schema's output, `unknown` for a JSON Schema. */
export type Received<Source> =
  Source extends AnyClass<infer Instance>
    ? Instance
    : Source extends StandardSchemaV1<unknown, infer Output>
      ? Output
      : unknown;

/** What a handler hands back for a source: an equal shape, the schema's input, anything for a JSON Schema. */
export type Produced<Source> =
  Source extends AnyClass<infer Instance>
    ? Instance
    : Source extends StandardSchemaV1<infer Input, unknown>
      ? Input
      : unknown;
