import type { Command } from "commander";

const BUILD_MORE = `
Runs the file up to createServer, in a process of its own, prepares every icon of the server, and writes the file that
its option iconManifest names: all of it, or nothing. A server with a manifest starts without an image library.

Exit codes: 0 written, 1 something keeps it from being written, 2 nothing could be run.

Examples:
  $ blazon icons build
  $ blazon icons build dist/http.js --json
`;

const CHECK_MORE = `
Says of each file what a server would say of it at its start.

Exit codes: 0 all of them are icons, 1 one of them is none.

Examples:
  $ blazon icons check icons/*.svg
  $ blazon icons check logo.png --json
`;

interface Flags {
  readonly json?: boolean;
}

/** Adds `blazon icons`; what does the work is loaded when it runs. */
export function registerIcons(program: Command): void {
  const icons = program.command("icons").description("prepare icons ahead of time, and look at files");
  icons
    .command("build")
    .description("prepare the icons of a server, and write its manifest")
    .argument("[entry]", "the built file that starts the server")
    .argument("[args...]", "arguments for that file, after --")
    .option("--json", "write JSON, for machines")
    .addHelpText("after", BUILD_MORE)
    .action(async (entry: string | undefined, args: readonly string[], { json = false }: Flags) => {
      const { runIconsBuild } = await import("../icons/run-icons-build.js");
      const { env: environment, stdout, stderr } = process;
      process.exitCode = await runIconsBuild({
        entry,
        args,
        json,
        cwd: process.cwd(),
        environment,
        stdout,
        stderr,
      });
    });
  icons
    .command("check")
    .description("say of files whether they can be icons, and why not")
    .argument("<files...>", "PNG, JPEG, WebP and SVG files")
    .option("--json", "write JSON, for machines")
    .addHelpText("after", CHECK_MORE)
    .action(async (files: readonly string[], { json = false }: Flags) => {
      const { runIconsCheck } = await import("../icons/run-icons-check.js");
      const { env: environment, stdout } = process;
      process.exitCode = await runIconsCheck({ files, json, cwd: process.cwd(), environment, stdout });
    });
}
