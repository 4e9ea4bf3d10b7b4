import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { findEntry } from "../../../src/cli/check/find-entry.js";
import { createFolder } from "./checked.js";

describe("the file that is checked", () => {
  let cwd = "";
  const find = (files: Record<string, string>, entry?: string, nodeOptions?: string) => {
    cwd = createFolder(files);
    return findEntry({ cwd, entry, nodeOptions });
  };
  afterEach(() => rmSync(cwd, { recursive: true }));

  it("is the one that is named", () => {
    expect(find({ "out/app.js": "" }, "out/app.js")).to.equal(join(cwd, "out/app.js"));
  });

  it("is what package.json runs, and else what it exports, before what is usual", () => {
    const usual = { "dist/main.js": "", "b.js": "", "m.js": "" };
    const manifest = (content: object) => ({ ...usual, "package.json": JSON.stringify(content) });
    expect(find(manifest({ bin: "b.js", main: "m.js" }))).to.equal(join(cwd, "b.js"));
    expect(find(manifest({ bin: { desk: "b.js" }, main: "m.js" }))).to.equal(join(cwd, "b.js"));
    expect(find(manifest({ main: "m.js" }))).to.equal(join(cwd, "m.js"));
    expect(find(manifest({}))).to.equal(join(cwd, "dist/main.js"));
  });

  it("is the first of the usual files that is there", () => {
    expect(find({ "dist/server.js": "", "dist/index.js": "" })).to.equal(join(cwd, "dist/server.js"));
    expect(find({ "dist/index.js": "", "package.json": "no JSON" })).to.equal(join(cwd, "dist/index.js"));
  });

  it("is built first where package.json names one that is not there", () => {
    expect(find({ "package.json": '{"main":"dist/app.js"}', "dist/main.js": "" })).to.eql({
      message: "There is no file dist/app.js, which package.json names",
      fix: "Build first (npm run build), or name another file",
    });
  });

  it("is asked for where there is nothing to go by", () => {
    expect(find({})).to.have.property(
      "message",
      'There is no dist/main.js, dist/server.js, dist/index.js here, and package.json has neither "bin" nor "main"',
    );
  });

  it("is no folder", () => {
    expect(find({ "src/a.js": "" }, "src")).to.have.property("message", "src is a folder");
  });

  it("is no TypeScript, unless Node was told how to load it", () => {
    for (const entry of ["a.ts", "a.mts", "a.cts", "a.tsx"]) {
      const refused = find({ [entry]: "" }, entry);
      expect(refused).to.have.property("message", `${entry} is TypeScript, and Node does not run decorators`);
      expect(refused).to.have.property("fix").that.includes("Build first (npm run build)");
    }
    expect(find({ "a.ts": "" }, "a.ts", "--max-old-space-size=99")).to.have.property("message");
    for (const options of [
      "--import tsx",
      "--trace-warnings --import=tsx",
      "-r ts-node/register",
      "--loader x",
    ]) {
      expect(find({ "a.ts": "" }, "a.ts", options), options).to.equal(join(cwd, "a.ts"));
    }
  });
});
