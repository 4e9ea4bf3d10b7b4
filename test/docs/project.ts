import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { PROJECT_ROOT } from "../project-root.js";

const run = promisify(execFile);
const TSC = join(PROJECT_ROOT, "node_modules", "typescript", "bin", "tsc");

/** What a reader of the pages installs besides `blazon`. */
const INSTALLED = ["reflect-metadata", "tsyringe", "typescript", "@types"];

/** A folder outside the project, with files copied out of a page and the packages the page names. */
export interface Project {
  readonly folder: string;
  /** Compiles with the flags a page prints. Rejects with the compiler's words where it finds anything. */
  compile(flags: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function createProject(files: ReadonlyMap<string, string>): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "blazon-docs-"));
  const packages = join(folder, "node_modules");
  await mkdir(packages);
  await symlink(PROJECT_ROOT, join(packages, "blazon"));
  for (const name of INSTALLED) await symlink(join(PROJECT_ROOT, "node_modules", name), join(packages, name));
  for (const [name, code] of files) await writeFile(join(folder, name), code);
  return {
    folder,
    async compile(flags) {
      await run(process.execPath, [TSC, ...flags], { cwd: folder }).catch((error: { stdout?: string }) => {
        throw new Error(`The compiler says:\n${error.stdout}`);
      });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The official client, on a script that serves stdio. */
export async function connectTo(script: string, args: readonly string[] = []): Promise<Client> {
  const negotiation = { mode: { pin: "2026-07-28" } } as const;
  const client = new Client({ name: "docs-test", version: "1.0.0" }, { versionNegotiation: negotiation });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, ...args] }));
  return client;
}
