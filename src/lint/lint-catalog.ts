import type { PreparedIcons } from "../catalog/catalog-icons.js";
import type { CatalogPlan } from "../catalog/catalog-plan.js";
import type { CacheHints } from "../protocol/results.js";
import { inputsOf } from "./inputs.js";
import { type Lint, Lints } from "./lints.js";
import { lintBounds } from "./rules/bounds.js";
import { lintCaching } from "./rules/caching.js";
import { lintCapabilities } from "./rules/capabilities.js";
import { lintDescriptions } from "./rules/descriptions.js";
import { lintIcons } from "./rules/icons.js";
import { lintNames } from "./rules/names.js";
import { lintPatterns, patternsIn, type ScreenPattern } from "./rules/patterns.js";
import { lintPortability } from "./rules/portability.js";
import { lintStrictMode } from "./rules/strict-mode.js";

/** What a server offers, before it is made. */
export interface LintTarget {
  readonly plan: CatalogPlan;
  /** How long lists may be kept, and by whom. */
  readonly hints: Readonly<Record<"resources", CacheHints>>;
  readonly icons: readonly PreparedIcons[];
}

export interface LintOptions {
  /** Looks for slow patterns; without it none is found. */
  readonly screen?: ScreenPattern | undefined;
  /** Also what OpenAI's strict mode cannot say. */
  readonly strict?: boolean | undefined;
}

export interface LintReport {
  readonly lints: readonly Lint[];
  /** How many patterns nobody looked at, since there was nothing to look with. */
  readonly unscreened: number;
}

/** Every rule over everything a server offers. */
export async function lintCatalog(
  { plan, hints, icons }: LintTarget,
  { screen, strict = false }: LintOptions = {},
): Promise<LintReport> {
  const lints = new Lints();
  const inputs = inputsOf(plan);
  lintNames(plan, lints);
  lintDescriptions(plan, inputs, lints);
  lintBounds(inputs, lints);
  lintCaching(plan, hints, lints);
  lintCapabilities(inputs, lints);
  lintIcons(icons, lints);
  lintPortability(inputs, lints);
  if (strict) lintStrictMode(inputs, lints);
  if (screen !== undefined) await lintPatterns(inputs, screen, lints);
  return { lints: lints.list, unscreened: screen === undefined ? patternsIn(inputs).size : 0 };
}
