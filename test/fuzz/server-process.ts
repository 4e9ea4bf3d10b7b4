import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { isRecord } from "../support/link.js";
import { within } from "./within.js";

const MAIN = fileURLToPath(new URL("./fuzz-main.js", import.meta.url));
const EXIT_MS = 5_000;
/** A dependency's stray output goes to standard error as it is. */
const STRAY = "stray output of a dependency";

export type TransportName = "stdio" | "http";

/** The server under test, in a process of its own. */
export class ServerProcess {
  readonly faults: string[] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exited: Promise<unknown[]>;
  readonly #transport: TransportName;
  /** The port that it listens on. */
  readonly port: Promise<number>;

  constructor(transport: TransportName) {
    this.#transport = transport;
    const flags = ["--expose-gc", "--trace-warnings", MAIN, transport];
    this.#child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "pipe"] });
    this.#exited = once(this.#child, "exit");
    this.#child.stdin.on("error", () => {}); // the exit tells
    this.port = new Promise((resolve) => {
      createInterface(this.#child.stderr).on("line", (line) => this.#read(line, resolve));
    });
    if (transport === "http") this.#child.stdout.resume();
  }

  get input(): Writable {
    return this.#child.stdin;
  }

  get output(): Readable {
    return this.#child.stdout;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it as a client or an operator does; a fault where it does not end well, and soon. */
  async end(): Promise<void> {
    if (this.#transport === "stdio") this.input.end();
    else this.#child.kill("SIGTERM");
    const ended = await within(EXIT_MS, this.#exited);
    if (ended === undefined) {
      this.faults.push(`the process still runs ${EXIT_MS} ms after its end`);
      this.#child.kill("SIGKILL");
      await this.#exited;
    } else if (ended[0] !== 0) this.faults.push(`the process ended with ${ended[0] ?? ended[1]}`);
  }

  /** Its log is one JSON object a line; anything else is Node's own complaint, or a log that was broken into. */
  #read(line: string, tellPort: (port: number) => void): void {
    if (line === STRAY || line === "") return;
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      this.faults.push(`stderr has ${line.slice(0, 500)}`);
      return;
    }
    if (!isRecord(entry)) this.faults.push(`stderr has ${line.slice(0, 500)}`);
    else if (isRecord(entry.listening)) tellPort(Number(entry.listening.port));
  }
}
