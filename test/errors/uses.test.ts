import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import ts from "typescript";
import { BUILD_CODES, WIRE_CODES } from "../../src/errors/codes.js";
import { PROJECT_ROOT } from "../project-root.js";
import { findUses, type Use, unfilledBy } from "./uses.js";

const UNFILLED = join(PROJECT_ROOT, "test/errors/unfilled.ts");

function readSources(): string[] {
  const src = join(PROJECT_ROOT, "src");
  const names = readdirSync(src, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.c?ts$/.test(name)).map((name) => join(src, name));
}

describe("the codes where they are used", function () {
  this.timeout(120_000);
  let uses: readonly Use[];
  let wrong: readonly Use[];

  before(() => {
    const { config } = ts.readConfigFile(join(PROJECT_ROOT, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, PROJECT_ROOT);
    const sources = readSources();
    const program = ts.createProgram([...sources, UNFILLED], options);
    uses = findUses(program, sources);
    wrong = findUses(program, [UNFILLED]);
  });

  it("has no code in the table that nothing in the sources uses", () => {
    const used = new Set(uses.map(({ code }) => code));
    const table = [...Object.keys(WIRE_CODES), ...Object.keys(BUILD_CODES)];
    expect(table.filter((code) => !used.has(code))).to.eql([]);
  });

  it("fills every brace of a text and of a fix", () => {
    const open = uses.flatMap((use) => unfilledBy(use).map((name) => `${use.place}: ${use.code} {${name}}`));
    expect(open).to.eql([]);
  });

  it("finds the braces that a wrong use leaves open, whichever way the error is made", () => {
    const open = wrong.flatMap((use) => unfilledBy(use).map((name) => `${use.code} {${name}}`));
    expect(open).to.eql([
      "ERR_LISTEN {detail}",
      "ERR_LISTEN {fix}",
      "ERR_WIRE_LINE_SIZE {limit}",
      "ERR_SCHEMA_INVALID {fix}",
    ]);
  });
});
