import type { ClientCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import { mapBlocks, mapEntries } from "./entries.js";
import { type Revision, without } from "./revision.js";
import { REVISION_2025_06_18 as next } from "./revision-2025-06-18.js";

/** Without elicitation, structured values, titles and links to resources; with batches. */
export const REVISION_2025_03_26: Revision = {
  ...next,
  version: "2025-03-26",
  batches: true,
  declared: (capabilities) =>
    without(next.declared(capabilities) as JsonObject, "elicitation") as ClientCapabilities,
  named: (info) => without(next.named(info), "title"),
  result(method, result) {
    const bare = without(next.result(method, result), "structuredContent");
    const listed = mapEntries(bare, (entry) => without(entry, "title", "outputSchema", "_meta"));
    return mapBlocks(listed, withoutLink);
  },
};

/** A link to a resource is told as text. */
function withoutLink(block: JsonObject): JsonObject {
  if (block.type !== "resource_link") return block;
  const { name, uri, description } = block;
  const told = [name, description].filter((each) => typeof each === "string" && each !== "");
  return { type: "text", text: [...told, uri].join("\n") };
}
