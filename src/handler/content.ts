import { Buffer } from "node:buffer";
import type {
  Annotations,
  AudioContent,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from "../protocol/content.js";
import type { JsonObject } from "../protocol/json.js";

/** Members any block may have besides its content. */
export interface BlockOptions {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** A block of text. */
export function text(value: string, options?: BlockOptions): TextContent {
  return { type: "text", text: value, ...options };
}

/** An image block from its bytes, or from text that is base64 already. */
export function image(bytes: Uint8Array | string, mimeType: string, options?: BlockOptions): ImageContent {
  return { type: "image", data: base64(bytes), mimeType, ...options };
}

/** A sound block from its bytes, or from text that is base64 already. */
export function audio(bytes: Uint8Array | string, mimeType: string, options?: BlockOptions): AudioContent {
  return { type: "audio", data: base64(bytes), mimeType, ...options };
}

/** A link to a resource; it need not be listed (TOOL-33). */
export function link(resource: Omit<ResourceLink, "type">): ResourceLink {
  return { type: "resource_link", ...resource };
}

/** A resource's contents as a block. `annotations` stand on the block (T-37). */
export function embed(resource: ResourceContents, options?: BlockOptions): EmbeddedResource {
  return { type: "resource", resource, ...options };
}

/** Standard base64 with padding and without line breaks (RFC 4648 §4). */
export function base64(bytes: Uint8Array | string): string {
  if (typeof bytes === "string") return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
