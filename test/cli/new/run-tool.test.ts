import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CliError } from "../../../src/cli/cli-error.js";
import { runTool } from "../../../src/cli/new/run-tool.js";

describe("a tool that is run", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "blazon-tool-"));
  });
  afterEach(() => {
    for (const name of ["inner", "outer"])
      if (isRunning(pidOf(name))) process.kill(Number(pidOf(name)), "SIGKILL");
    rmSync(cwd, { recursive: true, force: true });
  });

  const pidOf = (name: string): string =>
    existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), "utf8").trim() : "";

  const quiet = new AbortController().signal;
  const faultOf = (run: Promise<void>): Promise<unknown> =>
    run.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("is done where it ends with 0", async () => {
    await runTool([process.execPath, "-e", "0"], { cwd, signal: quiet });
  });

  it("gets its arguments as they are, with no shell to read them (F06)", async () => {
    const hostile = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "a b", '"', "%PATH%", "&"];
    const script = "require('fs').writeFileSync('args.json', JSON.stringify(process.argv.slice(1)))";
    await runTool([process.execPath, "-e", script, "--", ...hostile], { cwd, signal: quiet });
    expect(JSON.parse(readFileSync(join(cwd, "args.json"), "utf8"))).to.eql(hostile);
    expect(existsSync(join(cwd, "pwned"))).to.equal(false);
  });

  it("says the end of what it wrote where it fails, and how it ended", async () => {
    const script = "console.log('x'.repeat(5000)); console.error('no such package'); process.exitCode = 7";
    const failed = await faultOf(runTool([process.execPath, "-e", script], { cwd, signal: quiet }));
    expect(failed).to.be.instanceOf(CliError);
    expect(String(failed)).to.match(/ended with 7\n(?:.|\n)*no such package\n$/);
    expect(String(failed).length).to.be.below(2500);
    const killed = await faultOf(
      runTool([process.execPath, "-e", "process.kill(process.pid, 'SIGKILL')"], { cwd, signal: quiet }),
    );
    expect(String(killed)).to.include("ended with SIGKILL");
  });

  it("is named where it is not there, with what to do", async () => {
    const fault = await faultOf(runTool(["no-such-tool", "install"], { cwd, signal: quiet }));
    expect(fault).to.be.instanceOf(CliError).with.property("message", "no-such-tool is not on this machine");
    expect(fault).to.have.property("fix").that.includes("--package-manager").and.includes("--no-install");
  });

  it("is not begun where it is over already", async () => {
    const fault = await faultOf(
      runTool([process.execPath, "-e", "require('fs').writeFileSync('began', '')"], {
        cwd,
        signal: AbortSignal.abort(),
      }),
    );
    expect(fault).to.have.property("name", "AbortError");
    expect(existsSync(join(cwd, "began"))).to.equal(false);
  });

  for (const [what, trap] of [
    ["that ends when it is told", ""],
    ["that does not listen", "trap '' TERM;"],
  ] as const) {
    it(`is ended with all it began, before the call ends, for one ${what}`, async () => {
      const controller = new AbortController();
      const script = `${trap} sh -c '${trap} echo $$ > inner; while :; do sleep 0.02; done' & echo $$ > outer; wait`;
      const ended = faultOf(runTool(["sh", "-c", script], { cwd, signal: controller.signal, graceMs: 100 }));
      while (pidOf("inner") === "" || pidOf("outer") === "") await sleep(5);
      controller.abort();
      expect(await ended).to.have.property("name", "AbortError");
      for (const name of ["inner", "outer"]) expect(isRunning(pidOf(name)), name).to.equal(false);
    });
  }
});

/** Whether a process runs; one that is dead and not yet collected does not. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
