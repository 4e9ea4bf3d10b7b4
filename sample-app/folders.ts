import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder with the CSV files that come with the help desk. */
export function findDataFolder(from: string = import.meta.dirname): string {
  return findFolder("data", "tickets.csv", from);
}

/** The folder with the help desk's icons. */
export function findIconsFolder(from: string = import.meta.dirname): string {
  return findFolder("icons", "desk.svg", from);
}

/**
 * They stay in the sources and are not copied by the compiler, so a folder is looked for from the compiled file upward,
 * by one of its files.
 */
function findFolder(name: string, file: string, from: string): string {
  const folder = join(from, "sample-app", name);
  if (existsSync(join(folder, file))) return folder;
  const parent = dirname(from);
  if (parent === from)
    throw new Error(`sample-app/${name}/${file} is missing; restore it from the repository`);
  return findFolder(name, file, parent);
}
