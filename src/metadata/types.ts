import type { AskOptions } from "../handler/asks.js";
import type { AnyClass, SchemaSource } from "../handler/schema-source.js";
import type { Icons } from "../icons/icon-spec.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import type { Annotations } from "../protocol/content.js";
import type { JsonObject, JsonSchema } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";

/** A class that can be constructed. */
export type Class<T = object> = new (...args: never[]) => T;

export type { AnyClass, SchemaSource } from "../handler/schema-source.js";

/** Names something a class is given that is not itself a class: a string, a function, a configuration. */
export class InjectionToken<T> {
  /** Only in types: what the token stands for. */
  declare readonly type: T;

  constructor(readonly name: string) {}
}

/** What a provider is asked for by. Texts and symbols are what tsyringe's own `@inject()` names. */
export type Token<T = unknown> = AnyClass<T & object> | InjectionToken<T> | string | symbol;

/** A type that has a class of its own at run time. */
export type PrimitiveClass = StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor;

/** A value, or a function that gives it later: for classes that are declared further down. */
export type Lazy<T> = T | (() => T);

/** Options of `@Field`. */
export interface FieldOptions {
  readonly description?: string | undefined;
  readonly title?: string | undefined;
  /** The property's type, where the toolchain does not say it or it is declared later. */
  readonly type?: Lazy<AnyClass | PrimitiveClass> | undefined;
  /** The type of an array's elements. */
  readonly items?: Lazy<AnyClass | PrimitiveClass> | undefined;
  readonly enum?: readonly (string | number | boolean | null)[] | undefined;
  /** True exactly where the property's type admits `undefined`. */
  readonly optional?: boolean | undefined;
  /** True where `null` is a legal value. */
  readonly nullable?: boolean | undefined;
  readonly integer?: boolean | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  /** An ECMAScript regular expression (Unicode mode) that the text must match. */
  readonly pattern?: string | RegExp | undefined;
  /** A JSON Schema format, such as `date-time`, `email`, `uri` or `uuid`. */
  readonly format?: string | undefined;
  readonly default?: unknown;
  readonly examples?: readonly unknown[] | undefined;
  /** Mirrors the argument into the request header `Mcp-Param-` and this name (HDR-16 to HDR-26). */
  readonly header?: string | undefined;
  /** A JSON Schema for the property, in place of everything above that describes its type. */
  readonly schema?: JsonSchema | undefined;
}

/** Lifetime of a feature: one for the server, or one for each request. */
export type FeatureScope = "singleton" | "request";

/** Options of `@Feature`. */
export interface FeatureOptions {
  readonly scope?: FeatureScope | undefined;
  /** What the constructor is given, in order, where the toolchain emits no types. */
  readonly inject?: readonly Token[] | undefined;
  /** The icons of every member that has none of its own. */
  readonly icons?: Icons | undefined;
}

/** Options that every primitive has. */
export interface PrimitiveOptions {
  /** The name on the wire; the member's name when absent. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What lists show beside the name (ICON-01); the feature's when absent, none for `[]`. */
  readonly icons?: Icons | undefined;
  /** Passed through to the client in lists. */
  readonly _meta?: JsonObject | undefined;
  /** Client capabilities without which the handler is not called (−32021). */
  readonly requires?: readonly CapabilityPath[] | undefined;
  /** Class form only: lifetime and constructor arguments of the class. */
  readonly scope?: FeatureScope | undefined;
  readonly inject?: readonly Token[] | undefined;
}

/** Options of `@Tool`. */
export interface ToolOptions extends PrimitiveOptions {
  /** The schema of the arguments; `null` for none. The first parameter's class when absent. */
  readonly input?: SchemaSource | null | undefined;
  /** The schema of the structured answer; without it a tool answers with content alone. */
  readonly output?: SchemaSource | undefined;
  /** The tool changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** The tool may destroy something. */
  readonly destructive?: boolean | undefined;
  /** Calling twice with the same arguments does no more than calling once. */
  readonly idempotent?: boolean | undefined;
  /** The tool reaches things outside the server's own domain. */
  readonly openWorld?: boolean | undefined;
  /** Repairs arrays and objects that arrive as JSON text; text fields are never touched. */
  readonly coerce?: "json-strings" | undefined;
}

/** Options of `@Resource`. */
export interface ResourceOptions extends PrimitiveOptions, Partial<CacheHints> {
  /** The schema of a template's variables; the first parameter's class when absent, `null` for none. */
  readonly input?: SchemaSource | null | undefined;
  readonly mimeType?: string | undefined;
  readonly annotations?: Annotations | undefined;
  /** Size in bytes, of a resource that is not a template. */
  readonly size?: number | undefined;
  /** Templates only: the method that lists concrete resources, `(cursor, context) => { resources, nextCursor? }`. */
  readonly list?: string | undefined;
  /**
   * The method that notices changes nobody announces, `(watch: Watch) => void`: called when the first client listens
   * for the resource, or for one of the template. Without it a feature announces changes with `Notifier`.
   */
  readonly watch?: string | undefined;
}

/** Options of `@Prompt`. */
export interface PromptOptions extends PrimitiveOptions {
  /** The schema of the arguments, all of them text; the first parameter's class when absent, `null` for none. */
  readonly input?: SchemaSource | null | undefined;
}

/** What a person is asked: a text, or one that is made of the handler's input. */
export type AskMessage = string | ((input: never) => string);

/** Options of `@Ask`. */
export interface AskParameterOptions extends AskOptions {
  /** Names the question; the form's class in lower camel case where it is absent. */
  readonly key?: string | undefined;
  /** Whether to ask, of the handler's input. Where it says no, the parameter is `undefined`. */
  readonly when?: ((input: never) => boolean) | undefined;
}

/** Options of `@Complete`: whose argument is completed. */
export type CompleteOptions =
  | { readonly resource: string; readonly argument: string }
  | { readonly prompt: string; readonly argument: string };
