import { isObject, type JsonObject } from "./json.js";

/** What a client declares with each request; open to further members. */
export interface ClientCapabilities {
  readonly experimental?: JsonObject;
  readonly roots?: JsonObject;
  readonly sampling?: { readonly context?: JsonObject; readonly tools?: JsonObject };
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  readonly extensions?: { readonly [id: string]: JsonObject };
}

/** What a server advertises in `server/discover`; open to further members. */
export interface ServerCapabilities {
  readonly experimental?: JsonObject;
  readonly logging?: JsonObject;
  readonly completions?: JsonObject;
  readonly prompts?: { readonly listChanged?: boolean };
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean };
  readonly tools?: { readonly listChanged?: boolean };
  readonly extensions?: { readonly [id: string]: JsonObject };
}

/** A client capability, written as the way to its member: `elicitation.url`, or `extensions.` and an id. */
export type CapabilityPath =
  | "roots"
  | "sampling"
  | "sampling.context"
  | "sampling.tools"
  | "elicitation"
  | "elicitation.form"
  | "elicitation.url"
  | `extensions.${string}`
  | `experimental.${string}`;

/** The members of a path. Everything after `extensions.` or `experimental.` is one name, dots included. */
function membersOf(path: CapabilityPath): readonly [string] | readonly [string, string] {
  const dot = path.indexOf(".");
  return dot < 0 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}

/**
 * Whether a client declared a capability. An empty `elicitation` object means form mode, and one that
 * names only `url` excludes it (T-58).
 */
export function declares(capabilities: ClientCapabilities, path: CapabilityPath): boolean {
  const [first, second] = membersOf(path);
  if (!Object.hasOwn(capabilities, first)) return false;
  const outer = (capabilities as JsonObject)[first]; // the type lists the members known today; the set is open
  if (!isObject(outer)) return false;
  if (second === undefined) return true;
  if (first === "elicitation" && second === "form" && outer.form === undefined)
    return outer.url === undefined;
  return Object.hasOwn(outer, second) && isObject(outer[second]);
}

/** The nested object that names exactly these capabilities, as `data.requiredCapabilities` wants it (META-21, T-57). */
export function requiredCapabilities(paths: readonly CapabilityPath[]): ClientCapabilities {
  const required: Record<string, Record<string, object>> = {};
  for (const path of paths) {
    const [first, second] = membersOf(path);
    const outer = (required[first] ??= {});
    if (second !== undefined) outer[second] = {};
  }
  return required as ClientCapabilities; // built member by member from typed paths
}
