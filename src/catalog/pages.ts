import { createHash } from "node:crypto";
import type { Stamp } from "../kernel/stamp.js";
import type { Pages, Target } from "../kernel/target.js";
import type { JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";

/** What a list is cut into pages by. */
export interface PageOptions {
  /** The member of the result that holds the items, such as `tools`. */
  readonly key: string;
  /** Items a page; undefined for all of them in one. */
  readonly size: number | undefined;
  readonly hints: CacheHints;
  readonly stamp: Stamp;
}

/** A list that is known at boot: its pages are bytes, and a cursor is a key of a map (PAG-01 to PAG-10). */
export function createPages(items: readonly JsonObject[], options: PageOptions): Pages {
  const { key, size, hints, stamp } = options;
  const chunks = cut(items, size);
  const content = chunks.length === 1 ? "" : digest(JSON.stringify([key, size, items]));
  const cursors = chunks.map((_, index) =>
    index === 0 ? undefined : digest(`${index}:${content}`).slice(0, 22),
  );
  const pages = new Map<string | undefined, Target>();
  for (const [index, chunk] of chunks.entries()) {
    const nextCursor = cursors[index + 1];
    const page = stamp.page({ [key]: chunk, ...(nextCursor !== undefined && { nextCursor }), ...hints });
    pages.set(cursors[index], { member: key, requires: [], headers: [], run: () => page });
  }
  return { find: (cursor) => pages.get(cursor) };
}

/** At least one chunk: an empty list has an empty page. */
export function cut<T>(items: readonly T[], size: number | undefined): readonly (readonly T[])[] {
  if (size === undefined || items.length <= size) return [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** A cursor says nothing, is the same on every replica that has the same list, and changes with it (PAG-04). */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
