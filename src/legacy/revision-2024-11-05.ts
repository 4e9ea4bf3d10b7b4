import type { ServerCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import { mapBlocks, mapEntries } from "./entries.js";
import { type Revision, without } from "./revision.js";
import { REVISION_2025_03_26 as next } from "./revision-2025-03-26.js";

/** Without batches, sound, annotations of tools, and completions as a capability. Its SSE transport is not served. */
export const REVISION_2024_11_05: Revision = {
  ...next,
  version: "2024-11-05",
  batches: false,
  advertised: (capabilities) =>
    without(next.advertised(capabilities) as JsonObject, "completions") as ServerCapabilities,
  result(method, result) {
    const listed = mapEntries(next.result(method, result), (entry) =>
      method === "tools/list" ? without(entry, "annotations") : entry,
    );
    return mapBlocks(listed, withoutSound);
  },
};

function withoutSound(block: JsonObject): JsonObject {
  if (block.type !== "audio") return block;
  return { type: "text", text: `[sound of type ${String(block.mimeType)}, which this client cannot take]` };
}
