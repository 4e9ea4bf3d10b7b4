import type { Problems, Where } from "../errors/boot-error.js";
import type { CacheHints } from "../protocol/results.js";

/** Nothing is kept, and nothing is shared, unless the author says so (T-40). */
export const NO_CACHING: CacheHints = Object.freeze({ ttlMs: 0, cacheScope: "private" });

/** The hints of an answer, with the safe ones for what was left out. */
export function checkHints(given: Partial<CacheHints>, where: Where, problems: Problems): CacheHints {
  const { ttlMs = NO_CACHING.ttlMs, cacheScope = NO_CACHING.cacheScope } = given;
  for (const detail of findHintFaults(ttlMs, cacheScope)) problems.add("ERR_CACHE_HINT", where, { detail });
  return { ttlMs, cacheScope };
}

/** What makes hints none: a time that is no count of milliseconds, a scope nobody knows (CACHE-03, CACHE-04). */
export function findHintFaults(ttlMs: unknown, cacheScope: unknown): readonly string[] {
  const faults: string[] = [];
  if (!Number.isSafeInteger(ttlMs) || Number(ttlMs) < 0) faults.push(`ttlMs is ${String(ttlMs)}`);
  if (cacheScope !== "public" && cacheScope !== "private") faults.push(`cacheScope is ${String(cacheScope)}`);
  return faults;
}
