import { Refusal } from "../../errors/refusal.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Call, Primitives } from "../target.js";

/** `resources/read`: an unknown URI is −32602 with the URI as data, never empty contents (T-45, RES-15 to RES-17). */
export function resolveResourcesRead(primitives: Primitives): (params: JsonObject) => Call | Refusal {
  return ({ uri }) => {
    if (typeof uri !== "string") return new Refusal("ERR_PARAMS_INVALID", { detail: "uri must be a string" });
    return primitives.findResource(uri) ?? new Refusal("ERR_RESOURCE_UNKNOWN", {}, { uri });
  };
}
