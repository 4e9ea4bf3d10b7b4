import type { Icon } from "./icons.js";
import { isObject, type JsonObject } from "./json.js";

/** Who a piece of content is for. */
export type Role = "user" | "assistant";

/** Hints for the client about content: its audience, weight (0 to 1) and age (ISO 8601). */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  readonly lastModified?: string;
}

/** Members every content block may have. */
interface Annotated {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

export interface TextContent extends Annotated {
  readonly type: "text";
  readonly text: string;
}

/** An image; `data` is base64. */
export interface ImageContent extends Annotated {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}

/** Sound; `data` is base64. */
export interface AudioContent extends Annotated {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** A pointer to a resource the client may read. */
export interface ResourceLink extends Annotated {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Size of the resource in bytes. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
}

/** A resource's contents, inside a message. */
export interface EmbeddedResource extends Annotated {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

/** One block of a tool's answer or a prompt's message. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: JsonObject;
}

/** Binary contents; `blob` is base64. */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly blob: string;
  readonly _meta?: JsonObject;
}

export type ResourceContents = TextResourceContents | BlobResourceContents;

function isResourceContents(value: unknown): value is ResourceContents {
  return (
    isObject(value) &&
    typeof value.uri === "string" &&
    (typeof value.text === "string") !== (typeof value.blob === "string") &&
    (value.mimeType === undefined || typeof value.mimeType === "string")
  );
}

/** True for one of the five kinds of content block with its required members (TOOL-31, TOOL-32, PROM-11). */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "text":
      return typeof value.text === "string";
    case "image":
    case "audio":
      return typeof value.data === "string" && typeof value.mimeType === "string";
    case "resource_link":
      return typeof value.uri === "string" && typeof value.name === "string";
    case "resource":
      return isResourceContents(value.resource);
    default:
      return false;
  }
}

export { isResourceContents };
