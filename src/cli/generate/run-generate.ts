import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError, EXIT } from "../cli-error.js";
import { MadeFolders } from "../made-folders.js";
import type { Terminal } from "../terminal.js";
import { withFeature } from "./features-file.js";
import { type Names, parseName } from "./names.js";
import { type Kind, partOf } from "./parts.js";

export interface GenerateOptions {
  readonly kind: Kind;
  readonly name: string;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly cwd: string;
  readonly terminal: Terminal;
}

/** A file that is written, by its path from the project's root. */
interface Change {
  readonly path: string;
  readonly content: string;
  /** False for a file that must not be there yet. */
  readonly replaces: boolean;
}

const FEATURES = "src/features.ts";

/**
 * Adds a tool, resource, prompt or feature with its test, and one entry in `src/features.ts`.
 * @throws {CliError} with nothing changed.
 */
export async function runGenerate(options: GenerateOptions): Promise<void> {
  const { kind, name, dryRun, cwd } = options;
  const changes = planAddition(kind, parseName(name), cwd);
  if (!dryRun) await apply(changes, cwd);
  report(changes, options);
}

function planAddition(kind: Kind, name: Names, cwd: string): readonly Change[] {
  const features = join(cwd, FEATURES);
  if (!existsSync(features)) {
    const fix =
      "Go to the root of a project made by `blazon new`; the template minimal has no list of features";
    throw new CliError(`There is no ${FEATURES} here`, fix, EXIT.usage);
  }
  const { code, test } = partOf(kind, name);
  const changes: Change[] = [
    { path: `src/${name.kebab}.ts`, content: code, replaces: false },
    { path: `test/${name.kebab}.test.ts`, content: test, replaces: false },
    { path: FEATURES, content: withFeature(readFileSync(features, "utf8"), name), replaces: true },
  ];
  for (const { path, replaces } of changes) {
    if (replaces || !existsSync(join(cwd, path))) continue;
    throw new CliError(`${path} is there already`, "Choose another name", EXIT.usage);
  }
  return changes;
}

/** New files first, so that the list never names what is not there; what was made is taken back on a failure. */
async function apply(changes: readonly Change[], cwd: string): Promise<void> {
  const folders = new MadeFolders();
  const made: string[] = [];
  try {
    for (const { path, content, replaces } of changes) {
      const file = join(cwd, path);
      await folders.make(dirname(file));
      // All of a file that is changed or nothing: a disk that is full leaves the old one.
      const fresh = replaces ? `${file}.${process.pid}.new` : file;
      await create(fresh, content, made);
      if (replaces) await rename(fresh, file);
    }
  } catch (error) {
    await Promise.all(made.map((file) => rm(file, { force: true })));
    await folders.remove();
    throw error;
  }
}

/** Writes a file that is not there, and notes it as soon as it is ours: another's of that name is never removed. */
async function create(file: string, content: string, made: string[]): Promise<void> {
  const handle = await open(file, "wx");
  made.push(file);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

function report(changes: readonly Change[], { dryRun, json, terminal }: GenerateOptions): void {
  const listed = changes.map(({ path, replaces }) => ({ path, change: replaces ? "changed" : "added" }));
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ dryRun, files: listed })}\n`);
    return;
  }
  const lines = listed.map(({ path, change }) => `  ${dryRun ? `would be ${change}` : change}  ${path}`);
  terminal.stdout.write(`${lines.join("\n")}\n`);
}
