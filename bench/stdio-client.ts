import { spawn } from "node:child_process";

interface Answer {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[] };
}

/** A server over stdio: writes lines to it, and hands every answer with an id to `onAnswer`. */
export class StdioClient {
  readonly #child;
  #rest = "";
  onAnswer: (answer: Answer) => void = () => {};

  constructor(file: string) {
    this.#child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdout.setEncoding("utf8");
    this.#child.stdout.on("data", (chunk: string) => this.#read(chunk));
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("the server did not start");
    return this.#child.pid;
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  close(): void {
    this.#child.kill();
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const answer: Answer = JSON.parse(line);
      if (answer.id !== undefined) this.onAnswer(answer);
    }
  }
}

/** The text of a tool's answer. */
export function textOf(answer: Answer): string | undefined {
  return answer.result?.content?.[0]?.text;
}
