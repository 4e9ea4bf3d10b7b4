import type { Where } from "../errors/boot-error.js";
import type { JsonSchema, JsonValue } from "../protocol/json.js";

/** One way in which a value breaks its schema. */
export interface Violation {
  /** JSON Pointer to the value (RFC 6901); empty for the root. */
  readonly path: string;
  /** What was expected and what came, such as `must be integer, got string`. */
  readonly message: string;
}

/** The ways in which a value breaks its schema; a value and not an exception. */
export class Violations {
  constructor(readonly list: readonly Violation[]) {}

  /** All of them on one line, short enough for a model to act on. */
  toString(): string {
    return this.list.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ");
  }
}

/** The annotated property that a part of a schema was made from. */
export interface FieldPlace {
  readonly where: Where;
  /** How many of the steps lead to the property; the others lead on from there. */
  readonly steps: number;
}

/** An input as its handler wants it: checked once, on the raw JSON, then built. */
export interface InputReader {
  /** The published JSON Schema. */
  readonly schema: JsonSchema;
  /** The handler's input, or why the raw value is refused. Never throws for bad input. */
  read(raw: unknown): unknown | Violations | Promise<unknown | Violations>;
  /** Compiles the validator now and not at the first call; for `check` and tests. */
  prepare(): void;
  /** The property that the part of the schema at these steps belongs to; of DTO classes, for `check`. */
  findField?(steps: readonly string[]): FieldPlace | undefined;
}

/** An output as the wire wants it: declared members only, then checked. */
export interface OutputWriter {
  readonly schema: JsonSchema;
  /** JSON for the client, or why the handler's value does not fit its declaration. */
  write(value: unknown): JsonValue | Violations | Promise<JsonValue | Violations>;
  prepare(): void;
}
