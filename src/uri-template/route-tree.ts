import { LiteralBuckets } from "./literal-buckets.js";
import { type Pattern, shapeOf } from "./pattern.js";
import type { Open, Route } from "./route.js";

/** A route, and what it leads to. */
export interface Leaf<T> {
  readonly route: Route;
  readonly value: T;
  /** The place of its template among all. */
  readonly order: number;
}

/** Where the routes that begin with the same segments go on. */
export class RouteNode<T> {
  readonly literals = new Map<string, RouteNode<T>>();
  readonly patterns = new LiteralBuckets<Branch<T>>();
  readonly shapes = new Map<string, RouteNode<T>>();
  /** Routes that are complete here, but for their ending. */
  readonly leaves: Leaf<T>[] = [];
  readonly opens = new LiteralBuckets<OpenLeaf<T>>();
}

export interface Branch<T> {
  readonly pattern: Pattern;
  readonly node: RouteNode<T>;
}

export interface OpenLeaf<T> extends Leaf<T> {
  readonly open: Open;
}

export function insertRoute<T>(root: RouteNode<T>, leaf: Leaf<T>): void {
  const { segments, open, ending } = leaf.route;
  const node = segments.reduce(descend, root);
  if (open === undefined) {
    node.leaves.push(leaf);
    return;
  }
  const last = open.after.at(-1) ?? open.alone;
  // With an ending the open part stops somewhere before the end of the URI, so only its head can be probed.
  const tail = ending === undefined ? (last.captures === 0 ? last.head : last.tail) : "";
  node.opens.add(open.alone.head, tail, { ...leaf, open });
}

function descend<T>(node: RouteNode<T>, pattern: Pattern): RouteNode<T> {
  const isLiteral = pattern.captures === 0;
  const children = isLiteral ? node.literals : node.shapes;
  const key = isLiteral ? pattern.head : shapeOf(pattern);
  const known = children.get(key);
  if (known !== undefined) return known;
  const child = new RouteNode<T>();
  children.set(key, child);
  if (!isLiteral) node.patterns.add(pattern.head, pattern.tail, { pattern, node: child });
  return child;
}
