import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import { CliError, EXIT } from "../cli-error.js";

const LONGEST_NAME = 100;
const NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
/** Names that Windows keeps for devices, with whatever ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;
/** Names of no package, and of those that every project depends on: a package cannot be installed into itself. */
const TAKEN: ReadonlySet<string> = new Set([
  "node_modules",
  "favicon.ico",
  "blazon",
  "mocha",
  "recheck",
  "reflect-metadata",
  "tsyringe",
  "typescript",
]);
/** What is no part of a path on some system, or of no path at all. */
const FORBIDDEN = /[\\:*?"<>|\p{C}]/u;

/** Where a project goes, and what it is called. */
export interface Target {
  readonly directory: string;
  readonly name: string;
}

/**
 * The place of a project that is named on the command line: a new or empty folder inside of the working directory,
 * whose own name is that of the package.
 *
 * @throws {CliError} for everything else, before anything is written.
 */
export function findTarget(given: string, cwd: string): Target {
  if (given.trim() === "" || given.startsWith("-")) throw wrong(given, "is no folder's name");
  if (FORBIDDEN.test(given)) throw wrong(given, "has characters that a folder's name cannot have everywhere");
  const directory = resolve(cwd, given);
  const name = basename(directory);
  assertInside(directory, cwd, given);
  assertName(name, given);
  assertFree(directory, given);
  return { directory, name };
}

function assertInside(directory: string, cwd: string, given: string): void {
  const root = realpathSync(cwd);
  const real = realPath(directory);
  const isInside = real.startsWith(root.endsWith(sep) ? root : root + sep);
  if (!isInside || !directory.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)) {
    throw wrong(given, "is not inside of the working directory");
  }
}

/** The path with every link on the way followed, also where its end does not exist yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return ""; // a link to nothing is not written through
  const parent = dirname(path);
  return parent === path ? path : resolve(realPath(parent), basename(path));
}

function assertName(name: string, given: string): void {
  if (NAME.test(name) && name.length <= LONGEST_NAME && !DEVICE.test(name) && !TAKEN.has(name)) return;
  const suggestion = suggest(name);
  const fix = `Use lower-case letters, digits, "-", "_" and "."${suggestion === undefined ? "" : `, such as ${suggestion}`}`;
  throw new CliError(`${JSON.stringify(given)} cannot be the name of a package`, fix, EXIT.usage);
}

function suggest(name: string): string | undefined {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, LONGEST_NAME);
  return NAME.test(plain) && !DEVICE.test(plain) && !TAKEN.has(plain) ? plain : undefined;
}

function assertFree(directory: string, given: string): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || (found.isDirectory() && readdirSync(directory).length === 0)) return;
  const what = found.isDirectory() ? "is there and not empty" : "is there, and no folder";
  throw new CliError(`${given} ${what}`, "Name another folder, or empty this one", EXIT.usage);
}

function wrong(given: string, what: string): CliError {
  const fix = "Name a folder to be made inside of this one, such as my-server";
  return new CliError(`${JSON.stringify(given)} ${what}`, fix, EXIT.usage);
}
