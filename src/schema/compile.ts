import type { Problems, Where } from "../errors/boot-error.js";
import type { AnyClass, SchemaSource } from "../metadata/types.js";
import { isObject, type JsonSchema } from "../protocol/json.js";
import { checkInputRoot, checkSchema, MAX_SUBSCHEMAS } from "./check-schema.js";
import type { Direction } from "./class-transformer.js";
import type { InputReader, OutputWriter } from "./contract.js";
import { findDtoSchema } from "./dto-schema.js";
import { headerParams } from "./header-params.js";
import { dtoReader, rawReader, repairing, standardReader } from "./input-readers.js";
import { compileRepair } from "./json-text.js";
import { dtoWriter, rawWriter, standardWriter } from "./output-writers.js";
import { DtoReader, type FieldReader } from "./read-dto.js";
import type { DtoShape } from "./shape.js";
import { findStandardJsonSchema, isStandardSchema } from "./standard-schema.js";

/** Who declares a schema, and where what is wrong with it goes. */
export interface CompileOptions {
  readonly where: Where;
  /** Everything wrong is added here; the result is usable all the same, so that a boot finds all of it. */
  readonly problems: Problems;
  /** Reads the annotated properties of a DTO class. */
  readonly fields: FieldReader;
}

export interface InputOptions extends CompileOptions {
  /** Repairs arrays and objects that arrive as JSON text; text fields are never touched. */
  readonly coerce?: "json-strings" | undefined;
}

/**
 * Compiles what a handler takes, from a DTO class, a Standard Schema or a JSON Schema. Its validator is
 * compiled at the first call.
 */
export function compileInput(source: SchemaSource, options: InputOptions): InputReader {
  const { where, problems } = options;
  const reader = readerOf(source, options);
  if (reader === undefined) return rawReader(NOTHING);
  const before = problems.size;
  checkSchema(reader.schema, where, problems);
  checkInputRoot(reader.schema, where, problems);
  if (problems.size > before) return reader;
  for (const detail of headerParams(reader.schema).faults)
    problems.add("ERR_HEADER_ANNOTATION", where, { detail });
  return options.coerce === undefined ? reader : repairing(reader, compileRepair(reader.schema));
}

/** Compiles what a handler gives back. The root may be of any type (TOOL-14). */
export function compileOutput(source: SchemaSource, options: CompileOptions): OutputWriter {
  const writer = writerOf(source, options) ?? rawWriter(NOTHING);
  checkSchema(writer.schema, options.where, options.problems);
  return writer;
}

/** TOOL-13. Stands in for a schema that could not be made. */
const NOTHING: JsonSchema = Object.freeze({ type: "object", additionalProperties: false });

function readerOf(source: unknown, options: InputOptions): InputReader | undefined {
  const { where, problems } = options;
  if (isStandardSchema(source)) {
    const schema = findStandardJsonSchema(source, "input", where, problems);
    return schema && standardReader(source, schema);
  }
  if (isClass(source)) {
    const shape = shapeOf(source, "input", options);
    const schema = schemaOf(shape, options);
    return schema && dtoReader(shape, schema);
  }
  return isSchema(source, options) ? rawReader(source) : undefined;
}

function writerOf(source: unknown, options: CompileOptions): OutputWriter | undefined {
  const { where, problems } = options;
  if (isStandardSchema(source)) {
    const schema = findStandardJsonSchema(source, "output", where, problems);
    return schema && standardWriter(source, schema);
  }
  if (isClass(source)) {
    const shape = shapeOf(source, "output", options);
    const schema = schemaOf(shape, options);
    return schema && dtoWriter(shape, schema);
  }
  return isSchema(source, options) ? rawWriter(source) : undefined;
}

/** TOOL-11: null, arrays and booleans are no schemas here. */
function isSchema(source: unknown, { where, problems }: CompileOptions): source is JsonSchema {
  const detail = findSourceFault(source);
  if (detail === undefined) return true;
  problems.add("ERR_SCHEMA_INVALID", where, {
    detail,
    fix: "Give a DTO class, a Standard Schema or a JSON Schema object",
  });
  return false;
}

function findSourceFault(source: unknown): string | undefined {
  if (typeof source === "function") return "it is a function, and no class";
  if (!isObject(source))
    return `it is ${source === null ? "null" : Array.isArray(source) ? "an array" : typeof source}`;
  const name = source.constructor?.name;
  if (Object.values(source).some(isStandardSchema))
    return "it holds schemas by name, and is none itself: wrap it, as in z.object({ … })";
  const isPlain = typeof name !== "string" || name === "Object";
  return isPlain ? undefined : `it is an instance of ${name}, and not the class`;
}

/** A class is recognized by its prototype, which an arrow function does not have. */
function isClass(source: unknown): source is AnyClass {
  return typeof source === "function" && Object.hasOwn(source, "prototype");
}

/** One reading of each class for one boot and direction. */
const readers = new WeakMap<Problems, Map<Direction, DtoReader>>();

function shapeOf(dto: AnyClass, direction: Direction, { where, problems, fields }: CompileOptions): DtoShape {
  const known = readers.get(problems) ?? new Map<Direction, DtoReader>();
  readers.set(problems, known);
  const reader = known.get(direction) ?? new DtoReader(direction, problems, fields);
  known.set(direction, reader);
  return reader.read(dto, where);
}

function schemaOf(shape: DtoShape, { where, problems }: CompileOptions): JsonSchema | undefined {
  const schema = findDtoSchema(shape);
  if (schema !== undefined) return schema;
  const detail = `${shape.owner.name} has more than ${MAX_SUBSCHEMAS} subschemas, written out`;
  problems.add("ERR_SCHEMA_BOUNDS", where, { detail });
  return undefined;
}
