import { matchEnding, opensEnding } from "./ending.js";
import { decodeVariable, Malformed } from "./malformed.js";
import { matchPattern, type Pattern } from "./pattern.js";
import type { Open } from "./route.js";
import type { Branch, Leaf, OpenLeaf, RouteNode } from "./route-tree.js";
import { boundsOf, type Stretch } from "./segments.js";

/** The value behind a URI, and the URI's variables. */
export interface Found<T> {
  readonly value: T;
  readonly variables: Readonly<Record<string, string>>;
}

/** One look-up: the URI, its segments, and the best match so far. */
export class RouteSearch<T> {
  readonly #text: string;
  /** Where each segment begins, and where the last one ends. */
  readonly #bounds: readonly number[];
  readonly #spans: number[] = [];
  #best: Leaf<T> | undefined;
  #bestSpans: readonly number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#bounds = boundsOf(text);
  }

  /** Walks on from a node whose segments have matched up to segment `index`. */
  visit(node: RouteNode<T>, index: number): void {
    for (const leaf of node.leaves) this.#try(leaf, () => this.#matchesEnding(leaf, index));
    if (index >= this.#count) return;
    node.opens.visit(this.#rest(index), (leaf) => this.#try(leaf, () => this.#matchesOpen(leaf, index)));
    const segment = this.#segment(index);
    const literal = node.literals.get(this.#text.slice(segment.from, segment.to));
    if (literal !== undefined) this.visit(literal, index + 1);
    node.patterns.visit(segment, (branch) => this.#follow(branch, index));
  }

  /** What the walk found; variables that the URI leaves out are absent. */
  result(): Found<T> | Malformed | undefined {
    const best = this.#best;
    if (best === undefined) return undefined;
    const variables: Record<string, string> = {};
    for (const [slot, { name }] of best.route.variables.entries()) {
      const raw = this.#raw(this.#bestSpans, slot);
      const value = raw === undefined ? undefined : decodeVariable(raw);
      if (value instanceof Malformed) return value;
      if (value !== undefined) variables[name] = value;
    }
    return { value: best.value, variables };
  }

  get #count(): number {
    return this.#bounds.length - 1;
  }

  #bound(index: number): number {
    return this.#bounds[index] ?? this.#text.length;
  }

  #segment(index: number): Stretch {
    return { text: this.#text, from: this.#bound(index), to: this.#bound(index + 1) };
  }

  #rest(index: number): Stretch {
    return { text: this.#text, from: this.#bound(index), to: this.#text.length };
  }

  #follow({ pattern, node }: Branch<T>, index: number): void {
    const mark = this.#spans.length;
    if (this.#matches(pattern, index)) this.visit(node, index + 1);
    this.#spans.length = mark;
  }

  #try(leaf: Leaf<T>, matches: () => boolean): void {
    const mark = this.#spans.length;
    if (isBetter(leaf, this.#best) && matches() && this.#fitsPrefixes(leaf)) {
      this.#best = leaf;
      this.#bestSpans = [...this.#spans];
    }
    this.#spans.length = mark;
  }

  #matchesEnding({ route: { ending } }: Leaf<T>, index: number): boolean {
    if (ending === undefined) return index === this.#count;
    return matchEnding(ending, this.#rest(index), this.#spans);
  }

  #matchesOpen(leaf: OpenLeaf<T>, index: number): boolean {
    const { open } = leaf;
    const end = this.#endingIndex(leaf, index);
    const last = end - open.after.length - 1;
    if (last < index || !this.#matchesSpan(open, index, last)) return false;
    const rest = open.after.every((pattern, offset) => this.#matches(pattern, last + 1 + offset));
    return rest && this.#matchesEnding(leaf, end);
  }

  #matchesSpan(open: Open, first: number, last: number): boolean {
    if (first === last) return this.#matches(open.alone, first);
    if (!this.#matches(open.first, first)) return false;
    this.#spans.pop();
    const seam = this.#spans.length;
    if (!this.#matches(open.last, last)) return false;
    this.#spans.splice(seam, 1);
    return true;
  }

  /** The segment in which the ending begins: the first that can, behind the one at `index`. */
  #endingIndex({ route: { ending } }: Leaf<T>, index: number): number {
    if (ending === undefined) return this.#count;
    let end = index + 1;
    while (end < this.#count && !opensEnding(ending, this.#text.charAt(this.#bound(end)))) end++;
    return end;
  }

  #matches(pattern: Pattern, index: number): boolean {
    return matchPattern(pattern, this.#segment(index), this.#spans);
  }

  #fitsPrefixes({ route: { variables } }: Leaf<T>): boolean {
    return variables.every(({ prefix }, slot) => {
      const raw = prefix === undefined ? undefined : this.#raw(this.#spans, slot);
      return raw === undefined || [...decodeURIComponent(raw)].length <= Number(prefix);
    });
  }

  #raw(spans: readonly number[], slot: number): string | undefined {
    const [start = -1, end = -1] = spans.slice(2 * slot, 2 * slot + 2);
    return start < 0 ? undefined : this.#text.slice(start, end);
  }
}

function isBetter<T>(leaf: Leaf<T>, best: Leaf<T> | undefined): boolean {
  if (best === undefined) return true;
  const literals = leaf.route.literals - best.route.literals;
  if (literals !== 0) return literals > 0;
  const openness = Number(leaf.route.open !== undefined) - Number(best.route.open !== undefined);
  return openness === 0 ? leaf.order < best.order : openness < 0;
}
