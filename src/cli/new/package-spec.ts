import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { CliError, EXIT } from "../cli-error.js";
import { readVersion } from "../package-root.js";

const VERSION = /^(?:[\^~]?\d+\.\d+\.\d+[\w.+-]*|latest|next)$/;

/**
 * What package.json asks for as `blazon`: this version, unless `--package` names another, a tarball or a folder.
 * @throws {CliError} for what is none of them.
 */
export function findPackageSpec(given: string | undefined, cwd: string): string {
  if (given === undefined) return `^${readVersion()}`;
  if (VERSION.test(given)) return given;
  const path = resolve(cwd, given.replace(/^file:/, ""));
  if (isPackage(path)) return `file:${path}`;
  const fix = "Give a version (1.2.3), or the path of a .tgz or of a folder";
  throw new CliError(`--package ${JSON.stringify(given)} is no version, and no package`, fix, EXIT.usage);
}

/** A folder with a package.json, or a tarball. */
function isPackage(path: string): boolean {
  if (!existsSync(path)) return false;
  return statSync(path).isDirectory() ? existsSync(join(path, "package.json")) : /\.t(?:ar\.)?gz$/.test(path);
}
