import ts from "typescript";
import * as blazon from "../../src/index.js";
import type { Lint } from "../../src/lint/lints.js";
import type { ScreenPattern } from "../../src/lint/rules/patterns.js";
import { lintServer } from "./lint-features.js";

/** What a function made of text needs its names for. */
type AsyncFunction = (...values: readonly unknown[]) => Promise<unknown>;

const AsyncFunction = (async () => {}).constructor as new (...source: readonly string[]) => AsyncFunction; // the only way to reach it

const COMPILED: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
};

/** What recheck says of the one pattern of the page. */
const screen: ScreenPattern = async (pattern) =>
  pattern === "^([a-z]+ ?)+$" ? { degree: Number.POSITIVE_INFINITY, summary: "exponential" } : undefined;

/** What `blazon check` finds about the server of an example of docs/check.md. */
export async function lintsOfExample(example: string, strict: boolean): Promise<readonly Lint[]> {
  const found: Lint[] = [];
  const createServer = async (options: blazon.ServerOptions): Promise<void> => {
    found.push(...(await lintServer(options, { screen, strict })));
  };
  const names = { ...blazon, createServer, base: { name: "desk", version: "1.0.0" } };
  const { outputText } = ts.transpileModule(example, { compilerOptions: COMPILED });
  await new AsyncFunction(...Object.keys(names), outputText)(...Object.values(names));
  return found;
}

/** As the page prints it: without places, which differ from run to run. */
export function reportOf(lints: readonly Lint[]): string {
  return lints
    .map(({ code, member, message, fix }) => `${code} ${member}\n  ${message}\n  Fix: ${fix}\n`)
    .join("\n");
}
