import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { BlazonError } from "../../errors/blazon-error.js";
import { findImageType } from "../../icons/image-type.js";
import { prepareIcon } from "../../icons/prepare-icon.js";
import { COLORED, PLAIN } from "../check/format-report.js";
import { hasColors } from "../terminal.js";

/** What of its surroundings a look at files reads and writes. */
export interface IconsCheckOptions {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable & { readonly isTTY?: boolean };
}

/** What a server would say of one file. */
interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  /** By its magic bytes; undefined for what is no image of a known format. */
  readonly mimeType: string | undefined;
  /** `WxH`, or `any` for shapes; undefined for what is refused. */
  readonly size: string | undefined;
  readonly code?: string;
  /** Why it is refused, or what is left out of it. */
  readonly reason: string | undefined;
}

/** Says of each file whether it can be an icon. 0: all can. 1: one cannot. */
export async function runIconsCheck(options: IconsCheckOptions): Promise<0 | 1> {
  const verdicts: Verdict[] = [];
  for (const file of options.files) verdicts.push(await judge(file, options.cwd)); // one image in memory at a time
  const text = options.json ? JSON.stringify({ icons: verdicts }, undefined, 2) : tableOf(verdicts, options);
  options.stdout.write(`${text}\n`);
  return verdicts.every(({ ok }) => ok) ? 0 : 1;
}

async function judge(file: string, cwd: string): Promise<Verdict> {
  const path = resolve(cwd, file);
  try {
    const { variants, notes } = await prepareIcon({ src: path }, { baseDir: cwd });
    const given = variants.at(-1); // what was given is published last
    return {
      file,
      ok: true,
      mimeType: given?.mimeType,
      size: given?.size,
      reason: notes.join("; ") || undefined,
    };
  } catch (error) {
    if (!(error instanceof BlazonError)) throw error;
    const { code, details } = error;
    const mimeType = await findType(path);
    return { file, ok: false, mimeType, size: undefined, code, reason: String(details.detail) };
  }
}

/** What is looked at of a file that is refused. */
const LOOKED_AT = 4 * 1024 * 1024;

async function findType(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined; // a pipe would keep its reader waiting
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(LOOKED_AT), 0, LOOKED_AT, 0);
      return findImageType(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return undefined; // the verdict says why it cannot be read
  }
}

const HEADINGS = ["file", "type", "size", "verdict", "reason"] as const;

function tableOf(verdicts: readonly Verdict[], { stdout, environment }: IconsCheckOptions): string {
  const paint = hasColors(stdout, environment) ? COLORED : PLAIN;
  const rows = [HEADINGS, ...verdicts.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines
    .map((line, index) => {
      if (index === 0) return paint.bold(line);
      return verdicts[index - 1]?.ok ? line : paint.red(line);
    })
    .join("\n");
}

function rowOf({ file, ok, mimeType = "-", size = "-", code, reason = "" }: Verdict): readonly string[] {
  return [
    printable(file),
    mimeType,
    size,
    ok ? "ok" : "refused",
    code === undefined ? reason : `${code}: ${reason}`,
  ];
}

/** A name may hold what a terminal takes for a command. */
function printable(name: string): string {
  return name.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{M} ]/gu, "?");
}
