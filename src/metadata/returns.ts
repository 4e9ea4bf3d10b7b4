import type { InputRequired } from "../handler/asks.js";
import type { ContentBlock, ResourceContents } from "../protocol/content.js";
import type {
  PromptMessage,
  PromptResult,
  ReadResult,
  ResourceEntry,
  ToolResult,
} from "../protocol/results.js";

/**
 * What a tool without `output` returns: text, one block or several, nothing, or the whole result.
 * `void` stands for methods that return nothing.
 */
export type ToolReturn =
  | string
  | ContentBlock
  | readonly ContentBlock[]
  | ToolResult
  | InputRequired
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a method without `return` has exactly this type
  | void;

/**
 * What a resource returns: text, bytes, contents or a list of them, the whole result, or, where its MIME type is
 * JSON, any JSON value. `undefined` means that there is no such resource (−32602 with `data.uri`).
 */
export type ResourceReturn =
  | string
  | Uint8Array
  | ResourceContents
  | readonly ResourceContents[]
  | ReadResult
  | object
  | number
  | boolean
  | null
  | undefined;

/** What a prompt returns: text (one message of the user), a message or a list of them, or the whole result. */
export type PromptReturn = string | PromptMessage | readonly PromptMessage[] | PromptResult | InputRequired;

/**
 * What a completion returns: every value it knows, or some of them with the count of all. Matching against what
 * was typed, order and the cap of 100 are the framework's (COMP-03, COMP-09).
 */
export type CompleteReturn =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

/** A page of the concrete resources of a template; no `nextCursor` on the last one. */
export interface ResourcePage {
  readonly resources: readonly ResourceEntry[];
  readonly nextCursor?: string | undefined;
}
