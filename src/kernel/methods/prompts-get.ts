import { Refusal } from "../../errors/refusal.js";
import type { JsonObject } from "../../protocol/json.js";
import { isTextMap } from "../../protocol/json.js";
import type { Call, Target } from "../target.js";

/** `prompts/get`: arguments are a map of text (PROM-05). */
export function resolvePromptsGet(
  prompts: ReadonlyMap<string, Target>,
): (params: JsonObject) => Call | Refusal {
  return (params) => {
    const { name } = params;
    if (typeof name !== "string")
      return new Refusal("ERR_PARAMS_INVALID", { detail: "name must be a string" });
    const input = params.arguments ?? {};
    if (!isTextMap(input))
      return new Refusal("ERR_PARAMS_INVALID", { detail: "arguments must be a map of strings" });
    const target = prompts.get(name);
    return target === undefined ? new Refusal("ERR_PROMPT_UNKNOWN") : { target, input };
  };
}
