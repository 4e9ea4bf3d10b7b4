import { lineageOf } from "./lineage.js";
import { type Annotation, type MemberKey, recordedOn, type Stack } from "./record.js";
import type { AnyClass } from "./types.js";

/** The annotations that make a member of a feature. */
export type MemberAnnotation = Exclude<Annotation, { readonly kind: "feature" | "field" | "ask" }>;

/** One annotation, and the class of the chain that bears it. */
export interface Annotated {
  readonly annotation: MemberAnnotation;
  readonly stack: Stack;
  readonly declaring: AnyClass;
}

/** A method and what was written above it. */
export interface AnnotatedMethod {
  readonly method: MemberKey;
  readonly annotated: readonly Annotated[];
}

const CLASS_METHODS = { tool: "run", resource: "read", prompt: "get" } as const;

/** The method an annotation is about: the one it stands above, or the one an annotated class must have. */
export function methodOf(annotation: MemberAnnotation): MemberKey {
  return annotation.kind === "complete" ? annotation.key : (annotation.key ?? CLASS_METHODS[annotation.kind]);
}

/**
 * The annotated methods of a class, parents first, in declaration order. What a subclass annotates again
 * is the subclass's alone, and stands where the subclass has it.
 */
export function mergeMembers(owner: AnyClass): readonly AnnotatedMethod[] {
  const merged = new Map<MemberKey, readonly Annotated[]>();
  for (const declaring of lineageOf(owner)) {
    for (const [method, annotated] of ownMembers(declaring)) {
      merged.delete(method);
      merged.set(method, annotated);
    }
  }
  return [...merged].map(([method, annotated]) => ({ method, annotated }));
}

function ownMembers(declaring: AnyClass): ReadonlyMap<MemberKey, readonly Annotated[]> {
  const own = new Map<MemberKey, Annotated[]>();
  for (const { annotation, stack } of recordedOn(declaring)) {
    if (annotation.kind === "feature" || annotation.kind === "field" || annotation.kind === "ask") continue;
    const method = methodOf(annotation);
    own.set(method, [...(own.get(method) ?? []), { annotation, stack, declaring }]);
  }
  return own;
}

/** How the decorator of an annotation is written. */
export const DECORATORS = {
  tool: "@Tool",
  resource: "@Resource",
  prompt: "@Prompt",
  complete: "@Complete",
} as const;
