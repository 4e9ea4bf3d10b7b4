import { isObject, type JsonSchema } from "../protocol/json.js";
import { findHostile } from "./hostile.js";
import { findByPointer } from "./pointer.js";
import { findStringified } from "./received.js";

/** Gives a value back with JSON text turned into the array or object its schema wants; the same value if there is none. */
export type Repair = (value: unknown) => unknown;

/**
 * Compiles `coerce: "json-strings"` for one schema. Only text is repaired, only where text is not allowed, and
 * only into an array or object: never into a number, a boolean or null. The value that came is not changed.
 */
export function compileRepair(schema: JsonSchema): Repair {
  return new RepairCompiler(schema).schema(schema) ?? same;
}

/** The longest text that is repaired, in characters: what is inside it is counted by nobody else. */
const MOST_TEXT = 65_536;

const same: Repair = (value) => value;

class RepairCompiler {
  readonly #compiled = new Map<JsonSchema, Repair>();

  constructor(private readonly root: JsonSchema) {}

  /** Undefined for a schema under which there is nothing to repair. */
  schema(written: unknown): Repair | undefined {
    const schema = this.#follow(written);
    if (schema === undefined) return undefined;
    const types = this.#typesOf(schema);
    if (!types.has("array") && !types.has("object")) return undefined;
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const parts: { inside: Repair } = { inside: same };
    const parse = types.has("string") ? same : (value: unknown) => parseText(value, types);
    const repair: Repair = (value) => parts.inside(parse(value));
    this.#compiled.set(schema, repair); // before its parts, which may contain it
    parts.inside = this.#inside(schema);
    return repair;
  }

  #inside(schema: JsonSchema): Repair {
    const alternatives = this.#alternatives(schema);
    const members = new Map<string, Repair>();
    for (const { properties } of [schema, ...alternatives]) {
      for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
        const repair = this.schema(property);
        if (repair !== undefined && !members.has(name)) members.set(name, repair);
      }
    }
    const items = [schema, ...alternatives]
      .map((part) => this.schema(part.items))
      .find((repair) => repair !== undefined);
    return (value) => {
      if (Array.isArray(value)) return items === undefined ? value : repairElements(value, items);
      return isObject(value) ? repairMembers(value, members) : value;
    };
  }

  /** The schema a local reference stands for; undefined for what is no object schema. */
  #follow(written: unknown): JsonSchema | undefined {
    let schema = written;
    for (let steps = 0; isObject(schema) && typeof schema.$ref === "string" && steps < 64; steps++) {
      schema = schema.$ref.startsWith("#") ? findByPointer(this.root, schema.$ref.slice(1)) : undefined;
    }
    return isObject(schema) ? schema : undefined;
  }

  #alternatives(schema: JsonSchema): readonly JsonSchema[] {
    const written: readonly unknown[] = [schema.anyOf, schema.oneOf].flat();
    return written.map((part) => this.#follow(part)).filter((part) => part !== undefined);
  }

  /** The types a schema names, its alternatives included. One that names none allows text. */
  #typesOf(schema: JsonSchema, depth = 0): ReadonlySet<unknown> {
    if (schema.type !== undefined) return new Set([schema.type].flat());
    const alternatives = depth < 8 ? this.#alternatives(schema) : [];
    if (alternatives.length === 0) return new Set(["array", "object", "string"]);
    return new Set(alternatives.flatMap((part) => [...this.#typesOf(part, depth + 1)]));
  }
}

/** Text inside text passed no limit of the transport, so it is held to the same depth here. */
function parseText(value: unknown, types: ReadonlySet<unknown>): unknown {
  if (typeof value === "string" && value.length > MOST_TEXT) return value;
  const inside = findStringified(value);
  if (inside === undefined || !types.has(Array.isArray(inside) ? "array" : "object")) return value;
  return findHostile(inside) === undefined ? inside : value;
}

function repairElements(list: readonly unknown[], repair: Repair): readonly unknown[] {
  const repaired = list.map(repair);
  return repaired.some((element, index) => element !== list[index]) ? repaired : list;
}

function repairMembers(
  value: Readonly<Record<string, unknown>>,
  members: ReadonlyMap<string, Repair>,
): unknown {
  let repaired: Record<string, unknown> | undefined;
  for (const [name, repair] of members) {
    if (!Object.hasOwn(value, name)) continue;
    const member = repair(value[name]);
    if (member !== value[name]) (repaired ??= { ...value })[name] = member;
  }
  return repaired ?? value;
}
