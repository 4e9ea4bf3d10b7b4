import "reflect-metadata";
import { type Problem, Problems } from "../../src/errors/boot-error.js";
import { readFields } from "../../src/metadata/read-fields.js";
import { record } from "../../src/metadata/record.js";
import type { FieldOptions, SchemaSource } from "../../src/metadata/types.js";
import { compileInput, compileOutput } from "../../src/schema/compile.js";
import { type InputReader, type OutputWriter, Violations } from "../../src/schema/contract.js";

/** `@Field` as far as these tests need it: the one write, without the typing. */
export function Field(options: FieldOptions = {}): PropertyDecorator {
  return (target, key) => {
    // a property decorator's target is the prototype, whose constructor is the class
    record(target.constructor as never, { kind: "field", key: String(key), options }, {});
  };
}

export const where = { member: "Tickets.search", place: undefined };

/** Compiles what must not have a problem. */
export function input(source: SchemaSource, coerce?: "json-strings"): InputReader {
  const problems = new Problems();
  const reader = compileInput(source, { where, problems, fields: readFields, coerce });
  problems.throwIfAny();
  return reader;
}

export function output(source: SchemaSource): OutputWriter {
  const problems = new Problems();
  const writer = compileOutput(source, { where, problems, fields: readFields });
  problems.throwIfAny();
  return writer;
}

/** What a boot would report of an input. */
export function inputProblems(source: unknown): readonly Problem[] {
  return gathered((problems) =>
    compileInput(source as SchemaSource, { where, problems, fields: readFields }),
  );
}

export function outputProblems(source: unknown): readonly Problem[] {
  return gathered((problems) =>
    compileOutput(source as SchemaSource, { where, problems, fields: readFields }),
  );
}

function gathered(body: (problems: Problems) => unknown): readonly Problem[] {
  const problems = new Problems();
  body(problems);
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    return (error as { problems: readonly Problem[] }).problems;
  }
}

/** The violations on one line, or a failure where the value was accepted. */
export function refusal(result: unknown): string {
  if (result instanceof Violations) return result.toString();
  throw new Error(`accepted: ${JSON.stringify(result)}`);
}
