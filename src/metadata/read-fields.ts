import type { FieldDefinition } from "./definition.js";
import { findPropertyType } from "./design-types.js";
import { lineageOf, nameOf } from "./lineage.js";
import { placeOf } from "./place.js";
import { recordedOn } from "./record.js";
import type { AnyClass } from "./types.js";

/**
 * The fields of a DTO class, parents first; a field that a subclass declares again is the subclass's, and
 * stands where the subclass has it. Frozen, and keyed by the class itself: two classes of one name stay two.
 */
export function readFields(dto: AnyClass): readonly FieldDefinition[] {
  const fields = new Map<string, FieldDefinition>();
  for (const declaring of lineageOf(dto)) {
    for (const field of ownFields(declaring, dto)) {
      fields.delete(field.key);
      fields.set(field.key, field);
    }
  }
  return Object.freeze([...fields.values()]);
}

function* ownFields(declaring: AnyClass, dto: AnyClass): Iterable<FieldDefinition> {
  for (const { annotation, stack } of recordedOn(declaring)) {
    if (annotation.kind !== "field") continue;
    const { key: written, isStatic, options } = annotation;
    const key = String(written);
    yield Object.freeze({
      key,
      ...(typeof written === "symbol" && { misplaced: "symbol" as const }),
      ...(isStatic === true && { misplaced: "static" as const }),
      member: `${nameOf(dto)}.${key}`,
      place: placeOf(stack),
      options,
      designType: findPropertyType(declaring, key),
    });
  }
}
