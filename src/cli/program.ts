import { Command, CommanderError } from "commander";
import { CliError, EXIT } from "./cli-error.js";
import { registerCheck } from "./commands/check.js";
import { registerGenerate } from "./commands/generate.js";
import { registerIcons } from "./commands/icons.js";
import { registerNew } from "./commands/new.js";
import { readVersion } from "./package-root.js";

const MORE = `
Exit codes: 0 done, 1 not done, 2 the command was not understood, 130 interrupted.

Examples:
  $ npx blazon new my-server --template stdio
  $ npx blazon generate tool open-ticket
  $ npx blazon check
`;

function createProgram(): Command {
  const program = new Command("blazon")
    .description("scaffolds and checks servers for the Model Context Protocol")
    .version(readVersion(), "-V, --version", "print the version")
    .showHelpAfterError("(blazon --help says what there is)")
    .addHelpText("after", MORE)
    .exitOverride();
  for (const register of [registerNew, registerGenerate, registerCheck, registerIcons]) register(program);
  for (const command of program.commands) command.exitOverride();
  return program;
}

/** Runs a command; its exit code is that of the process. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...args], { from: "user" });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CliError) {
    process.stderr.write(`blazon: ${error.message}\n  Fix: ${error.fix}\n`);
    return error.exitCode;
  }
  process.stderr.write(`blazon: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT.failed;
}
