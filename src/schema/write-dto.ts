import { type Violation, Violations } from "./contract.js";
import { MAX_DEPTH } from "./hostile.js";
import { pointerTo } from "./pointer.js";
import { describe } from "./received.js";
import type { DtoShape, FieldShape, TypeShape } from "./shape.js";
import { toJson } from "./to-json.js";

/** Makes JSON of a handler's value, not yet validated; or says why it cannot. */
export type Project = (value: unknown) => unknown;

/**
 * Compiles the output side of a DTO: declared members only, own and inherited getters read, dates as text,
 * absent members left out. The value may be an instance or any object with such members.
 */
export function compileProjection(root: DtoShape): Project {
  const write = new ProjectionCompiler().object(root);
  return (value) => {
    try {
      return write(value, "", 0);
    } catch (error) {
      if (error instanceof Unwritable) return new Violations([error.violation]);
      throw error; // a getter of the author's failed
    }
  };
}

/** Ends a projection from any depth; never leaves this file. */
class Unwritable extends Error {
  constructor(readonly violation: Violation) {
    super(violation.message);
  }
}

type Write = (value: unknown, path: string, depth: number) => unknown;

class ProjectionCompiler {
  readonly #compiled = new Map<DtoShape, Write>();

  object(shape: DtoShape): Write {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const members: { readonly field: FieldShape; readonly write: Write }[] = [];
    const write: Write = (value, path, depth) => {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        fail(path, `must be object, got ${describe(value)}`);
      if (depth > MAX_DEPTH) fail(path, `is nested deeper than ${MAX_DEPTH} levels`);
      const written: Record<string, unknown> = {};
      for (const { field, write: writeMember } of members) {
        const member = readMember(value as Record<string, unknown>, field); // tested above
        if (member !== undefined)
          written[field.key] = writeMember(member, pointerTo(path, field.key), depth + 1);
      }
      return written;
    };
    this.#compiled.set(shape, write);
    members.push(...shape.fields.map((field) => ({ field, write: this.#type(field.type) })));
    return write;
  }

  #type(type: TypeShape): Write {
    if (type.kind === "value") return writeJson;
    const write = type.kind === "date" ? writeDate(type.schema.format === "date") : this.#composite(type);
    return (value, path, depth) => (value === null ? null : write(value, path, depth));
  }

  #composite(type: Extract<TypeShape, { kind: "dto" | "list" }>): Write {
    if (type.kind === "dto") return this.object(type.dto);
    const element = this.#type(type.items);
    return (value, path, depth) => {
      if (!Array.isArray(value)) fail(path, `must be array, got ${describe(value)}`);
      return (value as unknown[]).map((item, index) => element(item ?? null, pointerTo(path, index), depth)); // tested above
    };
  }
}

function fail(path: string, message: string): never {
  throw new Unwritable({ path, message });
}

/** A name every object inherits is not a member. */
function readMember(value: Record<string, unknown>, { key, transforms }: FieldShape): unknown {
  if (key in Object.prototype && !Object.hasOwn(value, key)) return undefined;
  return transforms.reduce((member, transform) => transform(member, key, value), value[key]);
}

function writeJson(value: unknown, path: string): unknown {
  if (typeof value === "number") return value; // the validator names NaN for what it is
  const json = toJson(value);
  if (json instanceof Violations) fail(path, json.toString());
  return json;
}

function writeDate(isDayOnly: boolean): Write {
  return (value, path) => {
    if (!(value instanceof Date)) return value;
    if (Number.isNaN(value.getTime())) fail(path, "is a Date without a value");
    const text = value.toISOString();
    return isDayOnly ? text.slice(0, 10) : text;
  };
}
