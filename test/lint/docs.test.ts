import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { LINT_CODES } from "../../src/lint/codes.js";
import { PROJECT_ROOT } from "../project-root.js";
import { lintsOfExample, reportOf } from "./run-example.js";

const PAGE = readFileSync(join(PROJECT_ROOT, "docs/check.md"), "utf8");

/** The entries of the page in its order: each begins with a heading that is a code. */
const entries = PAGE.split(/^### (?=LINT_)/m)
  .slice(1)
  .map((text) => ({
    code: text.slice(0, text.indexOf("\n")),
    example: /^```ts\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "",
    report: /^```text\n([\s\S]*?)^```$/m.exec(text)?.[1],
  }));

describe("docs/check.md", () => {
  it("has one entry for every lint, in the order of the table, and none for a lint that does not exist", () => {
    expect(entries.map(({ code }) => code)).to.eql(Object.keys(LINT_CODES));
  });

  for (const { code, example, report } of entries) {
    it(`shows what causes ${code}, and nothing else, and what is said of it`, async () => {
      const lints = await lintsOfExample(example, code === "LINT_PORTABLE_STRICT");
      expect(reportOf(lints)).to.equal(report);
      expect(report).to.match(new RegExp(`^${code} `));
    });
  }
});

describe("the table of lints", () => {
  it("is in alphabetical order, and of one form", () => {
    const codes = Object.keys(LINT_CODES);
    expect(codes).to.eql([...codes].sort());
    for (const code of codes) expect(code).to.match(/^LINT(?:_[A-Z]+){2,3}$/);
  });
});
