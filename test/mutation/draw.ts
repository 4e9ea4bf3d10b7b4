import { createHash } from "node:crypto";

function rank(seed: number, id: string): string {
  return createHash("sha256").update(`${seed}:${id}`).digest("hex");
}

/**
 * The first `count` of `ids` in an order that the seed alone decides: an id that leaves the pool moves the
 * next one up, and the rest of the draw stays.
 */
export function drawIds(ids: readonly string[], seed: number, count: number): string[] {
  const ranked = ids.map((id) => ({ id, rank: rank(seed, id) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, count).map(({ id }) => id);
}
