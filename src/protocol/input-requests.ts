import type { AudioContent, ContentBlock, ImageContent, Role, TextContent } from "./content.js";
import { isObject, type JsonObject } from "./json.js";

/** What a server may ask of its client inside a result (MRTR-08). */
export const INPUT_METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

export type InputMethod = (typeof INPUT_METHODS)[number];

/** One ask on the wire: a request without `jsonrpc` and `id`. */
export interface InputRequest {
  readonly method: InputMethod;
  readonly params?: JsonObject;
}

/** How a person answered a form or a link. */
export type ElicitAction = "accept" | "decline" | "cancel";

/** A model's wish to have a tool called. */
export interface ToolUseContent {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly _meta?: JsonObject;
}

/** What a tool that a model wished for gave back. */
export interface ToolResultContent {
  readonly type: "tool_result";
  readonly toolUseId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

/** One message of the conversation a model goes on with. */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly _meta?: JsonObject;
}

/** What the client may choose a model by. */
export interface ModelPreferences {
  readonly hints?: readonly { readonly name?: string }[];
  /** 0 (does not matter) to 1 (matters most), as the two below. */
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly intelligencePriority?: number;
}

/** A tool that the model may wish to have called. */
export interface SamplingTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly title?: string;
  readonly description?: string;
  readonly outputSchema?: JsonObject;
}

/** What the client's model is asked for (SAMP-05). */
export interface SamplingParams {
  readonly messages: readonly SamplingMessage[];
  /** The most tokens of the answer; an integer from 1. */
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: ModelPreferences;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: JsonObject;
  /** Left out for clients that do not declare `sampling.context` (SAMP-04). */
  readonly includeContext?: "none" | "thisServer" | "allServers";
  /** Only for clients that declare `sampling.tools` (SAMP-03). */
  readonly tools?: readonly SamplingTool[];
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" };
}

/** What the client's model said (SAMP-13). */
export interface SamplingResult {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the client's own. */
  readonly stopReason?: string;
  readonly _meta?: JsonObject;
}

/** A folder or file the client says is about. Guidance, and no access control (ROOT-07). */
export interface Root {
  /** A `file://` URI (ROOT-05). */
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: JsonObject;
}

/** Whether an answer has the form of an `ElicitResult` (ELI-20); its content is judged by the form that was asked. */
export function isElicitResult(
  value: unknown,
): value is { readonly action: ElicitAction; readonly content?: unknown } {
  return (
    isObject(value) && (value.action === "accept" || value.action === "decline" || value.action === "cancel")
  );
}

/** Whether an answer has the form of a `CreateMessageResult` (SAMP-13). */
export function isSamplingResult(value: unknown): value is SamplingResult {
  return (
    isObject(value) &&
    (value.role === "user" || value.role === "assistant") &&
    typeof value.model === "string" &&
    (value.stopReason === undefined || typeof value.stopReason === "string") &&
    blocksOf(value.content).every(isSamplingContent) &&
    blocksOf(value.content).length > 0
  );
}

/** Whether an answer has the form of a `ListRootsResult`, with `file://` URIs alone (ROOT-05). */
export function isRootsResult(value: unknown): value is { readonly roots: readonly Root[] } {
  return isObject(value) && Array.isArray(value.roots) && value.roots.every(isRoot);
}

/** The blocks of a message, whether it has one or a list of them. */
export function blocksOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [content];
}

function isRoot(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.uri === "string" &&
    /^file:\/\//i.test(value.uri) &&
    URL.canParse(value.uri) &&
    (value.name === undefined || typeof value.name === "string")
  );
}

/** Whether a value is a block that messages of a model may have. */
export function isSamplingContent(value: unknown): value is SamplingContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "text":
      return typeof value.text === "string";
    case "image":
    case "audio":
      return typeof value.data === "string" && typeof value.mimeType === "string";
    case "tool_use":
      return typeof value.id === "string" && typeof value.name === "string" && isObject(value.input);
    case "tool_result":
      return typeof value.toolUseId === "string" && Array.isArray(value.content);
    default:
      return false;
  }
}
