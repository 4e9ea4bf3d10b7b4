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

/** One annotation as it was written; `key` is the method's name, undefined on a class. */
export type Annotation =
  | { readonly kind: "feature"; readonly options: FeatureOptions }
  | { readonly kind: "tool"; readonly key: string | undefined; readonly options: ToolOptions }
  | {
      readonly kind: "resource";
      readonly key: string | undefined;
      readonly uri: string;
      readonly options: ResourceOptions;
    }
  | { readonly kind: "prompt"; readonly key: string | undefined; readonly options: PromptOptions }
  | {
      readonly kind: "ask";
      /** The method whose parameter it stands before. */
      readonly key: string;
      readonly index: number;
      readonly form: SchemaSource;
      readonly message: AskMessage;
      readonly options: AskParameterOptions;
    }
  | { readonly kind: "complete"; readonly key: string; readonly options: CompleteOptions }
  | { readonly kind: "field"; readonly key: string; readonly options: FieldOptions };

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
