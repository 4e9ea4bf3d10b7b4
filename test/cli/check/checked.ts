import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { type CheckOptions, runCheck } from "../../../src/cli/check/run-check.js";

/** What a check wrote, and the code it ended with. */
export interface Checked {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function check(options: Partial<CheckOptions>, isTTY = false): Promise<Checked> {
  const [stdout, stderr] = [new Sink(isTTY), new Sink(isTTY)];
  const code = await runCheck({
    entry: undefined,
    args: [],
    json: false,
    strict: false,
    cwd: process.cwd(),
    environment: {},
    stdout,
    stderr,
    ...options,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written to it. */
export class Sink extends Writable {
  text = "";

  constructor(readonly isTTY: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** The compiled file of a fixture. */
export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", `${name}.js`);
}

/** A folder outside the project with these files in it; the caller removes it. */
export function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "blazon-check-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
