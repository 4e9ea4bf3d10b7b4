import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, sep } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CliError } from "../../../src/cli/cli-error.js";
import { findTarget } from "../../../src/cli/new/project-name.js";
import { TEMPLATES } from "../../../src/cli/new/templates.js";
import { PROJECT_ROOT } from "../../project-root.js";

describe("where a project goes", () => {
  let cwd: string;

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "blazon-new-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const faultOf = (given: string): unknown => {
    try {
      return findTarget(given, cwd);
    } catch (error) {
      return error;
    }
  };

  for (const [given, name] of [
    ["desk", "desk"],
    ["./desk", "desk"],
    ["desk/", "desk"],
    ["a/b/desk-2", "desk-2"],
    ["a/../desk", "desk"],
    ["a.b_c-d", "a.b_c-d"],
  ] as const) {
    it(`is inside of the working directory for ${given}`, () => {
      expect(findTarget(given, cwd)).to.deep.include({ name });
      expect(readdirSync(cwd)).to.eql([]);
    });
  }

  // F02: ways out, ways back to where one is, and what other systems make of a name.
  for (const given of [
    "../../x",
    "/tmp/x",
    "a/../../b",
    "..\\x",
    "C:x",
    "name:stream",
    ".",
    "./",
    "..",
    "",
    " ",
    "a/..",
    "~",
    "-x",
    "--template",
    "x\u0000y",
    "x\ny",
    "x\u202ey",
    "con",
    "nul.txt",
    "COM1",
    "node_modules",
    "favicon.ico",
    "blazon",
    "mocha",
    "typescript",
    "UPPER",
    "é",
    ".hidden",
    "_x",
    "a b",
    "x".repeat(101),
    // F06: what a shell would run.
    "x; touch pwned",
    "$(id)",
    "`id`",
    "a && b",
    "a | b",
    "'a'",
    '"a"',
    "%PATH%",
    "a&b",
    // What lies on the way is made as well.
    "con/desk",
    "a/COM¹.x/desk",
    "a./desk",
    "a /desk",
    "node_modules/desk",
    "a/.git/desk",
    `a/${"x".repeat(256)}/desk`,
    `${"a/".repeat(500)}desk`,
  ]) {
    it(`is refused for ${JSON.stringify(given).slice(0, 40)}`, () => {
      const fault = faultOf(given);
      expect(fault).to.be.instanceOf(CliError);
      expect(fault).to.deep.include({ exitCode: 2 });
      expect(readdirSync(cwd)).to.eql([]);
    });
  }

  it("is refused through a link that leads out, or to nothing", () => {
    symlinkSync(tmpdir(), join(cwd, "out"));
    symlinkSync(join(cwd, "gone"), join(cwd, "dangling"));
    symlinkSync(`${cwd}-sibling`, join(cwd, "sibling"));
    mkdirSync(`${cwd}-sibling`);
    for (const given of ["out", "out/desk", "dangling", "dangling/desk", "sibling/desk"]) {
      expect(faultOf(given), given).to.be.instanceOf(CliError);
    }
    rmSync(`${cwd}-sibling`, { recursive: true });
  });

  it("is refused where something is, unless that is an empty folder", () => {
    mkdirSync(join(cwd, "empty"));
    mkdirSync(join(cwd, "full"));
    writeFileSync(join(cwd, "full", "x"), "");
    writeFileSync(join(cwd, "file"), "");
    expect(findTarget("empty", cwd)).to.deep.include({ name: "empty" });
    expect(String(faultOf("full"))).to.include("full is there and not empty");
    expect(String(faultOf("file"))).to.include("file is there, and no folder");
  });

  it("is refused in a file, however deep", () => {
    writeFileSync(join(cwd, "file"), "");
    for (const given of ["file/desk", "file/a/b/desk"]) {
      expect(String(faultOf(given))).to.include("lies in a file");
    }
  });

  it("is refused where a package of that name is what the project stands on, or a module of Node", () => {
    const needed = Object.keys(TEMPLATES).flatMap((template) => {
      const manifest = readFileSync(join(PROJECT_ROOT, "templates", template, "package.json"), "utf8");
      const { dependencies, devDependencies } = JSON.parse(manifest);
      return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith("@"));
    });
    expect(needed).to.include.members(["blazon", "mocha"]);
    for (const given of [...needed, "http", "fs", "events"]) {
      expect(String(faultOf(given)), given).to.include("is the name of something that the project needs");
    }
  });

  it("suggests a name for one that is nearly right", () => {
    expect(faultOf("My Server")).to.have.property("fix").that.includes("such as my-server");
  });

  it("is a valid name inside of the working directory, or a clear refusal, whatever is given", () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", ".", "a", "/", "\\", "con", "desk", "-x", "C:"),
    );
    const path = fc.oneof(
      part,
      fc.array(part, { maxLength: 4 }).map((parts) => parts.join("/")),
    );
    fc.assert(
      fc.property(path, (given) => {
        const found = faultOf(given);
        if (found instanceof CliError) {
          expect(found.message).to.not.equal("");
          expect(found.fix).to.not.equal("");
          return;
        }
        const { directory, name } = found as { directory: string; name: string };
        expect(directory.startsWith(cwd + sep)).to.equal(true);
        expect(basename(directory)).to.equal(name);
        expect(name).to.match(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/);
        expect(existsSync(directory)).to.equal(false);
      }),
      { numRuns: 1000 },
    );
    expect(readdirSync(cwd)).to.eql([]);
  });
});
