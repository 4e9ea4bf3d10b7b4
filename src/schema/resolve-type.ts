import type { Problems, Where } from "../errors/boot-error.js";
import type { FieldDefinition } from "../metadata/definition.js";
import type { AnyClass, Lazy, PrimitiveClass } from "../metadata/types.js";
import type { JsonSchema } from "../protocol/json.js";
import type { ValidatorHints } from "./class-validator.js";
import type { Kind } from "./class-validator-keywords.js";
import { type DtoShape, leafOf, type TypeShape } from "./shape.js";

/** Reads the classes that properties name. */
export interface NestedReader {
  readonly problems: Problems;
  isDto(candidate: AnyClass): boolean;
  read(dto: AnyClass, where: Where): DtoShape;
}

/** Everything that may say what a property is. */
export interface TypeEvidence {
  readonly definition: FieldDefinition;
  readonly validator: ValidatorHints;
  /** The class that class-transformer's `@Type` names. */
  readonly hint: AnyClass | undefined;
  /** What the constructor leaves there. */
  readonly initial: unknown;
  readonly reader: NestedReader;
}

/**
 * The type of a property: what `@Field` says, then the emitted type, then class-validator's rules, then the
 * type of the default value. Where none says enough, `ERR_FIELD_TYPE`, and undefined.
 */
export function resolveType(evidence: TypeEvidence): TypeShape | undefined {
  const { schema, type, items } = evidence.definition.options;
  if (schema !== undefined) return { kind: "value", schema, open: !isScalarSchema(schema) };
  if (type !== undefined && items !== undefined)
    return unknownType(evidence, "`type` and `items` are both given", "Keep one");
  if (!isList(evidence)) return checkNested(evidence, singleOf(evidence));
  if (type !== undefined)
    return unknownType(
      evidence,
      "it is an array, and `type` names one value",
      "Write `items` in place of `type`",
    );
  const element = elementOf(evidence);
  return checkNested(evidence, element && { kind: "list", items: element, schema: { type: "array" } });
}

function isList({ definition, validator, initial }: TypeEvidence): boolean {
  const { options, designType } = definition;
  if (options.items !== undefined || designType === Array) return true;
  if (options.type !== undefined || isKnownClass(designType)) return false;
  return validator.kind === "array" || validator.itemKind !== undefined || Array.isArray(initial);
}

/** Emitted for what the toolchain can say; `Object` stands for interfaces, unions and `any`. */
function isKnownClass(designType: unknown): designType is AnyClass {
  return typeof designType === "function" && designType !== Object && designType !== Function;
}

function singleOf(evidence: TypeEvidence): TypeShape | undefined {
  const { definition, validator, hint, initial } = evidence;
  const { options, designType } = definition;
  if (options.enum !== undefined) return enumOf(options.enum);
  if (options.type !== undefined) return ofClass(unwrap(options.type), evidence);
  if (hint !== undefined) return ofClass(hint, evidence);
  if (isKnownClass(designType)) return ofClass(designType, evidence);
  const kind = validator.kind ?? (options.integer === true ? "integer" : undefined);
  if (kind !== undefined && kind !== "array") return ofKind(kind);
  return findEnumRule(validator, false) ?? ofSample(initial) ?? ofNothing(evidence);
}

function elementOf(evidence: TypeEvidence): TypeShape | undefined {
  const { definition, validator, hint, initial } = evidence;
  const { options } = definition;
  if (options.enum !== undefined) return enumOf(options.enum);
  if (options.items !== undefined) return ofClass(unwrap(options.items), evidence);
  if (hint !== undefined) return ofClass(hint, evidence);
  if (validator.itemKind !== undefined && validator.itemKind !== "array") return ofKind(validator.itemKind);
  const known = findEnumRule(validator, true) ?? ofSample(Array.isArray(initial) ? initial[0] : undefined);
  if (known !== undefined) return known;
  const fix =
    "Add the type of its elements to @Field, such as `items: String`, or `items: () => Row` for a class";
  return unknownType(evidence, "it is an array, and nothing says of what", fix);
}

/** A class is recognized by its prototype, which an arrow function does not have. */
function unwrap(type: Lazy<AnyClass | PrimitiveClass>): unknown {
  const isArrow = typeof type === "function" && !Object.hasOwn(type, "prototype");
  return isArrow ? (type as () => unknown)() : type; // Lazy: what is no class gives one
}

function ofClass(type: unknown, evidence: TypeEvidence): TypeShape | undefined {
  if (type === String) return ofKind("string");
  if (type === Number) return ofKind("number");
  if (type === Boolean) return ofKind("boolean");
  if (type === Date) return ofKind("date");
  if (typeof type !== "function")
    return unknownType(
      evidence,
      "the class that is named is not there yet",
      "Write it as a function: `type: () => Row`",
    );
  const dto = type as AnyClass; // whatever can stand as a type and is a function is a class
  const { reader, definition } = evidence;
  if (reader.isDto(dto)) return { kind: "dto", dto: reader.read(dto, definition) };
  const fix = `Annotate the properties of ${dto.name} with @Field, or give the property a \`schema\``;
  return unknownType(evidence, `${dto.name} has no annotated property`, fix);
}

function ofKind(kind: Exclude<Kind, "array">): TypeShape {
  if (kind === "date") return { kind: "date", schema: { type: "string", format: "date-time" } };
  return { kind: "value", schema: { type: kind }, open: kind === "object" };
}

/** A closed choice, with the types of its values, so that a validator and a client need not infer them. */
function enumOf(values: readonly unknown[]): TypeShape {
  const types = [...new Set(values.map(jsonTypeOf))];
  const numeric = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const type = numeric.length === 1 ? numeric[0] : numeric;
  return { kind: "value", schema: { type, enum: values }, open: false };
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function findEnumRule(validator: ValidatorHints, each: boolean): TypeShape | undefined {
  for (const { keywords, rule } of validator.mapped) {
    if ((rule.stored.each === true) === each && Array.isArray(keywords.enum)) return enumOf(keywords.enum);
  }
  return undefined;
}

function ofSample(value: unknown): TypeShape | undefined {
  if (value instanceof Date) return ofKind("date");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return ofKind(typeof value as "string" | "number" | "boolean"); // just tested
  }
  return undefined;
}

function ofNothing(evidence: TypeEvidence): undefined {
  const emitted = evidence.definition.designType !== undefined;
  const detail = emitted
    ? "a union, an interface or a generic type leaves no trace at run time"
    : "the toolchain emits no property types";
  const explicit = "name it in @Field: `type`, `items`, `enum` or `schema`";
  const fix = emitted ? `N${explicit.slice(1)}` : `Compile with emitDecoratorMetadata, or ${explicit}`;
  return unknownType(evidence, detail, fix);
}

function unknownType({ reader, definition }: TypeEvidence, detail: string, fix: string): undefined {
  reader.problems.add("ERR_FIELD_TYPE", definition, { detail, fix });
}

/** `@ValidateNested` on something whose class is not known would check nothing. */
function checkNested(evidence: TypeEvidence, type: TypeShape | undefined): TypeShape | undefined {
  if (type === undefined || !evidence.validator.nested || leafOf(type).kind === "dto") return type;
  const fix = "Name the class in @Field: `type: Row`, or `items: Row` for an array";
  return unknownType(evidence, "@ValidateNested is there, but no class says what is nested", fix);
}

function isScalarSchema({ type }: JsonSchema): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.every((name) => name !== undefined && name !== "object" && name !== "array");
}
