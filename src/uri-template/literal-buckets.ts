import type { Stretch } from "./segments.js";

/**
 * Things that are told apart by what they begin and end with. A look-up costs one probe for each pair of
 * lengths in use, however many things there are.
 */
export class LiteralBuckets<T> {
  readonly #buckets: Bucket<T>[] = [];

  add(head: string, tail: string, item: T): void {
    let bucket = this.#buckets.find((one) => one.head === head.length && one.tail === tail.length);
    if (bucket === undefined) {
      bucket = { head: head.length, tail: tail.length, items: new Map() };
      this.#buckets.push(bucket);
    }
    const items = bucket.items.get(head + tail);
    if (items === undefined) bucket.items.set(head + tail, [item]);
    else items.push(item);
  }

  /** Calls back with everything whose head and tail are those of the stretch. */
  visit({ text, from, to }: Stretch, visitor: (item: T) => void): void {
    for (const { head, tail, items } of this.#buckets) {
      if (to - from < head + tail) continue;
      const key = text.slice(from, from + head) + text.slice(to - tail, to);
      items.get(key)?.forEach(visitor);
    }
  }
}

interface Bucket<T> {
  readonly head: number;
  readonly tail: number;
  readonly items: Map<string, T[]>;
}
