import { spawn } from "node:child_process";
import { CliError } from "../cli-error.js";

/** How much of what a tool writes is shown where it fails, in characters. */
const SHOWN = 2000;

/**
 * Runs a program with a list of arguments: no shell, so that nothing in a name is more than a name (F06).
 *
 * @throws {CliError} where it is not there, or ends with another code than 0; with the end of what it wrote.
 */
export function runTool(
  command: string,
  args: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-SHOWN);
      });
    }
    child.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") return reject(error);
      reject(
        new CliError(
          `${command} is not on this machine`,
          `Install ${command}, or choose another with a flag`,
        ),
      );
    });
    child.once("close", (code) => {
      if (code === 0) return resolve();
      const said = output.trim() === "" ? "" : `\n${output.trim()}\n`;
      const fix = "Mend what it says, or make the project without it: --no-install";
      reject(new CliError(`${command} ${args.join(" ")} ended with ${code}${said}`, fix));
    });
  });
}
