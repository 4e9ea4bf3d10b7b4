import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject } from "../protocol/json.js";

const known = new Map<string, string | undefined>();

/**
 * The folder of the package a file belongs to, which is the same for a source and what it was compiled to. A
 * `package.json` without a name says how files are loaded, and begins no package.
 */
export function findPackageFolder(file: string): string | undefined {
  return findAbove(dirname(file));
}

function findAbove(folder: string): string | undefined {
  if (known.has(folder)) return known.get(folder);
  const parent = dirname(folder);
  const found = isPackage(folder) ? folder : parent === folder ? undefined : findAbove(parent);
  known.set(folder, found);
  return found;
}

function isPackage(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) && typeof manifest.name === "string";
  } catch {
    return false;
  }
}
