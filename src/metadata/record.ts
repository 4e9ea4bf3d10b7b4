import type {
  AnyClass,
  AskMessage,
  AskParameterOptions,
  CompleteOptions,
  FeatureOptions,
  FieldOptions,
  PromptOptions,
  ResourceOptions,
  SchemaSource,
  ToolOptions,
} from "./types.js";

/** A member's name. Types want a text; what a decorator is given may be a symbol all the same. */
export type MemberKey = string | symbol;

/** What an annotation stands above. */
export interface Spot {
  /** The method's name, undefined on a class. */
  readonly key: MemberKey | undefined;
  readonly isStatic?: true;
}

/** One annotation as it was written: options may be anything, whatever the types say. */
export type Annotation =
  | { readonly kind: "feature"; readonly options: FeatureOptions }
  | (Spot & { readonly kind: "tool"; readonly options: ToolOptions })
  | (Spot & { readonly kind: "resource"; readonly uri: string; readonly options: ResourceOptions })
  | (Spot & { readonly kind: "prompt"; readonly options: PromptOptions })
  | {
      readonly kind: "ask";
      /** The method whose parameter it stands before. */
      readonly key: MemberKey;
      readonly index: number;
      readonly form: SchemaSource;
      readonly message: AskMessage;
      readonly options: AskParameterOptions;
    }
  | (Spot & { readonly kind: "complete"; readonly key: MemberKey; readonly options: CompleteOptions })
  | (Spot & { readonly kind: "field"; readonly key: MemberKey; readonly options: FieldOptions });

/** Where an annotation was written: a stack whose first line is the author's, read only when somebody asks. */
export interface Stack {
  readonly stack?: string;
}

/** An annotation and where it was written. */
export interface Recorded {
  readonly annotation: Annotation;
  readonly stack: Stack;
}

const store = new WeakMap<AnyClass, Recorded[]>();

/** Tells for each loaded copy of this package whether it recorded something on a class. */
type Copies = ((owner: AnyClass) => boolean)[];
const COPIES = Symbol.for("blazon.copies");
const hasRecorded = (owner: AnyClass): boolean => store.has(owner);
const copies = ((globalThis as { [COPIES]?: Copies })[COPIES] ??= []); // a global, since a copy sees nothing else of another
copies.push(hasRecorded);

/** The stack of the caller of `decorator`: the line in the author's file that annotates. */
export function stackOf(decorator: (...args: never[]) => unknown): Stack {
  const stack: { stack?: string } = {};
  Error.captureStackTrace(stack, decorator);
  return stack;
}

/** The one write every decorator makes. Keyed by the class itself, never by its name. */
export function record(owner: AnyClass, annotation: Annotation, stack: Stack): void {
  const entries = store.get(owner);
  if (entries === undefined) store.set(owner, [{ annotation, stack }]);
  else entries.push({ annotation, stack });
}

/** What was recorded on this very class, in the order the decorators ran; nothing of its parents. */
export function recordedOn(owner: AnyClass): readonly Recorded[] {
  return store.get(owner) ?? [];
}

/** Whether a class was annotated by a decorator of another copy of this package. */
export function isRecordedElsewhere(owner: AnyClass): boolean {
  return copies.some((recorded) => recorded !== hasRecorded && recorded(owner));
}
