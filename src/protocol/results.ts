import type { ContentBlock, ResourceContents, Role } from "./content.js";
import type { Icon } from "./icons.js";
import type { JsonObject } from "./json.js";

/** Name, version and presentation of a client or a server. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** Members every result may have; results are open, so further ones reach the client unchanged (BASE-12). */
export interface Result {
  readonly resultType?: string;
  readonly _meta?: JsonObject;
}

/** The whole answer to `tools/call`, for handlers that want to write it themselves. */
export interface ToolResult<Structured = unknown> extends Result {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Structured;
  readonly isError?: boolean;
}

/** How long an answer may be kept, and by whom (CACHE-03). */
export interface CacheHints {
  /** Milliseconds the answer stays fresh; an integer from 0. */
  readonly ttlMs: number;
  /** `public` answers may be shared between callers. */
  readonly cacheScope: "public" | "private";
}

/** The whole answer to `resources/read`. */
export interface ReadResult extends Result, Partial<CacheHints> {
  readonly contents: readonly ResourceContents[];
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** The whole answer to `prompts/get`. */
export interface PromptResult extends Result {
  readonly messages: readonly PromptMessage[];
  readonly description?: string;
}

/** A concrete resource, as `resources/list` shows it. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Size in bytes. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}
