import { BlazonError } from "../errors/blazon-error.js";
import { type BootError, Problems, type Where } from "../errors/boot-error.js";
import type { SchemaSource } from "../handler/schema-source.js";
import { readFields } from "../metadata/read-fields.js";
import { isObject, type JsonObject, type JsonSchema } from "../protocol/json.js";
import { compileInput } from "../schema/compile.js";
import type { InputReader } from "../schema/contract.js";
import { findFormFaults } from "./form-rules.js";

/** A form as a client shows it, and the reader of what comes back. */
export interface Form {
  readonly requestedSchema: JsonObject;
  readonly reader: InputReader;
}

/**
 * The form of a DTO class, a Standard Schema or a JSON Schema. Adds `ERR_FORM_INVALID` for what the flat schema
 * of elicitation cannot say (ELI-10 to ELI-15), and for fields that ask for secrets (ELI-01).
 */
export function compileForm(source: SchemaSource, where: Where, problems: Problems): Form {
  const before = problems.size;
  const reader = compileInput(source, { where, problems, fields: readFields });
  if (problems.size === before) {
    for (const detail of findFormFaults(reader.schema)) problems.add("ERR_FORM_INVALID", where, { detail });
  }
  return { requestedSchema: requestedSchemaOf(reader.schema), reader };
}

const forms = new WeakMap<object, Form>();

/**
 * The form of a source, made once.
 * @throws {BlazonError} `ERR_FORM_INVALID` for what cannot be a form.
 */
export function formOf(source: SchemaSource): Form {
  const known = forms.get(source);
  if (known !== undefined) return known;
  const problems = new Problems();
  const name = typeof source === "function" ? source.name : "the form";
  const form = compileForm(source, { member: name, place: undefined }, problems);
  if (problems.size > 0) throw invalidForm(name, problems);
  forms.set(source, form);
  return form;
}

function invalidForm(name: string, problems: Problems): BlazonError {
  const details = problemsOf(problems).map(({ message }) => message);
  return new BlazonError("ERR_FORM_INVALID", { detail: `${name}: ${details.join("; ")}` });
}

function problemsOf(problems: Problems): BootError["problems"] {
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    return (error as BootError).problems; // the only thing it throws
  }
}

/** What the wire knows of a form: the root says nothing more (ELI-10). */
function requestedSchemaOf({ properties, required }: JsonSchema): JsonObject {
  return {
    type: "object",
    properties: isObject(properties) ? properties : {},
    ...(Array.isArray(required) && required.length > 0 && { required }),
  };
}
