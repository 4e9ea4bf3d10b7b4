import type { Where } from "../errors/boot-error.js";
import type { AnyClass } from "../metadata/types.js";
import type { JsonSchema } from "../protocol/json.js";
import type { Transform } from "./class-transformer.js";
import type { RemainingRules } from "./class-validator.js";

/** What a DTO class says, read once at boot: schema, hydrator and writer are all made from it. */
export interface DtoShape {
  readonly owner: AnyClass;
  /** In declaration order. Filled after the shape exists, so that classes may contain themselves. */
  readonly fields: FieldShape[];
}

export interface FieldShape {
  readonly key: string;
  readonly where: Where;
  readonly type: TypeShape;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Title, description, default, examples and header: what stands beside the type. */
  readonly notes: JsonSchema;
  /** Given where the argument is absent and the constructor sets nothing; undefined for most. */
  readonly fallback: unknown;
  /** What a schema cannot say. */
  readonly rules: RemainingRules | undefined;
  readonly transforms: readonly Transform[];
}

/** A field's type: a JSON value as it is, a date that travels as text, another DTO, or a list. */
export type TypeShape =
  | { readonly kind: "value"; readonly schema: JsonSchema; readonly open: boolean }
  | { readonly kind: "date"; readonly schema: JsonSchema }
  | { readonly kind: "dto"; readonly dto: DtoShape }
  | { readonly kind: "list"; readonly items: TypeShape; readonly schema: JsonSchema };

/** The DTOs directly inside one. */
export function nestedIn(shape: DtoShape): readonly DtoShape[] {
  return shape.fields.flatMap(({ type }) => {
    const leaf = leafOf(type);
    return leaf.kind === "dto" ? [leaf.dto] : [];
  });
}

/** The type of a list's innermost elements; any other type is its own. */
export function leafOf(type: TypeShape): Exclude<TypeShape, { kind: "list" }> {
  return type.kind === "list" ? leafOf(type.items) : type;
}

/** The shape and every shape inside it, each once. */
export function reachableFrom(shape: DtoShape): ReadonlySet<DtoShape> {
  const found = new Set([shape]);
  for (const next of found) for (const nested of nestedIn(next)) found.add(nested);
  return found;
}

/** True for a shape that contains itself, at whatever depth. */
export function isRecursive(shape: DtoShape): boolean {
  return nestedIn(shape).some((nested) => reachableFrom(nested).has(shape));
}
