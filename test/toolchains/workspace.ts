import { exec } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_ROOT } from "../project-root.js";

const run = promisify(exec);
const TOOLS = join(PROJECT_ROOT, "test", "toolchains", "tools");
const WORKSPACE = join(PROJECT_ROOT, ".build", "toolchains");
const BIN = join(WORKSPACE, "node_modules", ".bin");
const INSTALLED = join(WORKSPACE, "installed.json");

/** What is started: the help desk as it is written, the explicit forms, or what no toolchain can tell. */
export type Desk = "help-desk" | "explicit-forms" | "untold";

/** A folder with a desk in it, as an author of a server would have it. */
export interface Project {
  readonly folder: string;
  /** Runs a line of the shell there, with the tools at hand. Rejects with what it printed where it fails. */
  run(command: string, environment?: Readonly<Record<string, string>>): Promise<string>;
}

/** Installs the pinned toolchains, unless just these are there already. */
export async function installTools(): Promise<void> {
  const lock = readFileSync(join(TOOLS, "package-lock.json"), "utf8");
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === lock) return;
  rmSync(WORKSPACE, { recursive: true, force: true });
  cpSync(TOOLS, WORKSPACE, { recursive: true, filter: (path) => !path.includes("node_modules") });
  await run(`npm ci --ignore-scripts --no-audit --no-fund --prefix "${WORKSPACE}"`, { cwd: WORKSPACE });
  writeFileSync(INSTALLED, lock);
}

/** Lays out a project: the sources of one desk, `blazon` as an installed package, and the page's tsconfig. */
export function createProject(name: string, desk: Desk, tsconfig: string): Project {
  const folder = join(WORKSPACE, name);
  const source = join(folder, "src");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(PROJECT_ROOT, join(folder, "node_modules", "blazon"), "junction");
  for (const part of ["sample-app", "test/toolchains/desks"]) {
    cpSync(join(PROJECT_ROOT, part), join(source, part), { recursive: true });
  }
  const dependencies = { blazon: "*", "csv-parse": "*", libsql: "*" };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  writeFileSync(join(folder, "tsconfig.json"), tsconfig);
  writeFileSync(
    join(source, "server.ts"),
    `export { reported } from "./test/toolchains/desks/${desk}.js";\n`,
  );
  writeFileSync(join(source, "server.spec.js"), SPEC);
  return { folder, run: (command, environment) => runIn(folder, command, environment) };
}

const SPEC = `import { it } from "vitest";
import { reported } from "./server.ts";
it("starts and reports", () => reported);
`;

async function runIn(
  folder: string,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const PATH = `${BIN}${delimiter}${process.env.PATH ?? ""}`;
  const cache = { SWC_NODE_CACHE_DIR: join(folder, ".swc-node"), TSX_DISABLE_CACHE: "1" };
  const env = { ...process.env, ...cache, NO_COLOR: "1", PATH, ...environment };
  const { stdout } = await run(command, { cwd: folder, env }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command} failed:\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    },
  );
  return stdout;
}
