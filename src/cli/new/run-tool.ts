import { type ChildProcess, spawn } from "node:child_process";
import { CliError } from "../cli-error.js";

/** How much of what a tool writes is shown where it fails, in characters. */
const SHOWN = 2000;
const GRACE_MS = 5000;

export interface ToolOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** How long the tool may take to end once it is told to, in milliseconds; 5000 without it. */
  readonly graceMs?: number;
}

/**
 * Runs a program with a list of arguments: no shell, so that nothing in a name is more than a name (F06). Where the
 * signal aborts, the tool and what it began are ended, and only then is this: a tool that still writes would make again
 * what its caller removes.
 *
 * @throws {CliError} where it is not there, or ends with another code than 0; with the end of what it wrote.
 */
export function runTool(
  command: readonly [file: string, ...args: string[]],
  { cwd, signal, graceMs = GRACE_MS }: ToolOptions,
): Promise<void> {
  const [file, ...args] = command;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // A group of its own: the terminal's Ctrl-C then comes to us alone, and an end to all that the tool began.
    const detached = process.platform !== "win32";
    const child = spawn(file, args, { cwd, detached, stdio: ["ignore", "pipe", "pipe"] });
    const release = endWith(child, signal, graceMs);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-SHOWN);
      });
    }
    child.once("error", (error: NodeJS.ErrnoException) => {
      release();
      reject(error.code === "ENOENT" ? absent(file) : error);
    });
    child.once("close", (code, killedBy) => {
      release();
      if (signal.aborted) return reject(signal.reason);
      if (code === 0) return resolve();
      const said = output.trim() === "" ? "" : `\n${output.trim()}\n`;
      const fix = "Mend what it says, or make the project without it: --no-install";
      reject(new CliError(`${[file, ...args].join(" ")} ended with ${code ?? killedBy}${said}`, fix));
    });
  });
}

/** Ends the child where the signal aborts, at first politely; what it returns takes that back. */
function endWith(child: ChildProcess, signal: AbortSignal, graceMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    endGroup(child, "SIGTERM");
    timer = setTimeout(endGroup, graceMs, child, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  };
}

function endGroup(child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    child.kill(name); // Windows has no groups
  }
}

function absent(file: string): CliError {
  const fix = `Install ${file}, choose another with --package-manager, or make the project without: --no-install`;
  return new CliError(`${file} is not on this machine`, fix);
}
