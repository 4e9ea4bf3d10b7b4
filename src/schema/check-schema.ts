import type { Problems, Where } from "../errors/boot-error.js";
import { isObject, type JsonSchema } from "../protocol/json.js";
import { type Dialect, findDialect } from "./dialect.js";
import { isTooDeep, MAX_DEPTH } from "./hostile.js";
import { DEFINES, findKeywordFault, IN_PLACE, isData, subschemasOf } from "./keywords.js";
import { pointerTo } from "./pointer.js";
import { countMembers, findOversize, type Part } from "./program-size.js";
import { type Reference, ReferenceIndex } from "./references.js";

/** How many schemas one may be made of, references written out. */
export const MAX_SUBSCHEMAS = 10_000;

/**
 * Finds at boot, without a validator, what would make a schema unusable or dangerous: another dialect
 * (JSCH-07), keywords of a wrong kind (JSCH-08), references out of it or to nothing (JSCH-09, JSCH-13), and
 * more work than a request may cost (JSCH-14).
 */
export function checkSchema(schema: JsonSchema, where: Where, problems: Problems): void {
  const dialect = findDialect(schema);
  if (dialect === undefined) {
    problems.add("ERR_SCHEMA_DIALECT", where, { dialect: JSON.stringify(schema.$schema) });
    return;
  }
  new SchemaCheck(dialect, where, problems).run(schema);
}

/** How many items may be compared each with each. */
const MOST_COMPARED = 1000;
const SCALARS: ReadonlySet<string> = new Set(["boolean", "integer", "null", "number", "string"]);

class TooLarge extends Error {}

class SchemaCheck {
  readonly #index = new ReferenceIndex();
  readonly #inPlace = new Map<object, object[]>();
  readonly #parts = new Map<object, Part>();
  #count = 0;

  constructor(
    private readonly dialect: Dialect,
    private readonly where: Where,
    private readonly problems: Problems,
  ) {}

  run(schema: JsonSchema): void {
    try {
      this.#visit(schema, "", undefined, 0);
      this.#checkReferences();
      const oversize = findOversize(this.#parts);
      if (oversize !== undefined) throw new TooLarge(oversize);
      this.#checkCost();
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.problems.add("ERR_SCHEMA_BOUNDS", this.where, { detail: error.message });
    }
  }

  #visit(schema: JsonSchema, path: string, base: string | undefined, depth: number): void {
    if (depth > MAX_DEPTH) throw new TooLarge(`it is nested deeper than ${MAX_DEPTH} levels`);
    if (++this.#count > MAX_SUBSCHEMAS) throw new TooLarge(`it has more than ${MAX_SUBSCHEMAS} subschemas`);
    this.#checkKeywords(schema, path);
    const own = this.#index.add(schema, base);
    this.#checkComparisons(schema, path);
    const inPlace: object[] = [];
    const applied: object[] = [];
    const subschemas = subschemasOf(schema);
    for (const { keyword, steps, schema: inner } of subschemas) {
      const at = steps.reduce(pointerTo, path);
      if (isObject(inner)) this.#visit(inner, at, own, depth + 1);
      else if (typeof inner !== "boolean") this.#invalid(at, "a schema: an object, true or false");
      if (isObject(inner) && IN_PLACE.has(keyword)) inPlace.push(inner);
      if (isObject(inner) && !DEFINES.has(keyword)) applied.push(inner);
    }
    this.#inPlace.set(schema, inPlace);
    this.#parts.set(schema, { path, members: countMembers(schema, subschemas), applied });
  }

  #checkKeywords(schema: JsonSchema, path: string): void {
    for (const [keyword, value] of Object.entries(schema)) {
      const wants = findKeywordFault(keyword, value, this.dialect);
      if (wants !== undefined) this.#invalid(pointerTo(path, keyword), wants);
      if (isData(keyword) && isTooDeep(value))
        throw new TooLarge(`${pointerTo(path, keyword)} is nested deeper than ${MAX_DEPTH} levels`);
    }
    if (path === "" || schema.$schema === undefined || findDialect(schema) === this.dialect) return;
    this.problems.add("ERR_SCHEMA_DIALECT", this.where, { dialect: JSON.stringify(schema.$schema) });
  }

  /** Items that are no scalars are compared each with each. */
  #checkComparisons({ uniqueItems, maxItems, items }: JsonSchema, path: string): void {
    if (uniqueItems !== true || (typeof maxItems === "number" && maxItems <= MOST_COMPARED)) return;
    if (isObject(items) && typeof items.type === "string" && SCALARS.has(items.type)) return;
    const detail = `${path} has uniqueItems without items of one scalar type or maxItems up to ${MOST_COMPARED}`;
    this.problems.add("ERR_SCHEMA_BOUNDS", this.where, { detail });
  }

  #checkReferences(): void {
    for (const twice of this.#index.duplicates) this.#invalid(twice, "declared once");
    for (const reference of this.#index.references) {
      const target = this.#index.find(reference);
      if (target === undefined) {
        this.#dangling(reference);
        continue;
      }
      // under a keyword this package does not know; its own references join the end of the list
      if (!this.#inPlace.has(target)) this.#visit(target, reference.text, reference.base, 1);
      this.#inPlace.get(reference.from)?.push(target);
      this.#parts.get(reference.from)?.applied.push(target);
    }
  }

  #dangling({ text }: Reference): void {
    this.problems.add("ERR_SCHEMA_REFERENCE", this.where, { reference: JSON.stringify(text) });
  }

  /** References multiply: 30 schemas that each apply the next one twice judge a value a billion times. */
  #checkCost(): void {
    const costs = new Map<object, number>();
    for (const schema of this.#inPlace.keys()) this.#costOf(schema, costs);
  }

  #costOf(schema: object, costs: Map<object, number>): number {
    const known = costs.get(schema);
    if (known === Infinity) throw new TooLarge("it applies itself to the same value without end");
    if (known !== undefined) return known;
    costs.set(schema, Infinity); // while it is being counted
    let cost = 1;
    for (const inner of this.#inPlace.get(schema) ?? []) cost += this.#costOf(inner, costs);
    if (cost > MAX_SUBSCHEMAS)
      throw new TooLarge(`it has more than ${MAX_SUBSCHEMAS} subschemas, references written out`);
    costs.set(schema, cost);
    return cost;
  }

  #invalid(path: string, wants: string): void {
    this.problems.add("ERR_SCHEMA_INVALID", this.where, {
      detail: `${path} must be ${wants}`,
      fix: "Mend it there",
    });
  }
}

/** TOOL-11, TOOL-12: arguments are an object, so the root of an input schema says `type: "object"`. */
export function checkInputRoot(schema: JsonSchema, where: Where, problems: Problems): void {
  if (schema.type === "object") return;
  const alternatives = ["oneOf", "anyOf", "allOf"].find((keyword) => keyword in schema);
  const says = schema.type === undefined ? "says no type" : `says type ${JSON.stringify(schema.type)}`;
  const detail = alternatives === undefined ? `it ${says}` : `it ${says} and has ${alternatives}`;
  problems.add("ERR_SCHEMA_ROOT", where, { detail });
}
