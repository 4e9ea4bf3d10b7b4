import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { COLORED, formatFindings } from "../../../src/cli/check/format-report.js";
import { LINT_CODES } from "../../../src/lint/codes.js";
import { PROJECT_ROOT } from "../../project-root.js";
import { type Checked, check, createFolder, fixture } from "./checked.js";

/** Finds what nests two repetitions, and says it as recheck does. */
const RECHECK = `exports.check = async (source, flags) => {
  if (flags !== "u") throw new Error("flags " + flags);
  return source.includes("+)+")
    ? { status: "vulnerable", complexity: { type: "exponential", summary: "exponential", isFuzz: false } }
    : { status: "safe", complexity: { type: "linear", summary: "linear", isFuzz: false } };
};`;

interface Found {
  readonly kind: string;
  readonly code: string;
  readonly member: string;
  readonly place?: string;
  readonly message: string;
  readonly fix: string;
}

function findingsOf({ stdout }: Checked, server = 0): readonly Found[] {
  return JSON.parse(stdout).servers[server].findings;
}

describe("blazon check", () => {
  const folders: string[] = [];
  const folderOf = (files: Record<string, string>): string => {
    const folder = createFolder(files);
    folders.push(folder);
    return folder;
  };
  /** An entry of a project that has recheck installed. */
  const screened = (name: string): string =>
    join(
      folderOf({
        "entry.mjs": `await import(${JSON.stringify(pathToFileURL(fixture(name)).href)});`,
        "node_modules/recheck/index.js": RECHECK,
      }),
      "entry.mjs",
    );
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  describe("on a module with one of each fault", () => {
    let checked: Checked;
    before(async function () {
      this.timeout(30_000);
      checked = await check({ entry: screened("faulty"), json: true, strict: true });
    });

    it("lists every lint there is, and exits with 1", () => {
      expect(checked.code).to.equal(1);
      const lints = findingsOf(checked).filter(({ kind }) => kind === "lint");
      expect([...new Set(lints.map(({ code }) => code))].sort()).to.eql(Object.keys(LINT_CODES));
    });

    it("lists every problem of the boot, and the schemas no validator can be made of", () => {
      const problems = findingsOf(checked).filter(({ kind }) => kind === "problem");
      expect(problems.map(({ code, member }) => [code, member])).to.eql([
        ["ERR_INPUT_NOT_STRING", "Problems.half"],
        ["ERR_NAME_DUPLICATE", "Problems.again"],
        ["ERR_PROVIDER_MISSING", "Problems"],
        ["ERR_SCHEMA_INVALID", "Problems.odd"],
      ]);
    });

    it("says of each what it is, how it is mended, and where it stands in the TypeScript", () => {
      for (const { code, member, message, fix, place } of findingsOf(checked)) {
        expect(message, code).to.match(/^[^{}]{10,}$/s);
        expect(fix, code).to.match(/^[A-Z]/);
        if (member !== "createServer") expect(place, code).to.match(/faulty\.ts:\d+:\d+$/);
      }
    });

    it("names the property of the class where the fault is in one", () => {
      const bounds = findingsOf(checked).filter(({ code }) => code === "LINT_STRING_UNBOUNDED");
      expect(bounds.map(({ member, message }) => [member, message])).to.eql([
        ["Notes.undescribed", "undescribed[] takes text of any length"],
        ["Notes.endless", "endless takes text of any length"],
      ]);
    });
  });

  it("finds nothing on the help desk, run over stdio and over HTTP", async function () {
    this.timeout(30_000);
    process.env.HELPDESK_DB = ":memory:";
    try {
      for (const entry of ["stdio.js", "http.js"]) {
        const file = join(import.meta.dirname, "../../../sample-app", entry);
        const { code, stdout } = await check({ entry: file, json: true });
        expect(JSON.parse(stdout).servers[0].findings, entry).to.eql([]);
        expect(code, entry).to.equal(0);
      }
    } finally {
      delete process.env.HELPDESK_DB;
    }
  });

  it("makes no provider, calls no handler, listens nowhere, and does not wait for the application", async () => {
    const { code, stdout, stderr } = await check({ entry: screened("clean") });
    expect(stdout).to.equal("clean 1.2.3: nothing found\n");
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
  });

  it("says that patterns were not tried where recheck is not there, and fails for no such reason", async () => {
    const entry = join(folderOf({ "entry.mjs": `import ${JSON.stringify(fixture("clean"))};` }), "entry.mjs");
    const { code, stdout } = await check({ entry });
    expect(stdout).to.equal(
      "clean 1.2.3: nothing found\n\n  Note: 1 pattern was not tried for slow matching: " +
        "recheck is not installed: npm install --save-dev recheck\n",
    );
    expect(code).to.equal(0);
  });

  it("says what keeps recheck from being loaded", async () => {
    const clean = JSON.stringify(fixture("clean"));
    for (const [source, why] of [
      ["throw new Error('a broken install')", "recheck cannot be loaded: a broken install"],
      ["exports.screen = 1", "the recheck that is installed has no check()"],
    ] as const) {
      const folder = folderOf({ "entry.mjs": `import ${clean};`, "node_modules/recheck/index.js": source });
      const { code, stdout } = await check({ entry: join(folder, "entry.mjs"), json: true });
      const note = `1 pattern was not tried for slow matching: ${why}`;
      expect(JSON.parse(stdout).servers[0].notes).to.eql([note]);
      expect(code).to.equal(0);
    }
  });

  it("reports every server that one turn makes", async () => {
    const checked = await check({ entry: fixture("two-servers"), json: true });
    expect(findingsOf(checked, 0)).to.eql([]);
    expect(findingsOf(checked, 1).map(({ code, message }) => [code, message])).to.eql([
      ["ERR_FEATURE_INVALID", "`features` lists it more than once"],
    ]);
    expect(checked.code).to.equal(1);
  });

  it("hands the entry its arguments", async () => {
    const checked = await check({ entry: fixture("with-arguments"), args: ["--stdio"] });
    expect(checked.stdout).to.equal("asked 1.0.0: nothing found\n");
  });

  it("reads options that are too wrong to go on with", async () => {
    const source = `import { createServer } from ${JSON.stringify(join(PROJECT_ROOT, "dist/lib/index.js"))};
      createServer({ name: "", features: 5 });`;
    const checked = await check({ entry: join(folderOf({ "e.mjs": source }), "e.mjs"), json: true });
    expect(new Set(findingsOf(checked).map(({ code }) => code))).to.eql(new Set(["ERR_OPTION_INVALID"]));
    expect(checked.code).to.equal(1);
  });

  describe("where nothing can be checked", () => {
    const failures: readonly (readonly [string, RegExp])[] = [
      [
        "failing",
        /failing\.js ended, and made no server\n\n[\s\S]*\| Error: DATABASE_URL is not set[\s\S]*Fix: /,
      ],
      [
        "silent",
        /silent\.js ended, and made no server\n\n {2}\| nothing to serve\n {2}Fix: Mend what it says; or name/,
      ],
      ["with-arguments", /made no server\n {2}Fix: .*after -- the arguments with which it does\n$/],
    ];
    for (const [name, said] of failures) {
      it(`says so of an entry that is ${name}, and exits with 2`, async () => {
        const { code, stdout, stderr } = await check({ entry: fixture(name) });
        expect(stderr).to.match(said);
        expect(stdout).to.equal("");
        expect(code).to.equal(2);
      });
    }

    it("ends an entry that makes no server in time", async () => {
      const { code, stderr } = await check({ entry: fixture("waiting"), timeoutMs: 500 });
      expect(stderr).to.match(
        /waiting\.js made no server within 0\.5 seconds\n {2}Fix: See what it waits for/,
      );
      expect(code).to.equal(2);
    });

    it("says it in JSON where JSON was asked for", async () => {
      const { code, stdout, stderr } = await check({ entry: "nowhere.js", json: true });
      expect(JSON.parse(stdout)).to.eql({
        error: {
          message: "There is no file nowhere.js",
          fix: "Build first (npm run build), or name another file",
        },
      });
      expect(stderr).to.equal("");
      expect(code).to.equal(2);
    });
  });

  it("colors its report on a terminal, and not with NO_COLOR, elsewhere, or on one that cannot", async () => {
    const entry = fixture("with-arguments");
    const args = ["--stdio"];
    const colored = formatFindings(
      { servers: [{ name: "asked", version: "1.0.0", findings: [], notes: [] }] },
      COLORED,
    );
    expect(colored).to.include("\u001b[");
    expect((await check({ entry, args }, true)).stdout).to.equal(colored);
    for (const [environment, isTTY] of [
      [{ NO_COLOR: "1" }, true],
      [{ TERM: "dumb" }, true],
      [{}, false],
    ] as const) {
      expect((await check({ entry, args, environment }, isTTY)).stdout).to.equal(
        "asked 1.0.0: nothing found\n",
      );
    }
  });
});
