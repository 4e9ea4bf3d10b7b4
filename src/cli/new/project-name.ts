import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { CliError, EXIT } from "../cli-error.js";
import { isDeviceName } from "../device-name.js";

const LONGEST_NAME = 100;
/** The most of a path that is given, and of one part of it, in bytes: what every file system takes. */
const LONGEST_PATH = 1000;
const LONGEST_PART = 255;
const NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
/**
 * Names of no package (npm takes none of a module of Node), and of those that projects depend on: a package cannot be
 * installed into itself.
 */
const TAKEN: ReadonlySet<string> = new Set([
  ...builtinModules,
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
/** Folders that belong to a tool, which may remove what it does not know. */
const TOOLS_OWN = /^(?:node_modules|\.git)$/i;

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
  if (isTooLong(given)) throw wrong(`${given.slice(0, 40)}…`, "is too long");
  const directory = resolve(cwd, given);
  const name = basename(directory);
  assertFolder(dirname(directory), given);
  assertInside(directory, cwd, given);
  assertParts(relative(cwd, directory).split(sep), given);
  assertName(name, given);
  assertFree(directory, given);
  return { directory, name };
}

function isTooLong(given: string): boolean {
  const isLong = (part: string): boolean => Buffer.byteLength(part) > LONGEST_PART;
  return Buffer.byteLength(given) > LONGEST_PATH || given.split("/").some(isLong);
}

/** A folder, or what can be made one. */
function assertFolder(path: string, given: string): void {
  let parent = path;
  while (!existsSync(parent)) parent = dirname(parent);
  if (!statSync(parent).isDirectory()) throw wrong(given, "lies in a file");
}

function assertInside(directory: string, cwd: string, given: string): void {
  const root = realpathSync(cwd);
  const real = realPath(directory);
  const isInside = real.startsWith(root.endsWith(sep) ? root : root + sep);
  if (!isInside || !directory.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)) {
    throw wrong(given, "is not inside of the working directory");
  }
}

/** Folders on the way are made as well, and have to be possible everywhere. */
function assertParts(parts: readonly string[], given: string): void {
  for (const part of parts) {
    if (TOOLS_OWN.test(part)) throw wrong(given, `lies in ${part}, which is a tool's own`);
    if (isDeviceName(part) || /[. ]$/.test(part)) throw wrong(given, "is no path on Windows");
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
  if (isName(name)) return;
  if (TAKEN.has(name)) throw wrong(given, "is the name of something that the project needs");
  const suggestion = suggest(name);
  const fix = `Use lower-case letters, digits, "-", "_" and "."${suggestion === undefined ? "" : `, such as ${suggestion}`}`;
  throw new CliError(`${JSON.stringify(given)} cannot be the name of a package`, fix, EXIT.usage);
}

function isName(name: string): boolean {
  return NAME.test(name) && name.length <= LONGEST_NAME && !isDeviceName(name) && !TAKEN.has(name);
}

function suggest(name: string): string | undefined {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, LONGEST_NAME);
  return isName(plain) ? plain : undefined;
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
