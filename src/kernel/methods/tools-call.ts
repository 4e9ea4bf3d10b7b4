import { Refusal } from "../../errors/refusal.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import type { Call, Target } from "../target.js";

const NO_ARGUMENTS: JsonObject = Object.freeze({});

/** `tools/call`: an unknown tool is a protocol error (T-41); absent and null arguments mean none (B09). */
export function resolveToolsCall(tools: ReadonlyMap<string, Target>): (params: JsonObject) => Call | Refusal {
  return (params) => {
    const { name } = params;
    if (typeof name !== "string")
      return new Refusal("ERR_PARAMS_INVALID", { detail: "name must be a string" });
    const input = params.arguments ?? NO_ARGUMENTS;
    if (!isObject(input)) {
      return new Refusal("ERR_PARAMS_INVALID", {
        detail: "arguments must be an object, not its JSON text or a list",
      });
    }
    const target = tools.get(name);
    return target === undefined ? new Refusal("ERR_TOOL_UNKNOWN") : { target, input };
  };
}
