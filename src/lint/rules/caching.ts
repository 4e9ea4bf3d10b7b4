import type { CatalogPlan } from "../../catalog/catalog-plan.js";
import type { ResourcePlan } from "../../catalog/resource.js";
import type { CacheHints } from "../../protocol/results.js";
import type { Lints } from "../lints.js";

/**
 * Public answers that may be one caller's own (CACHE-09, CACHE-12): of a feature that is made for each request,
 * or after a question to the client. What a method does with its RequestContext is not known.
 */
export function lintCaching(
  { resources }: CatalogPlan,
  lists: Readonly<Record<"resources", CacheHints>>,
  lints: Lints,
): void {
  for (const { definition, scope, asks, hints } of resources) {
    const isListed = definition.options.list !== undefined && lists.resources.cacheScope === "public";
    if (isListed && scope === "request") {
      const reason = `the list of resources is made by a feature that is made for each request (${definition.options.list})`;
      lints.add("LINT_CACHE_SHARED", definition, { reason });
    }
    if (hints.cacheScope !== "public") continue;
    const reason = reasonOf({ scope, asks });
    if (reason !== undefined) lints.add("LINT_CACHE_SHARED", definition, { reason });
  }
}

function reasonOf({ scope, asks }: Pick<ResourcePlan, "scope" | "asks">): string | undefined {
  if (scope === "request") return "the feature that answers is made for each request";
  return asks.length > 0 ? "the client is asked before it is answered" : undefined;
}
