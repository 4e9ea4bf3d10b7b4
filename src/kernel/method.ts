import type { Refusal } from "../errors/refusal.js";
import type { JsonObject } from "../protocol/json.js";
import type { MethodRules } from "../protocol/methods.js";
import type { Call } from "./target.js";

/** A client method as the kernel serves it. */
export interface Method {
  readonly rules: MethodRules;
  /** Row 16: the shape of the params, and what they are for. Undefined where the capability is not advertised. */
  readonly resolve: ((params: JsonObject) => Call | Refusal) | undefined;
}
