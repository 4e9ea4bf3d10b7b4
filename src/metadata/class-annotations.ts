import { type Annotation, recordedOn } from "./record.js";
import type { AnyClass } from "./types.js";

/** `@Feature`, or another annotation that a class bears. */
export type ClassAnnotation = Exclude<Annotation, { readonly kind: "field" | "complete" | "ask" }>;

/** True for what was written above a class and not above one of its members. */
export function isOnClass(annotation: Annotation): annotation is ClassAnnotation {
  return !("key" in annotation) || annotation.key === undefined;
}

/** What was written above this very class. */
export function classAnnotationsOf(owner: AnyClass): readonly ClassAnnotation[] {
  return recordedOn(owner)
    .map(({ annotation }) => annotation)
    .filter(isOnClass);
}
