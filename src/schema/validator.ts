import type { Options, ValidateFunction } from "ajv";
import { BlazonError } from "../errors/blazon-error.js";
import type { JsonSchema } from "../protocol/json.js";
import type { Violations } from "./contract.js";
import { type Dialect, findDialect } from "./dialect.js";
import { violationsOf } from "./engine-violations.js";
import modules from "./lazy-modules.cjs";

/** A value with more nodes than this is told its first fault only: collecting all could take as many errors. */
const MOST_NODES_EXPLAINED = 1000;

/** So is one with a longer text: where all faults are collected, a pattern is tried on texts above `maxLength`. */
const LONGEST_TEXT_EXPLAINED = 10_000;

type Engine =
  | InstanceType<ReturnType<typeof modules.load2020>>
  | InstanceType<ReturnType<typeof modules.load07>>;

/** One schema's validator, compiled when it is first needed. */
export class SchemaValidator {
  readonly #schema: JsonSchema;
  readonly #dialect: Dialect;
  #decide: ValidateFunction | undefined;
  #explain: ValidateFunction | undefined;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
    this.#dialect = findDialect(schema) ?? "2020-12";
  }

  /** The ways in which a value breaks the schema, at most ten; undefined for a value that fits. */
  find(value: unknown): Violations | undefined {
    const decide = (this.#decide ??= this.#compile(false));
    if (decide(value)) return undefined;
    if (isTooLarge(value)) return violationsOf(decide.errors ?? []);
    const explain = (this.#explain ??= this.#compile(true));
    explain(value);
    return violationsOf(explain.errors ?? []);
  }

  /**
   * Compiles now, after checking the schema against its whole meta-schema.
   * @throws {BlazonError} `ERR_SCHEMA_INVALID` for a schema that its dialect does not allow (JSCH-08).
   */
  prepare(): void {
    const engine = createEngine(this.#dialect, { strict: false, logger: false });
    if (engine.validateSchema(this.#schema) !== true) throw invalid(engine.errorsText(engine.errors));
    try {
      this.#decide ??= this.#compile(false);
      this.#explain ??= this.#compile(true);
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  }

  #compile(allErrors: boolean): ValidateFunction {
    const engine = engineFor(this.#dialect, allErrors);
    if (JSON.stringify(this.#schema).includes('"format"')) addFormats(engine);
    try {
      return engine.compile(this.#schema);
    } finally {
      engine.removeSchema(this.#schema); // two tools may use one $id, and the engine would keep both for ever
    }
  }
}

function invalid(detail: string): BlazonError {
  return new BlazonError("ERR_SCHEMA_INVALID", { detail, fix: "Mend the schema at the place named" });
}

const engines = new Map<string, Engine>();
const withFormats = new WeakSet<Engine>();

function engineFor(dialect: Dialect, allErrors: boolean): Engine {
  const key = `${dialect} ${allErrors}`;
  const known = engines.get(key);
  if (known !== undefined) return known;
  const engine = createEngine(dialect, {
    allErrors,
    strict: false, // unknown keywords such as x-mcp-header are legal
    strictNumbers: true, // neither NaN nor Infinity is a number of JSON
    meta: false, // compiling the meta-schema takes 25 ms; prepare() does it
    validateSchema: false,
    ownProperties: true, // `required: ["toString"]` is not met by what every object inherits
    logger: false,
  });
  engines.set(key, engine);
  return engine;
}

function createEngine(dialect: Dialect, options: Options): Engine {
  if (dialect === "2020-12") return new (modules.load2020())({ ...options, verbose: true });
  // draft-07 ignores what stands beside $ref
  return new (modules.load07())({ ...options, verbose: true, ignoreKeywordsWithRef: true });
}

function addFormats(engine: Engine): void {
  if (withFormats.has(engine)) return;
  modules.loadFormats()(engine);
  withFormats.add(engine);
}

/** Whether explaining all that is wrong with a JSON value could take long. */
function isTooLarge(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let count = 1; waiting.length > 0; count++) {
    const next = waiting.pop();
    if (count >= MOST_NODES_EXPLAINED) return true;
    if (typeof next === "string" && next.length > LONGEST_TEXT_EXPLAINED) return true;
    if (typeof next !== "object" || next === null) continue;
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (members.length >= MOST_NODES_EXPLAINED) return true;
    waiting.push(...members);
  }
  return false;
}
