import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import fc from "fast-check";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CliError } from "../../../src/cli/cli-error.js";
import { type NewOptions, runNew } from "../../../src/cli/new/run-new.js";

describe("the making of a project", function () {
  this.timeout(60_000);
  let cwd: string;
  let outside: string;

  beforeEach(() => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "blazon-make-")));
    cwd = join(root, "inside");
    outside = join(root, "inside-not");
    for (const folder of [cwd, outside, join(cwd, "empty"), join(cwd, "full")]) mkdirSync(folder);
    writeFileSync(join(cwd, "full/theirs"), "");
    writeFileSync(join(cwd, "file"), "");
    symlinkSync(outside, join(cwd, "link"));
    symlinkSync(join(cwd, "nowhere"), join(cwd, "dangling"));
  });
  afterEach(() => rmSync(join(cwd, ".."), { recursive: true, force: true }));

  /** Every path below the folder that holds the working directory, links not followed. */
  const everything = (): string[] => readdirSync(join(cwd, ".."), { recursive: true }).map(String).sort();

  async function make(options: Partial<NewOptions>): Promise<{ fault: unknown; stdout: string }> {
    const terminal = { stdin: {}, stdout: new PassThrough(), stderr: new PassThrough(), environment: {} };
    const fault = await runNew({
      directory: "desk",
      template: undefined,
      packageManager: undefined,
      spec: undefined,
      yes: true,
      git: false,
      install: false,
      json: true,
      cwd,
      terminal,
      signal: new AbortController().signal,
      ...options,
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { fault, stdout: String(terminal.stdout.read() ?? "") };
  }

  it("ends in a valid project inside of the working directory or a clear refusal before anything is written, for any name, path and package", async () => {
    const part = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
      fc.constantFrom("..", ".", "empty", "full", "file", "link", "dangling", "con", "node_modules", ".git"),
      fc.constantFrom(
        "x".repeat(101),
        "x".repeat(300),
        "a b",
        "$(id)",
        "-y",
        "C:",
        "mocha",
        "http",
        "ﬁle",
        "e\u0301",
      ),
    );
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const spec = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(undefined, "1.2.3", "^2.0.0-rc.1", "latest") },
      {
        weight: 1,
        arbitrary: fc.oneof(fc.string(), fc.constantFrom("file", "full", "file:empty", "../x.tgz")),
      },
    );
    const before = everything();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(path, spec, async (directory, given) => {
        const { fault, stdout } = await make({ directory, spec: given });
        if (fault !== undefined) {
          expect(fault).to.be.instanceOf(CliError).with.property("exitCode", 2);
          const { message, fix } = fault as CliError;
          expect(Math.min(message.length, fix.length)).to.be.above(10);
          expect(everything()).to.eql(before);
          return;
        }
        made++;
        const result = JSON.parse(stdout).directory as string;
        expect(result.startsWith(cwd + sep)).to.equal(true);
        expect(realpathSync(result)).to.equal(result);
        const { name } = JSON.parse(readFileSync(join(result, "package.json"), "utf8"));
        expect(result.endsWith(sep + name)).to.equal(true);
        expect(statSync(join(result, "src/server.ts")).isFile()).to.equal(true);
        // What was not there before is the project, and folders on the way to it.
        const fresh = everything().filter((entry) => !before.includes(entry));
        const root = join(cwd, "..") + sep;
        for (const entry of fresh) {
          expect((root + entry).startsWith(result) || result.startsWith(root + entry + sep)).to.equal(true);
        }
        rmSync(join(cwd, result.slice(cwd.length + 1).split(sep)[0] ?? ""), { recursive: true });
        mkdirSync(join(cwd, "empty"), { recursive: true });
        mkdirSync(join(cwd, "full"), { recursive: true });
        writeFileSync(join(cwd, "full/theirs"), "");
      }),
      { numRuns: 600 },
    );
    expect(made).to.be.above(30);
  });

  it("makes nothing where it is over before it began", async () => {
    const before = everything();
    const { fault } = await make({ signal: AbortSignal.abort() });
    expect(fault).to.be.instanceOf(CliError).with.property("exitCode", 130);
    expect(everything()).to.eql(before);
  });

  it("refuses a folder that is no package to build on, before anything is written", async () => {
    const before = everything();
    const { fault } = await make({ spec: "./full" });
    expect(String(fault)).to.include('--package "./full" is no version, and no package');
    expect(everything()).to.eql(before);
  });
});
