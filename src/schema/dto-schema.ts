import type { JsonSchema } from "../protocol/json.js";
import { MAX_SUBSCHEMAS } from "./check-schema.js";
import { type DtoShape, type FieldShape, isRecursive, reachableFrom, type TypeShape } from "./shape.js";

/**
 * The JSON Schema 2020-12 of a DTO: everything in place, except classes that contain themselves, which stand
 * under `$defs`. Undefined where that would be more than 10,000 schemas.
 */
export function findDtoSchema(root: DtoShape): JsonSchema | undefined {
  const writer = new SchemaWriter(root);
  const schema = writer.object(root);
  if (writer.isTooLarge) return undefined;
  const defs = writer.definitions();
  return defs === undefined ? schema : { ...schema, $defs: defs };
}

class SchemaWriter {
  readonly #names: ReadonlyMap<DtoShape, string>;
  #count = 0;

  constructor(root: DtoShape) {
    this.#names = findDefinitions(root);
  }

  get isTooLarge(): boolean {
    return this.#count > MAX_SUBSCHEMAS;
  }

  definitions(): JsonSchema | undefined {
    if (this.#names.size === 0) return undefined;
    return Object.fromEntries([...this.#names].map(([shape, name]) => [name, this.object(shape)]));
  }

  object({ fields }: DtoShape): JsonSchema {
    const required = fields.filter((field) => field.required).map(({ key }) => key);
    return {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.key, this.#field(field)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  #field(field: FieldShape): JsonSchema {
    const schema = this.#type(field.type);
    return { ...(field.nullable ? orNull(schema) : schema), ...field.notes };
  }

  #type(type: TypeShape): JsonSchema {
    if (++this.#count > MAX_SUBSCHEMAS) return {};
    if (type.kind === "list") return { ...type.schema, items: this.#type(type.items) };
    if (type.kind !== "dto") return type.schema;
    const name = this.#names.get(type.dto);
    return name === undefined ? this.object(type.dto) : { $ref: `#/$defs/${name}` };
  }
}

/** The classes that stand under `$defs`, since they contain themselves, with their names there. */
export function findDefinitions(root: DtoShape): ReadonlyMap<DtoShape, string> {
  return namesOf([...reachableFrom(root)].filter(isRecursive));
}

/** One name for each shape: its class's, numbered where another class has it too. */
function namesOf(shapes: readonly DtoShape[]): ReadonlyMap<DtoShape, string> {
  const taken = new Set<string>();
  const names = new Map<DtoShape, string>();
  for (const shape of shapes) {
    const wanted = shape.owner.name.replaceAll(/[^A-Za-z0-9_.-]/g, "_") || "Type";
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    names.set(shape, name);
  }
  return names;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== "string" && !Array.isArray(schema.type))
    return { anyOf: [schema, { type: "null" }] };
  if (schema.const !== undefined) return { anyOf: [schema, { type: "null" }] };
  const types: readonly unknown[] = [schema.type].flat();
  const choices =
    Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return types.includes("null")
    ? { ...schema, ...choices }
    : { ...schema, type: [...types, "null"], ...choices };
}
