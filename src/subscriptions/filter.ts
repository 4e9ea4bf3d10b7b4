import { isObject } from "../protocol/json.js";

/** What a client wants to hear of, as `subscriptions/listen` carries it. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

const FLAGS = ["toolsListChanged", "promptsListChanged", "resourcesListChanged"] as const;

/** What is wrong with a filter; undefined where nothing is. Members of extensions are not judged. */
export function faultOfFilter(filter: unknown): string | undefined {
  if (!isObject(filter)) return "notifications must be an object";
  const flag = FLAGS.find((name) => filter[name] !== undefined && typeof filter[name] !== "boolean");
  if (flag !== undefined) return `notifications.${flag} must be a boolean`;
  const uris = filter.resourceSubscriptions;
  if (uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === "string")))
    return undefined;
  return "notifications.resourceSubscriptions must be a list of URIs";
}
