import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { PROJECT_ROOT } from "../project-root.js";
import { type Mutation, mutate } from "./mutation.js";

const run = promisify(execFile);
const MOCHA = join(PROJECT_ROOT, "node_modules", "mocha", "bin", "mocha.js");

const LEFT_OUT: ReadonlySet<string> = new Set([".build", ".git", "node_modules", "coverage"]);

/** What came of the tests of one requirement with its behavior taken away. */
export interface Verdict {
  readonly mutation: Mutation;
  /** Tests that bear the id, and how many of them noticed. */
  readonly tests: number;
  readonly failed: number;
}

/** A copy of the built project in which sources are changed and tests run. */
export class Workbench {
  readonly #folder = join(PROJECT_ROOT, ".build", "mutation");
  readonly #options: ts.CompilerOptions;

  constructor() {
    const config = ts.readConfigFile(join(PROJECT_ROOT, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.config.compilerOptions, PROJECT_ROOT);
    this.#options = { ...options, sourceMap: false, declaration: false };
  }

  /** Copies what is built. The copy answers to the project's name, with the modules as the compiler wrote them. */
  async prepare(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true });
    for (const entry of await readdir(PROJECT_ROOT)) {
      if (LEFT_OUT.has(entry)) continue;
      await cp(join(PROJECT_ROOT, entry), join(this.#folder, entry), { recursive: true });
    }
    const manifest = await readFile(join(PROJECT_ROOT, "package.json"), "utf8");
    const unjoined = manifest
      .replaceAll("dist/lib/index.js", "dist/src/index.js")
      .replaceAll("dist/lib/testing.js", "dist/src/testing/index.js");
    await writeFile(join(this.#folder, "package.json"), unjoined);
  }

  /** Makes the change, runs the tests that bear its id, and takes it back. */
  async judge(mutation: Mutation): Promise<Verdict> {
    const source = join(this.#folder, "src", mutation.file);
    const built = join(this.#folder, "dist", "src", mutation.file.replace(/\.ts$/, ".js"));
    const [before, output] = await Promise.all([readFile(source, "utf8"), readFile(built, "utf8")]);
    const changed = mutate(before, mutation);
    const { outputText } = ts.transpileModule(changed, { compilerOptions: this.#options, fileName: source });
    await writeFile(built, outputText);
    try {
      return { mutation, ...(await this.#test(mutation.id)) };
    } finally {
      await writeFile(built, output);
    }
  }

  async #test(id: string): Promise<{ tests: number; failed: number }> {
    const args = [
      MOCHA,
      "dist/test/**/*.test.js",
      "--grep",
      `\\[[^\\]]*${id}\\b`,
      "--reporter",
      "json",
      "--exit",
    ];
    const env = { ...process.env, MOCHA_OPTIONS: "" };
    const { stdout } = await run(process.execPath, args, {
      cwd: this.#folder,
      env,
      maxBuffer: 2 ** 28,
      timeout: 300_000,
    }).catch((error: { stdout: string }) => error);
    const { stats } = JSON.parse(stdout.slice(stdout.indexOf('{\n  "stats"'))) as {
      stats: { tests: number; failures: number };
    };
    return { tests: stats.tests, failed: stats.failures };
  }
}
