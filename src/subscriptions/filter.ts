import type { ServerCapabilities } from "../protocol/capabilities.js";
import { isObject } from "../protocol/json.js";
import { isAbsoluteUri } from "../uri-template/absolute-uri.js";
import { LISTS, type ListKind } from "./change.js";

/** What a client wants to hear of, as `subscriptions/listen` carries it. */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

const FLAGS = {
  tools: "toolsListChanged",
  prompts: "promptsListChanged",
  resources: "resourcesListChanged",
} as const satisfies Record<ListKind, keyof SubscriptionFilter>;

/** What is wrong with a filter; undefined where nothing is. Members of extensions are not judged. */
export function faultOfFilter(filter: unknown): string | undefined {
  if (!isObject(filter)) return "notifications must be an object";
  const flag = Object.values(FLAGS).find(
    (name) => filter[name] !== undefined && typeof filter[name] !== "boolean",
  );
  if (flag !== undefined) return `notifications.${flag} must be a boolean`;
  const uris = filter.resourceSubscriptions;
  if (uris === undefined || (Array.isArray(uris) && uris.every((uri) => typeof uri === "string")))
    return undefined;
  return "notifications.resourceSubscriptions must be a list of URIs";
}

const NO_URIS: ReadonlySet<string> = new Set();

/** What one subscriber hears of; URIs may come and go. */
export class Wants {
  readonly lists: readonly ListKind[];
  #uris: Set<string> | undefined;

  constructor(lists: readonly ListKind[], uris: readonly string[] = []) {
    this.lists = lists;
    this.#uris = uris.length === 0 ? undefined : new Set(uris);
  }

  get uris(): ReadonlySet<string> {
    return this.#uris ?? NO_URIS;
  }

  /** False where it is wanted already. */
  add(uri: string): boolean {
    if (this.uris.has(uri)) return false;
    this.#uris ??= new Set();
    this.#uris.add(uri);
    return true;
  }

  /** False where it was not wanted. */
  drop(uri: string): boolean {
    return this.#uris?.delete(uri) ?? false;
  }

  get isEmpty(): boolean {
    return this.lists.length === 0 && this.uris.size === 0;
  }

  /** As the acknowledgement says it: what is honored, and nothing else (SUB-08, T-30). */
  get filter(): SubscriptionFilter {
    const flags = this.lists.map((list) => [FLAGS[list], true] as const);
    return {
      ...Object.fromEntries(flags),
      ...(this.uris.size > 0 && { resourceSubscriptions: [...this.uris] }),
    };
  }
}

/** What of a filter is honored: what is asked for, and advertised. A text that is no URI is never updated. */
export function honored(filter: SubscriptionFilter, capabilities: ServerCapabilities): Wants {
  const lists = LISTS.filter(
    (list) => filter[FLAGS[list]] === true && capabilities[list]?.listChanged === true,
  );
  const uris = capabilities.resources?.subscribe === true ? (filter.resourceSubscriptions ?? []) : [];
  return new Wants(lists, uris.filter(isAbsoluteUri));
}

/** What is left of a filter where only a part of it is allowed. */
export function narrowed(filter: SubscriptionFilter, allowed: SubscriptionFilter): SubscriptionFilter {
  const flags = Object.values(FLAGS).filter((flag) => filter[flag] === true && allowed[flag] === true);
  const uris = new Set(allowed.resourceSubscriptions);
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, true] as const)),
    resourceSubscriptions: (filter.resourceSubscriptions ?? []).filter((uri) => uris.has(uri)),
  };
}
