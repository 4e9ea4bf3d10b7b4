import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";

/** Prints the URL of every module that is loaded. */
const HOOK = `import { register } from "node:module"; register("data:text/javascript," + encodeURIComponent(
  'export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }'));`;

function loadedBy(options: string): readonly string[] {
  const script = `import { createServer } from "blazon";
    await createServer({ name: "desk", version: "1.0.0", features: [], ...${options} });`;
  const { stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(HOOK)}`, "--input-type=module", "-e", script],
    { cwd: PROJECT_ROOT, encoding: "utf8" },
  );
  return stderr.split("\n");
}

describe("the stages of icons", () => {
  it("are not loaded for a server without icons", () => {
    const isStage = (url: string): boolean => /\/dist\/lib\/server-stages-\w+\.js$/.test(url);
    expect(loadedBy("{}").some((url) => url.endsWith("/dist/lib/index.js"))).to.equal(true);
    expect(loadedBy("{}").filter(isStage)).to.eql([]);
    expect(loadedBy('{ icons: "https://a.example/a.png" }').filter(isStage)).to.have.length(1);
  }).timeout(20_000);
});
