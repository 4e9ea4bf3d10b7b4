import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

const FOLDER = join(PROJECT_ROOT, "test/vectors/icons");

/** An image that test/vectors/icons/make.ts wrote. */
export function readVector(name: string): Buffer {
  return readFileSync(join(FOLDER, "files", name));
}

/** Their names. */
export const VECTORS: readonly string[] = readdirSync(join(FOLDER, "files"));

/** What each has to come to for a host: a type and size, or a code with the beginning of what is said. */
export const VERDICTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(FOLDER, "verdicts.json"), "utf8"),
);
