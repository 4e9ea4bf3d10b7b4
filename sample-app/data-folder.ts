import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder with the CSV files that come with the help desk. They stay in the sources and are not copied by
 * the compiler, so the folder is looked for from the compiled file upward.
 */
export function findDataFolder(from: string = import.meta.dirname): string {
  const folder = join(from, "sample-app", "data");
  if (existsSync(join(folder, "tickets.csv"))) return folder;
  const parent = dirname(from);
  if (parent === from)
    throw new Error("sample-app/data/tickets.csv is missing; restore it from the repository");
  return findDataFolder(parent);
}
