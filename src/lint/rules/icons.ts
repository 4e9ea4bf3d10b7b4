import type { PreparedIcons } from "../../catalog/catalog-icons.js";
import type { PreparedIcon } from "../../icons/prepare-icon.js";
import type { Lints } from "../lints.js";

/** Icons that some clients cannot show, that are not as they were drawn, or that vanish on a background. */
export function lintIcons(icons: readonly PreparedIcons[], lints: Lints): void {
  for (const { definition, icons: prepared } of icons) {
    if (prepared.length === 0) continue;
    if (!prepared.some(isPortable)) lints.add("LINT_ICON_PORTABLE", definition);
    for (const { label, notes } of prepared) {
      for (const note of notes) lints.add("LINT_ICON_REDUCED", definition, { icon: label, note });
    }
    const missing = missingTheme(prepared);
    if (missing !== undefined) lints.add("LINT_ICON_THEME", definition, missing);
  }
}

/** Of the formats that every client shows (ICON-06). */
const PORTABLE: ReadonlySet<string | undefined> = new Set(["image/png", "image/jpeg", "image/jpg"]);

function isPortable({ remote, variants }: PreparedIcon): boolean {
  return PORTABLE.has(remote?.mimeType) || variants.some(({ mimeType }) => PORTABLE.has(mimeType));
}

/** An icon without a theme is for both. */
function missingTheme(icons: readonly PreparedIcon[]): { has: string; missing: string } | undefined {
  const themes = new Set(icons.map(({ theme }) => theme));
  const [has, ...others] = themes;
  if (has === undefined || others.length > 0) return undefined;
  return { has, missing: has === "light" ? "dark" : "light" };
}
