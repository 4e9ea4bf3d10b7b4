import { Malformed } from "./malformed.js";
import { normalizeUri } from "./normalize.js";
import { type Found, RouteSearch } from "./route-search.js";
import { insertRoute, RouteNode } from "./route-tree.js";
import type { Template } from "./template.js";

export interface TemplateEntry<T> {
  readonly template: Template;
  readonly value: T;
}

/** Finds the template of a URI. */
export interface TemplateIndex<T> {
  /**
   * The best template that matches: the one with the most literal characters, then one without a variable
   * that spans segments, then the first declared. `Malformed` for a bad escape, a control character or a
   * `..` segment in a variable (RES-20, RES-22); undefined where none matches.
   * Variables the URI leaves out are absent.
   */
  find(uri: string): Found<T> | Malformed | undefined;
}

/**
 * Indexes templates once, at boot. Finding one takes a single pass over the URI; its cost does not grow with
 * the templates, except with those that differ only between two variables of the same segment.
 */
export function createTemplateIndex<T>(entries: readonly TemplateEntry<T>[]): TemplateIndex<T> {
  const root = new RouteNode<T>();
  for (const [order, { template, value }] of entries.entries()) {
    for (const route of template.routes) insertRoute(root, { route, value, order });
  }
  return { find: (uri) => find(root, uri) };
}

function find<T>(root: RouteNode<T>, uri: string): Found<T> | Malformed | undefined {
  const text = normalizeUri(uri);
  if (text === undefined) return new Malformed("the URI holds a malformed percent escape");
  const search = new RouteSearch<T>(text);
  search.visit(root, 0);
  return search.result();
}
