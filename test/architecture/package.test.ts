import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";

function readJson(path: string) {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, path), "utf8"));
}

describe("the package", () => {
  const manifest = readJson("package.json");

  it("exports files that exist, each with its types", () => {
    for (const target of Object.values(manifest.exports)) {
      const files = typeof target === "string" ? [target] : Object.values(target as Record<string, string>);
      for (const file of files) expect(existsSync(join(PROJECT_ROOT, file)), file).to.equal(true);
    }
  });

  it("can be loaded by require as by import", () => {
    const script = `
      const required = Object.keys(require("blazon")).filter((name) => name !== "__esModule").sort();
      import("blazon").then((imported) => {
        const names = Object.keys(imported).filter((name) => name !== "module.exports").sort();
        console.log(JSON.stringify({ required, names }));
      });`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=commonjs", "--eval", script], {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
    });
    expect(stdout, stderr).to.not.equal("");
    const { required, names } = JSON.parse(stdout);
    expect(required).to.include.members(["createServer", "Tool"]);
    expect(required).to.eql(names);
  });

  it("runs its servers as plain node commands on built files", () => {
    const servers = ["conformance:server", "bench:server:http", "bench:server:stdio", "start:stdio", "start"];
    for (const name of servers) expect(manifest.scripts[name], name).to.match(/^node dist\/[\w/-]+\.js$/);
  });

  it("builds ahead of what needs a build, and on stdio away from stdout", () => {
    for (const name of ["pretest", "prestart"])
      expect(manifest.scripts[name], name).to.equal("npm run build");
    expect(manifest.scripts["prestart:stdio"]).to.equal("npm run build 1>&2");
  });

  it("names no registry in its lockfiles", () => {
    for (const file of ["package-lock.json", ".ci/node24/package-lock.json"]) {
      const packages: Record<string, { resolved?: string; link?: boolean }> = readJson(file).packages;
      const resolved = Object.entries(packages).filter(
        ([, entry]) => entry.resolved !== undefined && !entry.link,
      );
      expect(resolved, file).to.eql([]);
    }
  });
});
