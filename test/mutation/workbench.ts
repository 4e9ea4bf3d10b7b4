import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { PROJECT_ROOT } from "../project-root.js";
import type { Mutation } from "./mutations.js";

const BENCH = join(PROJECT_ROOT, ".build/mutation");
/** What the tests read beside the compiled code. */
const LINKED = [
  "node_modules",
  "docs",
  "src",
  "test",
  "sample-app",
  "scripts",
  "templates",
  "README.md",
  "SECURITY.md",
  "tsconfig.json",
  "biome.json",
];
const REPORT = join(BENCH, "report.json");

/** A run of the tests whose titles carry an id. */
export interface Verdict {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** The package as it is, with its name bound to the single modules, so that one of them can be replaced. */
function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8"));
  const exports = JSON.stringify(manifest.exports)
    .replaceAll("./dist/lib/index.js", "./dist/src/index.js")
    .replaceAll(/\.\/dist\/lib\/([\w-]+)\.js/g, "./dist/src/$1/index.js");
  writeFileSync(join(BENCH, "package.json"), JSON.stringify({ ...manifest, exports: JSON.parse(exports) }));
}

/** Lays out a copy of the compiled project in `.build/mutation`; the project itself is never changed. */
export function prepareWorkbench(): void {
  rmSync(BENCH, { recursive: true, force: true });
  mkdirSync(BENCH, { recursive: true });
  cpSync(join(PROJECT_ROOT, "dist"), join(BENCH, "dist"), { recursive: true });
  cpSync(join(PROJECT_ROOT, ".mocharc.json"), join(BENCH, ".mocharc.json"));
  for (const name of LINKED) symlinkSync(join(PROJECT_ROOT, name), join(BENCH, name));
  writeManifest();
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

/** The source with the change made; throws unless the text to be changed stands in it exactly once. */
export function mutate(source: string, { id, file, was, now }: Mutation): string {
  const places = source.split(was).length - 1;
  if (places !== 1) throw new Error(`${id}: the text to change stands ${places} times in ${file}, not once`);
  return source.replace(was, () => now);
}

function runTests(id: string): Verdict {
  const mocha = join(PROJECT_ROOT, "node_modules/mocha/bin/mocha.js");
  const args = [mocha, "--grep", `\\[[^\\]]*${id}\\b`, "--reporter", "json", "--reporter-option"];
  rmSync(REPORT, { force: true });
  spawnSync(process.execPath, [...args, `output=${REPORT}`, "dist/test/**/*.test.js"], {
    cwd: BENCH,
    stdio: "ignore",
    timeout: 120_000,
  });
  const report = JSON.parse(readFileSync(REPORT, "utf8")) as {
    passes: { title: string }[];
    failures: { title: string }[];
  };
  return { passed: report.passes.length, failed: report.failures.map(({ title }) => title) };
}

/** Runs the tests that name the id against the project with the one change, then takes the change back. */
export function tryMutation(mutation: Mutation): Verdict {
  const source = readFileSync(join(PROJECT_ROOT, mutation.file), "utf8");
  const target = join(BENCH, "dist", mutation.file.replace(/\.ts$/, ".js"));
  const before = readFileSync(target);
  writeFileSync(
    target,
    ts.transpileModule(mutate(source, mutation), { compilerOptions: OPTIONS }).outputText,
  );
  try {
    return runTests(mutation.id);
  } finally {
    writeFileSync(target, before);
  }
}
