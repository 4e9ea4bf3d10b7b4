import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describe, it } from "mocha";
import { META } from "../support/link.js";

const SCRIPT = fileURLToPath(new URL("./ending-server.js", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly frames: readonly { readonly id: unknown; readonly result?: unknown }[];
  readonly stderr: readonly string[];
}

/** What a client does with the output of the server. */
type Read = (output: Readable) => void;

/** Reads as little at a time as a stream allows, and pauses after each. */
function slowly(output: Readable): void {
  output.on("data", () => {
    output.pause();
    setTimeout(() => output.resume(), 100);
  });
}

/** Runs the server until it ends by itself, with all of this on its input and nothing after. */
function run(keeper: string, input: string | "/dev/null", read?: Read): Promise<Ended> {
  const child = spawn(process.execPath, [SCRIPT, keeper], {
    stdio: [input === "/dev/null" ? "ignore" : "pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  if (child.stdout !== null) read?.(child.stdout);
  child.stdin?.end(input);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const lines = stdout.split("\n").filter((line) => line !== "");
      resolve({
        code,
        frames: lines.map((line) => JSON.parse(line)),
        stderr: stderr.split("\n").filter(Boolean),
      });
    });
  });
}

const call = (id: unknown, name: string) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, _meta: META } })}\n`;

describe("the end of a server's input (A02)", function () {
  this.timeout(30_000);

  for (const keeper of ["nothing", "interval", "socket", "encoding"]) {
    it(`[STDIO-14] ends the process once, with ${keeper} in it, where there was no input at all`, async () => {
      for (const input of ["/dev/null", ""]) {
        const { code, frames, stderr } = await run(keeper, input);
        expect([code, frames, stderr], input).to.eql([0, [], ["disposed"]]);
      }
    });

    it(`answers first what came before it, with ${keeper} in the process`, async () => {
      const { code, frames, stderr } = await run(keeper, call(1, "quick") + call(2, "quick").trimEnd());
      expect([code, stderr]).to.eql([0, ["disposed"]]);
      expect(frames.map(({ id }) => id)).to.eql([1, 2]);
      expect(frames.every(({ result }) => result !== undefined)).to.equal(true);
    });
  }

  it("[STDIO-14] waits for a client that reads slowly, longer than for one that does not read", async () => {
    const { code, frames, stderr } = await run("interval", call(1, "long") + call(2, "quick"), slowly);
    expect([code, stderr]).to.eql([0, ["disposed"]]);
    const lengths = frames.map(({ result }) => JSON.stringify(result).length > 2_000_000);
    expect(lengths).to.eql([true, false]);
  });

  it("[STDIO-14] ends for a client that does not read at all", async () => {
    const child = spawn(process.execPath, [SCRIPT, "interval"], { stdio: ["pipe", "pipe", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdin.end(call(1, "long").repeat(4));
    const [code] = await once(child, "exit");
    expect(code).to.equal(0);
    expect(stderr).to.equal("disposed\n");
    child.stdout.destroy();
  });

  it("stops what does not end by itself, and answers nothing for it", async () => {
    const { code, frames, stderr } = await run("interval", call(1, "slow") + call(2, "quick"));
    expect(code).to.equal(0);
    expect(frames.map(({ id }) => id)).to.eql([2]);
    expect(stderr).to.eql(["slow: stopped", "disposed"]);
  });
});
