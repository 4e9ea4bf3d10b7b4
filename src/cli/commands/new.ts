import { type Command, Option } from "commander";
import type { PackageManager } from "../new/package-manager.js";
import type { TemplateName } from "../new/templates.js";

const MORE = `
The folder is made inside of the working directory, all at once or not at all. On a terminal what is missing is asked
for; elsewhere say it, or --yes.

Templates:
  minimal  one file: the least that is a server
  stdio    a server for desktop clients, with features, a service and tests
  http     a server for the network, with configuration, health checks and a Dockerfile

Examples:
  $ npx blazon new my-server
  $ npx blazon new my-server --template http --package-manager pnpm
  $ npx blazon new my-server --yes --no-install --json
`;

interface Flags {
  readonly template?: TemplateName;
  readonly packageManager?: PackageManager;
  readonly package?: string;
  readonly yes?: boolean;
  readonly git: boolean;
  readonly install: boolean;
  readonly json?: boolean;
}

/** Adds `blazon new`; what does the work is loaded when it runs. */
export function registerNew(program: Command): void {
  program
    .command("new")
    .description("make a project: a complete server with its tests")
    .argument("[dir]", "the folder to make, and the name of the package")
    .addOption(new Option("--template <name>", "what to begin with").choices(["minimal", "stdio", "http"]))
    .addOption(
      new Option("--package-manager <name>", "what installs; the one that runs this, else npm").choices([
        "npm",
        "pnpm",
        "yarn",
        "bun",
      ]),
    )
    .option("--package <spec>", "the blazon to build on: a version, a tarball or a folder")
    .option("--yes", "take the defaults for what is not said, and ask nothing")
    .option("--no-git", "make no git repository")
    .option("--no-install", "install nothing")
    .option("--json", "write JSON, for machines")
    .addHelpText("after", MORE)
    .action(async (directory: string | undefined, flags: Flags) => {
      const { runNew } = await import("../new/run-new.js");
      const { withInterrupt } = await import("../interrupt.js");
      const { template, packageManager, package: spec, yes = false, git, install, json = false } = flags;
      const { stdin, stdout, stderr, env: environment } = process;
      const terminal = { stdin, stdout, stderr, environment };
      const cwd = process.cwd();
      await withInterrupt((signal) =>
        runNew({ directory, template, packageManager, spec, yes, git, install, json, cwd, terminal, signal }),
      );
    });
}
