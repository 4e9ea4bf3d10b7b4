import { Refusal } from "../../errors/refusal.js";
import type { JsonObject } from "../../protocol/json.js";
import { META } from "../../protocol/meta.js";
import { faultOfFilter } from "../../subscriptions/filter.js";
import type { Call, Target } from "../target.js";

/**
 * `subscriptions/listen` on a server that announces no changes: nothing asked for is honored, so the
 * request is acknowledged with an empty filter and completes at once (T-29).
 */
const nothingHonored: Target = {
  member: "subscriptions/listen",
  requires: [],
  headers: [],
  run: (_input, context) => {
    const _meta = { [META.subscriptionId]: context.id };
    context.notify("notifications/subscriptions/acknowledged", { notifications: {}, _meta });
    return { _meta };
  },
};

export function resolveSubscriptionsListen(params: JsonObject): Call | Refusal {
  const fault = faultOfFilter(params.notifications);
  return fault === undefined
    ? { target: nothingHonored, input: params.notifications }
    : new Refusal("ERR_PARAMS_INVALID", { detail: fault });
}
