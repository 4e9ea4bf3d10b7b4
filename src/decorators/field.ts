import { record, stackOf } from "../metadata/record.js";
import type { FieldOptions } from "../metadata/types.js";
import type { CheckField } from "./field-fit.js";
import type { NoOptions } from "./options.js";
import { assertParentheses, isPrototype, ownerOf, spotOf } from "./owner.js";

/** Stands above a property, or above a getter of an output. */
export type FieldDecorator<Options extends FieldOptions> = <Target extends object, const Key extends string>(
  target: Target,
  key: Key & CheckField<NoInfer<Target>, NoInfer<Key>, Options>,
) => void;

/**
 * A property that is read from the wire, or written to it; what has no `@Field` is neither. The type is the
 * property's own where the toolchain emits it, or `type`, `items`, `enum` or `schema`.
 *
 * @example @Field("At most this many", { integer: true, min: 1, max: 50 }) limit = 10;
 */
export function Field<const Options extends FieldOptions = NoOptions>(
  description: string,
  options?: Options,
): FieldDecorator<Options>;
export function Field<const Options extends FieldOptions = NoOptions>(
  options?: Options,
): FieldDecorator<Options>;
export function Field(
  first: string | FieldOptions = {},
  rest: FieldOptions = {},
): FieldDecorator<FieldOptions> {
  const stack = stackOf(Field);
  if (isPrototype(first)) assertParentheses("Field", first, stack); // any other function is reported at boot
  const options = typeof first === "string" ? { ...rest, description: first } : (first ?? {}); // a caller without types may hand in null
  return (target, key) =>
    record(ownerOf(target, key, stack), { kind: "field", ...spotOf(target, key), key, options }, stack);
}
