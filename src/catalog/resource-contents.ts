import { base64 } from "../handler/content.js";
import { isResourceContents, type ResourceContents } from "../protocol/content.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import { findHintFaults } from "./cache-hints.js";
import { kindOf, outputError } from "./output-error.js";

/** What is known of a resource besides its value. */
export interface ContentsOf {
  readonly member: string;
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly hints: CacheHints;
}

const JSON_TYPE = /^(?:application\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i;

/** True for `application/json` and types built on it, such as `model/gltf+json` (RFC 6839 §3.1). */
export function isJsonType(mimeType: string | undefined): boolean {
  return mimeType !== undefined && JSON_TYPE.test(mimeType);
}

/**
 * The read result a handler's value stands for: text, bytes, contents, a full result, or, where the MIME
 * type is JSON, any JSON value. Undefined where there is no such resource.
 *
 * @throws {BlazonError} `ERR_OUTPUT_INVALID` for anything else.
 */
export function readResult(value: unknown, resource: ContentsOf): JsonObject | undefined {
  if (value === undefined) return undefined;
  if (isReadResult(value)) return { ...value, ...ownHints(value, resource) };
  return { contents: contentsOf(value, resource), ...resource.hints };
}

/** The hints a whole result brings, and the declared ones for what it leaves out. */
function ownHints(value: JsonObject, { hints, member }: ContentsOf): JsonObject {
  const { ttlMs = hints.ttlMs, cacheScope = hints.cacheScope } = value;
  const [fault] = findHintFaults(ttlMs, cacheScope);
  if (fault !== undefined) throw outputError(member, fault);
  return { ttlMs, cacheScope };
}

function isReadResult(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value.contents) && isContentsList(value.contents);
}

/** Empty contents stand for nothing a client can use, so a list of none is no list of contents (RES-17). */
function isContentsList(value: readonly unknown[]): value is readonly ResourceContents[] {
  return value.length > 0 && value.every(isResourceContents);
}

function contentsOf(value: unknown, resource: ContentsOf): readonly ResourceContents[] {
  const { uri, mimeType, member } = resource;
  const type = mimeType === undefined ? {} : { mimeType };
  if (value instanceof Uint8Array) return [{ uri, ...type, blob: base64(value) }];
  if (typeof value === "string") return [{ uri, ...type, text: value }];
  if (isResourceContents(value)) return [value];
  if (Array.isArray(value) && isContentsList(value)) return value;
  if (!isJsonType(mimeType)) {
    throw outputError(
      member,
      `${kindOf(value)} is neither text, bytes nor contents; a JSON value needs a JSON mimeType`,
    );
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw outputError(member, `${kindOf(value)} is no JSON value`);
  return [{ uri, ...type, text }];
}
