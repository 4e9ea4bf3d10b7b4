import { randomUUID } from "node:crypto";
import type { ClientCapabilities, ServerCapabilities } from "../protocol/capabilities.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { META } from "../protocol/meta.js";
import { mapEntries } from "./entries.js";
import { type Revision, without } from "./revision.js";

/** The last revision with a handshake: no stamp, no caching hints (LEG-19), and structured values are objects (LEG-22). */
export const REVISION_2025_11_25: Revision = {
  version: "2025-11-25",
  batches: false,
  primes: true,
  declared: (capabilities) => without(capabilities as JsonObject, "extensions") as ClientCapabilities,
  advertised: (capabilities) => without(capabilities as JsonObject, "extensions") as ServerCapabilities,
  named: (info) => ({ ...info }),
  result(_method, result) {
    const bare = withoutStamp(result);
    if (Object.hasOwn(bare, "structuredContent") && !isObject(bare.structuredContent)) {
      return without(bare, "structuredContent"); // its text is in `content` (TOOL-38)
    }
    return mapEntries(bare, withObjectOutput);
  },
  asked: (method, params) =>
    method === "elicitation/create" && params.mode === "url"
      ? { ...params, elicitationId: randomUUID() }
      : params,
};

function withoutStamp(result: JsonObject): JsonObject {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result;
  const own = isObject(_meta) ? without(_meta, META.serverInfo) : {};
  return Object.keys(own).length === 0 ? rest : { ...rest, _meta: own };
}

function withObjectOutput(entry: JsonObject): JsonObject {
  const { outputSchema } = entry;
  const isForObjects = !isObject(outputSchema) || outputSchema.type === "object";
  return isForObjects ? entry : without(entry, "outputSchema");
}
