import type { Refusal } from "../errors/refusal.js";
import type { InputRequiredResult } from "../mrtr/conversation.js";
import type { CapabilityPath, ServerCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { WatchSource } from "../subscriptions/watch-source.js";
import type { Concluded } from "./concluded.js";
import type { Context } from "./context.js";
import type { Page } from "./page.js";
import type { Written } from "./written.js";

/**
 * What a handler's closure gives back: a result, as an object or written already, a page, a refusal, questions, or
 * the end of a listen.
 */
export type Outcome = JsonObject | Written | Page | Refusal | InputRequiredResult | Concluded;

/** An argument that a request header repeats (`x-mcp-header`). */
export interface HeaderParam {
  /** The lower-cased header field, such as `mcp-param-region`. */
  readonly field: string;
  /** The names from the root of the arguments to the value. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

/** Something a request can be for: a tool, a resource, a prompt, a list. Made at boot. */
export interface Target {
  /** `Tickets.search_tickets`, for the log. */
  readonly member: string;
  /** Client capabilities without which it is not called; empty for most. */
  readonly requires: readonly CapabilityPath[];
  /** Empty for most. */
  readonly headers: readonly HeaderParam[];
  /** Whether answers that nobody asked for count as none; they do not where it is absent (T-61). */
  readonly solicited?: boolean;
  /** Who notices changes of what it reads; undefined for most. */
  readonly watch?: WatchSource | undefined;
  /** Validates, hydrates, calls the handler and writes its answer. */
  run(input: unknown, context: Context): Outcome | Promise<Outcome>;
}

/** A target, and what this request gives it. */
export interface Call {
  readonly target: Target;
  readonly input: unknown;
}

/** What the kernel knows of the primitives behind it; frozen at boot. */
export interface Primitives {
  /** What `server/discover` advertises; a method without its capability is not served (BASE-41). */
  readonly capabilities: ServerCapabilities;
  readonly discover: Target;
  readonly tools: ReadonlyMap<string, Target>;
  readonly prompts: ReadonlyMap<string, Target>;
  /** The resource or template behind a URI; undefined where there is none. */
  findResource(uri: string): Call | Refusal | undefined;
  /** The completer of an argument; a refusal where the reference or the argument is unknown. */
  findCompletion(reference: CompletionReference, argument: string): Target | Refusal;
  readonly lists: Readonly<Record<ListName, Pages>>;
}

/** Whose argument is completed. */
export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

export type ListName = "tools" | "resources" | "resourceTemplates" | "prompts";

/** The pages of one list. */
export interface Pages {
  /** The page a cursor stands for, the first without one; undefined for a cursor that was never issued. */
  find(cursor: string | undefined): Target | undefined;
}
