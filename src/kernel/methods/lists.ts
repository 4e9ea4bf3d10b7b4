import { Refusal } from "../../errors/refusal.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Call, Pages } from "../target.js";

/** `tools/list`, `prompts/list`, `resources/list`, `resources/templates/list` (PAG-06, T-49). */
export function resolveList(pages: Pages): (params: JsonObject) => Call | Refusal {
  return ({ cursor }) => {
    const isLegal = cursor === undefined || typeof cursor === "string";
    const target = isLegal ? pages.find(cursor) : undefined;
    return target === undefined ? new Refusal("ERR_CURSOR_INVALID") : { target, input: cursor };
  };
}
