import type { CatalogIcons } from "../catalog/catalog-icons.js";
import { type Logger, logAt } from "../logging/logger.js";

/** Warns once of icons that did not fit into their lists, and once for each thing that is not published as given. */
export function reportIcons({ fresh, warnings }: CatalogIcons, logger: Logger): void {
  const [warning] = warnings;
  if (warning !== undefined) logAt(logger, "warning", { lists: warnings.length }, warning);
  const notes = new Map<string, Set<string>>();
  for (const icon of fresh.flatMap(({ icons }) => icons)) {
    for (const note of icon.notes) notes.set(note, (notes.get(note) ?? new Set()).add(icon.label));
  }
  for (const [note, labels] of notes) logAt(logger, "warning", { icons: [...labels] }, `Of an icon: ${note}`);
}
