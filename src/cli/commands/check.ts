import type { Command } from "commander";

const MORE = `
Runs the file up to createServer, in a process of its own: nothing is served, no handler is called, and no
provider is made. The file is JavaScript; without one, "bin" or "main" of package.json is taken, or else
dist/main.js, dist/server.js or dist/index.js.

Exit codes: 0 nothing found, 1 something found, 2 nothing could be checked.

Examples:
  $ blazon check
  $ blazon check dist/http.js --json
  $ blazon check dist/server.js -- --stdio
`;

/** Adds `blazon check`; what does the work is loaded when it runs. */
export function registerCheck(program: Command): void {
  program
    .command("check")
    .description("report everything that keeps a server from starting, and what could be better about it")
    .argument("[entry]", "the built file that starts the server")
    .argument("[args...]", "arguments for that file, after --")
    .option("--json", "write JSON, for machines")
    .option("--strict", "also report what OpenAI's strict mode refuses")
    .addHelpText("after", MORE)
    .action(async (entry: string | undefined, args: readonly string[], flags: Flags) => {
      const { runCheck } = await import("../check/run-check.js");
      const { env: environment, stdout, stderr } = process;
      const { json = false, strict = false } = flags;
      const cwd = process.cwd();
      process.exitCode = await runCheck({ entry, args, json, strict, cwd, environment, stdout, stderr });
    });
}

interface Flags {
  readonly json?: boolean;
  readonly strict?: boolean;
}
