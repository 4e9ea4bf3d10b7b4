import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { mirrorsOf, request } from "../support/link.js";

const SCRIPT = fileURLToPath(new URL("./signalled-server.js", import.meta.url));

/** A process of its own, and what it told so far. */
class Child {
  readonly told: unknown[] = [];
  readonly exited: Promise<unknown[]>;
  readonly #process: ChildProcess;

  private constructor(transport: string, count: number) {
    this.#process = fork(SCRIPT, [transport, String(count)], { stdio: ["pipe", "pipe", "inherit", "ipc"] });
    this.#process.on("message", (message) => this.told.push(message));
    this.exited = once(this.#process, "close");
  }

  static async start(transport: string, count = 1): Promise<{ child: Child; urls: readonly string[] }> {
    const child = new Child(transport, count);
    running.push(child);
    while (child.told.length === 0) await once(child.#process, "message");
    return { child, urls: child.told.shift() as string[] }; // it tells its addresses first
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  say(what: string): void {
    this.#process.send(what);
  }

  async until(what: string, times = 1): Promise<void> {
    while (this.told.filter((each) => each === what).length < times) await once(this.#process, "message");
  }
}

const running: Child[] = [];

async function call(url: string): Promise<string> {
  const message = request("tools/call", { name: "held" });
  const headers = { "content-type": "application/json", accept: "application/json", ...mirrorsOf(message) };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message) });
  return response.text();
}

describe("a process that is told to end", function () {
  this.timeout(30_000);

  afterEach(async () => {
    for (const child of running.splice(0)) {
      child.kill("SIGKILL");
      await child.exited;
    }
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`answers what runs, disposes what it made and ends well (${signal})`, async () => {
      const { child, urls } = await Child.start("http");
      const answer = call(String(urls[0]));
      await child.until("began");
      child.kill(signal);
      await child.until(signal);
      child.say("go on");
      expect(await answer).to.include('"text":"done"');
      expect(await child.exited).to.eql([0, null]);
      expect(child.told).to.eql(["began", signal, "disposed"]);
    });

    it(`ends at once when it is told again (${signal})`, async () => {
      const { child, urls } = await Child.start("http");
      const answer = call(String(urls[0])).catch(() => "cut off");
      await child.until("began");
      child.kill(signal);
      await child.until(signal);
      child.kill(signal);
      expect(await child.exited).to.eql([1, null]);
      expect(await answer).to.equal("cut off");
      expect(child.told).to.not.include("disposed");
    });
  }

  it("waits for each of its servers, and disposes each once", async () => {
    const { child, urls } = await Child.start("http", 2);
    const answers = urls.map(call);
    await child.until("began", 2);
    child.kill("SIGTERM");
    await child.until("SIGTERM");
    child.say("go on");
    for (const answer of await Promise.all(answers)) expect(answer).to.include('"text":"done"');
    expect(await child.exited).to.eql([0, null]);
    expect(child.told.filter((each) => each === "disposed")).to.have.length(2);
  });

  it("ends well on stdio too, with its input still open", async () => {
    const { child } = await Child.start("stdio");
    child.kill("SIGTERM");
    expect(await child.exited).to.eql([0, null]);
    expect(child.told).to.eql(["SIGTERM", "disposed"]);
  });
});
