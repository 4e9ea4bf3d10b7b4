import type { Writable } from "node:stream";
import { isObject } from "../../protocol/json.js";
import { hasColors } from "../terminal.js";
import { findEntry } from "./find-entry.js";
import type { Failure, Findings } from "./finding.js";
import { COLORED, formatFailure, formatFindings, PLAIN } from "./format-report.js";
import { runEntry } from "./run-entry.js";

/** What of its surroundings a check reads and writes. */
export interface CheckOptions {
  /** The file that starts the server; looked for where it is undefined. */
  readonly entry: string | undefined;
  /** Arguments for the entry itself. */
  readonly args: readonly string[];
  readonly json: boolean;
  /** Also what OpenAI's strict mode refuses. */
  readonly strict: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Milliseconds in which the entry has to make a server; 30000 without it. */
  readonly timeoutMs?: number;
}

/** 0: nothing was found. 1: something was. 2: nothing could be checked. */
export type CheckCode = 0 | 1 | 2;

const TIMEOUT_MS = 30_000;

/** Checks the server of one entry, and writes what it finds. */
export async function runCheck(options: CheckOptions): Promise<CheckCode> {
  const result = await check(options);
  if ("servers" in result) {
    write(
      options,
      "stdout",
      options.json ? toJson(result) : formatFindings(result, paintFor(options, "stdout")),
    );
    return result.servers.every(({ findings }) => findings.length === 0) ? 0 : 1;
  }
  if (options.json) write(options, "stdout", toJson({ error: result }));
  else write(options, "stderr", formatFailure(result, paintFor(options, "stderr")));
  return 2;
}

async function check(options: CheckOptions): Promise<Findings | Failure> {
  const { entry, args, cwd, strict, environment, timeoutMs = TIMEOUT_MS } = options;
  const file = findEntry({ cwd, entry, nodeOptions: environment.NODE_OPTIONS });
  return typeof file === "string" ? runEntry(probeOf(strict), { file, args, cwd, timeoutMs }) : file;
}

function probeOf(strict: boolean) {
  return {
    url: new URL(`./check-probe.js${strict ? "?strict" : ""}`, import.meta.url),
    isAnswer: isFindings,
  };
}

function isFindings(message: unknown): message is Findings {
  return isObject(message) && Array.isArray(message.servers);
}

function write(options: CheckOptions, to: "stdout" | "stderr", text: string): void {
  options[to].write(text.endsWith("\n") ? text : `${text}\n`);
}

function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Colors on a terminal that shows them, and where nobody said NO_COLOR. */
function paintFor({ environment, ...streams }: CheckOptions, to: "stdout" | "stderr"): typeof PLAIN {
  const isColored = hasColors(streams[to], environment);
  return isColored ? COLORED : PLAIN;
}
