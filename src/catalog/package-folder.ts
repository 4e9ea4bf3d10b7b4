import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject } from "../protocol/json.js";

const known = new Map<string, string | undefined>();

/**
 * The folder of the package a file belongs to, which is the same for a source and what it was compiled to. A
 * `package.json` that only says how files are loaded, as compilers put into what they write, begins a package where
 * there is nothing else above it.
 */
export function findPackageFolder(file: string): string | undefined {
  const folder = dirname(file);
  if (!known.has(folder)) known.set(folder, search(folder));
  return known.get(folder);
}

function search(start: string): string | undefined {
  let outermost: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    const manifest = findManifest(folder);
    if (manifest !== undefined && Object.keys(manifest).some((key) => !LOADING.has(key))) return folder;
    if (manifest !== undefined) outermost = folder;
    if (folder === dirname(folder)) return outermost;
  }
}

const LOADING: ReadonlySet<string> = new Set(["type", "sideEffects", "main", "module", "types", "imports"]);

function findManifest(folder: string): JsonObject | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}
