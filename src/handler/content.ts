import { Buffer } from "node:buffer";
import { BlazonError } from "../errors/blazon-error.js";
import { canonicalImageType, findImageType } from "../icons/image-type.js";
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

/**
 * An image block from its bytes, or from text that is base64 already. Its type is found by its magic bytes: PNG, JPEG,
 * WebP, SVG, GIF, AVIF, HEIC, TIFF, ICO, JPEG XL and JPEG 2000 are known.
 *
 * @param mimeType What it is meant to be, to have it compared.
 * @throws {BlazonError} `ERR_IMAGE_INVALID` for bytes that are no image, and for a type that they are not of.
 */
export function image(bytes: Uint8Array | string, mimeType?: string, options?: BlockOptions): ImageContent {
  return { type: "image", data: base64(bytes), mimeType: imageTypeOf(bytes, mimeType), ...options };
}

function imageTypeOf(image: Uint8Array | string, declared: string | undefined): string {
  const bytes = typeof image === "string" ? Buffer.from(image, "base64") : image;
  if (typeof image === "string" && base64(bytes) !== image) throw noImage("it is not base64");
  const found = findImageType(bytes);
  if (found === undefined) throw noImage("its bytes are of no known format");
  if (declared === undefined || canonicalImageType(declared) === found) return found;
  throw noImage(`it is declared as ${declared}, and its bytes are ${found}`);
}

function noImage(detail: string): BlazonError {
  return new BlazonError("ERR_IMAGE_INVALID", { detail });
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
