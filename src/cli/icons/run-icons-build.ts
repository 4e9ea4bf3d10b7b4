import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Writable } from "node:stream";
import { isObject } from "../../protocol/json.js";
import { findEntry } from "../check/find-entry.js";
import type { Failure } from "../check/finding.js";
import { COLORED, formatFailure, formatFindings, PLAIN } from "../check/format-report.js";
import { runEntry } from "../check/run-entry.js";
import { hasColors } from "../terminal.js";
import type { BuiltIcons, ServerIcons } from "./built-icons.js";

/** What of its surroundings a build reads and writes. */
export interface IconsBuildOptions {
  /** The file that starts the server; looked for where it is undefined. */
  readonly entry: string | undefined;
  /** Arguments for the entry itself. */
  readonly args: readonly string[];
  readonly json: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Milliseconds in which the entry has to make a server and its icons; 60000 without it. */
  readonly timeoutMs?: number;
}

/** 0: written. 1: something keeps it from being written. 2: nothing could be run. */
export type IconsBuildCode = 0 | 1 | 2;

const TIMEOUT_MS = 60_000;

/** Prepares the icons of an entry's servers, and writes the manifests they name. */
export async function runIconsBuild(options: IconsBuildOptions): Promise<IconsBuildCode> {
  const built = await prepare(options);
  if (!("servers" in built)) return fail(built, 2, options);
  if (built.servers.some(({ problems }) => problems.length > 0)) return showProblems(built, options);
  const named = built.servers.filter(isNamed);
  const fault = faultOf(built.servers, named);
  if (fault !== undefined) return fail(fault, 1, options);
  for (const { manifest, text } of named) {
    const failure = await write(manifest, text);
    if (failure !== undefined) return fail(failure, 1, options);
  }
  say(
    options,
    "stdout",
    options.json
      ? toJson({ servers: named.map(toShown) })
      : named.map((each) => summaryOf(each, options.cwd)).join(""),
  );
  return 0;
}

type NamedIcons = ServerIcons & { readonly manifest: string };

function isNamed(icons: ServerIcons): icons is NamedIcons {
  return icons.manifest !== undefined;
}

async function prepare(options: IconsBuildOptions): Promise<BuiltIcons | Failure> {
  const { entry, args, cwd, environment, timeoutMs = TIMEOUT_MS } = options;
  const file = findEntry({ cwd, entry, nodeOptions: environment.NODE_OPTIONS });
  return typeof file === "string" ? runEntry(PROBE, { file, args, cwd, timeoutMs }) : file;
}

const PROBE = { url: new URL("./icons-probe.js", import.meta.url), isAnswer: isBuilt };

function isBuilt(message: unknown): message is BuiltIcons {
  return isObject(message) && Array.isArray(message.servers);
}

function faultOf(servers: readonly ServerIcons[], named: readonly NamedIcons[]): Failure | undefined {
  const nameless = servers.find(
    ({ manifest, icons }) => manifest === undefined && (icons > 0 || servers.length === 1),
  );
  if (nameless !== undefined) {
    return {
      message: `createServer of ${nameless.name} names no file for the manifest`,
      fix: 'Say iconManifest: "icons.json", which starts where the paths of icons do',
    };
  }
  const shared = named.find(
    ({ manifest }, index) => named.findIndex((other) => other.manifest === manifest) < index,
  );
  if (shared === undefined) return undefined;
  return {
    message: `Two servers name the manifest ${shared.manifest}, and each would find the entries of the other in it`,
    fix: "Give each server a manifest of its own",
  };
}

/** All of a file or nothing: a server that starts meanwhile reads the old one or the new one. */
async function write(file: string, text: string): Promise<Failure | undefined> {
  const fresh = `${file}.${randomBytes(6).toString("hex")}.new`;
  try {
    await writeFile(fresh, text, { flag: "wx" });
    await rename(fresh, file);
    return undefined;
  } catch (error) {
    await rm(fresh, { force: true });
    return {
      message: `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      fix: "See whether its folder is there, and may be written to",
    };
  }
}

function showProblems({ servers }: BuiltIcons, options: IconsBuildOptions): 1 {
  const findings = servers.map(({ name, version, problems }) => ({
    name,
    version,
    findings: problems.map((problem) => ({ kind: "problem" as const, ...problem })),
    notes: [],
  }));
  if (options.json) say(options, "stdout", toJson({ servers: findings }));
  else say(options, "stderr", formatFindings({ servers: findings }, paintFor(options)));
  return 1;
}

function fail<Code extends 1 | 2>(failure: Failure, code: Code, options: IconsBuildOptions): Code {
  if (options.json) say(options, "stdout", toJson({ error: failure }));
  else say(options, "stderr", formatFailure(failure, paintFor(options)));
  return code;
}

function toShown({ text: _, problems: __, ...icons }: NamedIcons): object {
  return icons;
}

function summaryOf({ manifest, icons, images, bytes, notes }: NamedIcons, cwd: string): string {
  const remarks = notes.map((note) => `  Note: ${note}\n`).join("");
  return `Wrote ${relative(cwd, manifest)}: ${icons} icons, ${images} images, ${bytes} bytes\n${remarks}`;
}

function say(options: IconsBuildOptions, to: "stdout" | "stderr", text: string): void {
  options[to].write(text.endsWith("\n") ? text : `${text}\n`);
}

function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function paintFor({ environment, stderr }: IconsBuildOptions): typeof PLAIN {
  return hasColors(stderr, environment) ? COLORED : PLAIN;
}
