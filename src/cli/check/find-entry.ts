import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isObject, isTextMap, type JsonObject } from "../../protocol/json.js";
import type { Failure } from "./finding.js";

/** Where a build usually puts the file that starts a server. */
const USUAL = ["dist/main.js", "dist/server.js", "dist/index.js"];
const TYPESCRIPT = /\.[cm]?tsx?$/;
const LOADER = /(?:^|\s)(?:--import|--require|-r|--loader|--experimental-loader)\b/;

export interface EntryOptions {
  readonly cwd: string;
  /** As it was typed; undefined to look for it. */
  readonly entry: string | undefined;
  /** Node's own options from the environment, which may name a loader for TypeScript. */
  readonly nodeOptions?: string | undefined;
}

/** The file that starts the server, as an absolute path; or why there is none. */
export function findEntry(options: EntryOptions): string | Failure {
  const { cwd, entry, nodeOptions = "" } = options;
  if (entry === undefined) return findDeclared(cwd);
  const file = resolve(cwd, entry);
  if (!existsSync(file)) return notThere(entry);
  if (!statSync(file).isFile())
    return {
      message: `${entry} is a folder`,
      fix: "Name the file that starts the server, such as dist/main.js",
    };
  if (TYPESCRIPT.test(file) && !LOADER.test(nodeOptions)) {
    return {
      message: `${entry} is TypeScript, and Node does not run decorators`,
      fix: "Build first (npm run build) and name the built file; or name a loader: NODE_OPTIONS='--import tsx'",
    };
  }
  return file;
}

function notThere(entry: string): Failure {
  return { message: `There is no file ${entry}`, fix: "Build first (npm run build), or name another file" };
}

/** What package.json starts, runs or exports; else the first of the usual files that is there. */
function findDeclared(cwd: string): string | Failure {
  const manifest = readManifest(cwd);
  const declared = binOf(manifest) ?? (typeof manifest.main === "string" ? manifest.main : undefined);
  if (declared !== undefined) {
    const file = resolve(cwd, declared);
    return existsSync(file) ? file : notThere(`${declared}, which package.json names`);
  }
  const usual = USUAL.find((name) => existsSync(join(cwd, name)));
  if (usual !== undefined) return join(cwd, usual);
  return {
    message: `There is no ${USUAL.join(", ")} here, and package.json has neither "bin" nor "main"`,
    fix: "Build first (npm run build), or name the file that starts the server: blazon check build/app.js",
  };
}

function readManifest(cwd: string): JsonObject {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function binOf({ bin }: JsonObject): string | undefined {
  if (typeof bin === "string") return bin;
  return isTextMap(bin) ? Object.values(bin)[0] : undefined;
}
