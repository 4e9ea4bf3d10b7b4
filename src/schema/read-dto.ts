import type { Problems, Where } from "../errors/boot-error.js";
import { checkOptions } from "../errors/option-rules.js";
import { DECORATOR_OPTIONS } from "../metadata/decorator-options.js";
import type { FieldDefinition } from "../metadata/definition.js";
import type { AnyClass } from "../metadata/types.js";
import { isObject } from "../protocol/json.js";
import { applyKeywords } from "./apply-keywords.js";
import { type Direction, transformerHints } from "./class-transformer.js";
import { type ValidatorHints, validatorHints } from "./class-validator.js";
import { type Defaults, findInitial, readDefaults } from "./defaults.js";
import { notesOf } from "./field-notes.js";
import { isForbiddenKey } from "./hostile.js";
import { type NestedReader, resolveType } from "./resolve-type.js";
import type { DtoShape, FieldShape } from "./shape.js";

/** The annotated properties of a DTO class. */
export type FieldReader = (dto: AnyClass) => readonly FieldDefinition[];

const NO_HINTS: ValidatorHints = {
  kind: undefined,
  itemKind: undefined,
  optional: false,
  nested: false,
  mapped: [],
  remaining: [],
  conditions: [],
};

/** Reads DTO classes in one direction; each once for one boot, so that its problems are reported once. */
export class DtoReader implements NestedReader {
  readonly #shapes = new Map<AnyClass, DtoShape>();

  constructor(
    readonly direction: Direction,
    readonly problems: Problems,
    private readonly fields: FieldReader,
  ) {}

  /** True for a class with at least one declared property. */
  isDto(candidate: AnyClass): boolean {
    return this.fields(candidate).length > 0 || validatorHints(candidate).size > 0;
  }

  /** The shape of a class; what is wrong with it is added to the problems, and the field left out. */
  read(dto: AnyClass, where: Where): DtoShape {
    const known = this.#shapes.get(dto);
    if (known !== undefined) return known;
    const shape: DtoShape = { owner: dto, fields: [] };
    this.#shapes.set(dto, shape);
    const hints = validatorHints(dto);
    const definitions = [...this.fields(dto), ...undeclared(dto, this.fields(dto), hints)];
    if (definitions.length === 0) this.#empty(dto, where);
    const defaults = readDefaults(dto, this.direction, where, this.problems);
    for (const definition of definitions) {
      const field = this.#readField(dto, definition, hints.get(definition.key) ?? NO_HINTS, defaults);
      if (field !== undefined) shape.fields.push(field);
    }
    return shape;
  }

  #empty(dto: AnyClass, where: Where): void {
    const detail = `The class ${dto.name} is used as a schema, but none of its properties is annotated`;
    const fix = "Annotate its properties with @Field; where no argument is taken, say `input: null`";
    this.problems.add("ERR_METADATA_MISSING", where, { detail, fix });
  }

  #readField(
    dto: AnyClass,
    definition: FieldDefinition,
    validator: ValidatorHints,
    defaults: Defaults,
  ): FieldShape | undefined {
    const { key, options } = definition;
    const transformer = transformerHints(dto, key, this.direction);
    if (!this.#isUsable(dto, definition, transformer.contradicts)) return undefined;
    const initial = findInitial(defaults.first, key);
    const bare = resolveType({ definition, validator, hint: transformer.type, initial, reader: this });
    if (bare === undefined) return undefined;
    const { type, remaining } = applyKeywords(bare, definition, validator, this.problems);
    const rules = [...validator.remaining, ...remaining];
    const hasDefault = initial !== undefined || options.default !== undefined;
    return {
      key,
      where: definition,
      type,
      required: !(options.optional === true || validator.optional || hasDefault),
      nullable: options.nullable === true,
      notes: notesOf(definition, defaults, this.problems),
      fallback: initial === undefined ? options.default : undefined,
      rules: rules.length === 0 ? undefined : { rules, conditions: validator.conditions },
      transforms: transformer.transforms,
    };
  }

  #isUsable(dto: AnyClass, definition: FieldDefinition, contradicts: boolean): boolean {
    const { key, options, misplaced } = definition;
    checkOptions({ options, rules: DECORATOR_OPTIONS.field, of: "@Field" }, definition, this.problems);
    if (!isObject(options)) return false;
    if (misplaced !== undefined) {
      const what = misplaced === "static" ? "a static property" : "a property whose name is a symbol";
      this.problems.add("ERR_OPTION_INVALID", definition, {
        option: "@Field",
        detail: `stands above ${what}`,
        fix: "Annotate a property of the instance whose name is text",
      });
      return false;
    }
    if (isForbiddenKey(key)) {
      const detail = `is called ${key}, a name that is never accepted from a client`;
      this.problems.add("ERR_OPTION_INVALID", definition, {
        option: "@Field",
        detail,
        fix: "Give the property another name",
      });
      return false;
    }
    if (this.direction === "input" && isReadOnly(dto, key)) {
      const detail = `${definition.member} is a getter, so nothing a client sends can be put there`;
      this.problems.add("ERR_FIELD_DEFAULT", definition, {
        detail,
        fix: "Make it a plain property, or add a setter",
      });
      return false;
    }
    if (contradicts) {
      const detail = "renames or excludes a property that @Field declares";
      this.problems.add("ERR_OPTION_INVALID", definition, {
        option: "@Expose or @Exclude",
        detail,
        fix: "Give the property the name it has on the wire, or leave @Field out",
      });
      return false;
    }
    return true;
  }
}

/** Properties that class-validator alone annotates. */
function undeclared(
  dto: AnyClass,
  declared: readonly FieldDefinition[],
  hints: ReadonlyMap<string, ValidatorHints>,
): readonly FieldDefinition[] {
  const known = new Set(declared.map(({ key }) => key));
  return [...hints.keys()]
    .filter((key) => !known.has(key))
    .map((key) => ({
      key,
      member: `${dto.name}.${key}`,
      place: undefined,
      options: {},
      designType: emittedType(dto, key),
    }));
}

function emittedType(dto: AnyClass, key: string): unknown {
  const { getMetadata } = Reflect as { getMetadata?(name: string, target: object, key: string): unknown }; // reflect-metadata's, where loaded
  return getMetadata?.("design:type", dto.prototype as object, key); // every class has a prototype
}

function isReadOnly(dto: AnyClass, key: string): boolean {
  for (let owner: unknown = dto.prototype; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return property.get !== undefined && property.set === undefined;
  }
  return false;
}
