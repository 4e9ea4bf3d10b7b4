import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findProjectRoot(folder: string): string {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === "blazon") return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("no package.json of blazon above the tests");
  return findProjectRoot(parent);
}

/** The folder of the sources, wherever the tests were compiled to. */
export const PROJECT_ROOT = findProjectRoot(dirname(fileURLToPath(import.meta.url)));
