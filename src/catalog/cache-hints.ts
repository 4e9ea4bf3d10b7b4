import type { Problems, Where } from "../errors/boot-error.js";
import type { CacheHints } from "../protocol/results.js";

/** Nothing is kept, and nothing is shared, unless the author says so (T-40). */
export const NO_CACHING: CacheHints = Object.freeze({ ttlMs: 0, cacheScope: "private" });

/** The hints of an answer, with the safe ones for what was left out (CACHE-03, CACHE-04). */
export function checkHints(given: Partial<CacheHints>, where: Where, problems: Problems): CacheHints {
  const { ttlMs = NO_CACHING.ttlMs, cacheScope = NO_CACHING.cacheScope } = given;
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 0) {
    problems.add("ERR_CACHE_HINT", where, { detail: `ttlMs is ${ttlMs}` });
  }
  if (cacheScope !== "public" && cacheScope !== "private") {
    problems.add("ERR_CACHE_HINT", where, { detail: `cacheScope is ${String(cacheScope)}` });
  }
  return { ttlMs, cacheScope };
}
