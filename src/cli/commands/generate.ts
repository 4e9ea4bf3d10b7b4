import { Argument, type Command } from "commander";
import type { Kind } from "../generate/parts.js";

const MORE = `
Run it at the root of a project with src/features.ts, the only file it changes: a file and its test are added, and
nothing is ever written over.

Examples:
  $ npx blazon generate tool open-ticket
  $ npx blazon generate resource ticket --dry-run
  $ npx blazon generate feature notes
`;

interface Flags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Adds `blazon generate`; what does the work is loaded when it runs. */
export function registerGenerate(program: Command): void {
  program
    .command("generate")
    .description("add a tool, resource, prompt or feature, and its test, to a project")
    .addArgument(new Argument("<kind>", "what to add").choices(["tool", "resource", "prompt", "feature"]))
    .argument("<name>", "what to call it: open-ticket")
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--json", "write JSON, for machines")
    .addHelpText("after", MORE)
    .action(async (kind: Kind, name: string, { dryRun = false, json = false }: Flags) => {
      const { runGenerate } = await import("../generate/run-generate.js");
      const { withInterrupt } = await import("../interrupt.js");
      const { stdin, stdout, stderr, env: environment } = process;
      const terminal = { stdin, stdout, stderr, environment };
      // It takes milliseconds: an interrupt lets it end, so that a project is never changed by half.
      await withInterrupt(() => runGenerate({ kind, name, dryRun, json, cwd: process.cwd(), terminal }));
    });
}
