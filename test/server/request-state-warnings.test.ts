import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describe, it } from "mocha";

const SCRIPT = fileURLToPath(new URL("./request-state-worker.js", import.meta.url));

/** What a server warns of in a process of its own. */
async function warningsOf(
  how: "alone" | "cluster",
  options: "none" | "keys" | "memory-guard",
  env: NodeJS.ProcessEnv = {},
) {
  const child = fork(SCRIPT, [how, options], {
    env: { ...process.env, NODE_ENV: "test", ...env },
    stdio: "inherit",
  });
  const [warnings] = (await once(child, "message")) as [string[]]; // the one thing it says
  await once(child, "exit");
  return warnings.map((text) => text.split(/,| in production/)[0]);
}

describe("what cannot work with several processes", function () {
  this.timeout(30_000);

  it("is warned of in the worker of a cluster: keys of its own, and a guard of its own", async () => {
    expect(await warningsOf("cluster", "none")).to.eql(["requestState.keys is not set"]);
    expect(await warningsOf("cluster", "keys")).to.eql([]);
    expect(await warningsOf("cluster", "memory-guard")).to.eql([
      "requestState.guard keeps its nonces in this process",
    ]);
  });

  it("is warned of over HTTP in production, where there are no keys", async () => {
    expect(await warningsOf("alone", "none", { NODE_ENV: "production" })).to.eql([
      "requestState.keys is not set",
    ]);
    expect(await warningsOf("alone", "keys", { NODE_ENV: "production" })).to.eql([]);
    expect(await warningsOf("alone", "none")).to.eql([]);
  });
});
