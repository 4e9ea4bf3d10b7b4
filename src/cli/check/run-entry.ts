import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Failure } from "./finding.js";

/** An entry, and how it is run. */
export interface RunOptions {
  /** An absolute path. */
  readonly file: string;
  /** What the entry finds in `process.argv`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Milliseconds in which the entry has to make a server. */
  readonly timeoutMs: number;
}

/** How much of what an entry writes is kept, in characters; the end says why it failed. */
const KEPT = 4000;

/** A module that is loaded ahead of the entry, looks at its servers, and tells the parent what it found. */
export interface Probe<Answer> {
  readonly url: URL;
  /** An application may send its parent messages of its own. */
  isAnswer(message: unknown): message is Answer;
}

/**
 * Runs an entry in a process of its own, in which `createServer` hands over what it read and makes nothing. Standard
 * input is empty, and what the entry writes is shown only where it fails. The process has ended when this resolves.
 */
export async function runEntry<Answer>(probe: Probe<Answer>, options: RunOptions): Promise<Answer | Failure> {
  const { file, args, cwd, timeoutMs } = options;
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", probe.url.href, file, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = collect([child.stdout, child.stderr]);
  const { answer, ending } = await waitFor(child, probe, timeoutMs);
  return answer ?? failureOf(ending, { file, timeoutMs, output: output() });
}

/** `failed` where Node itself did not start; `late` where the time was over. */
type Ending = "ended" | "late" | Error;

function waitFor<Answer>(
  child: ChildProcess,
  probe: Probe<Answer>,
  timeoutMs: number,
): Promise<{ readonly answer: Answer | undefined; readonly ending: Ending }> {
  return new Promise((resolve) => {
    let answer: Answer | undefined;
    let ending: Ending = "ended";
    const timer = setTimeout(() => {
      ending = "late";
      child.kill("SIGKILL");
    }, timeoutMs);
    child.on("message", (message) => {
      if (probe.isAnswer(message)) answer ??= message;
    });
    child.once("error", (error) => {
      clearTimeout(timer);
      resolve({ answer, ending: error });
    });
    child.once("close", () => {
      clearTimeout(timer);
      resolve({ answer, ending });
    });
  });
}

/** Reads streams to their end, and gives the last of what they carried. */
function collect(streams: readonly (Readable | null)[]): () => string {
  let text = "";
  for (const stream of streams) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-KEPT);
    });
  }
  return () => text.trim();
}

function failureOf(
  ending: Ending,
  { file, timeoutMs, output }: { readonly file: string; readonly timeoutMs: number; readonly output: string },
): Failure {
  if (ending instanceof Error)
    return {
      message: `Node could not be started: ${ending.message}`,
      fix: "See whether this process may start others",
    };
  if (ending === "late") {
    return {
      message: `${file} made no server within ${timeoutMs / 1000} seconds`,
      fix: "See what it waits for before it calls createServer",
      output,
    };
  }
  return {
    message: `${file} ended, and made no server`,
    fix: "Mend what it says; or name the file that calls createServer, and after -- the arguments with which it does",
    output,
  };
}
