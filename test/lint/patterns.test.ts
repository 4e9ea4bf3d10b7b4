import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { loadScreen } from "../../src/cli/check/screen-patterns.js";
import type { ScreenPattern } from "../../src/lint/rules/patterns.js";
import { PROJECT_ROOT } from "../project-root.js";
import { lintsOf } from "./lint-features.js";
import { toolTakingOne } from "./tool-with.js";

const text = (pattern: string, more: object = { maxLength: 1000 }) =>
  toolTakingOne({ type: "string", pattern, ...more });

/** Takes a pattern for as slow as the exponent it holds. */
const byExponent: ScreenPattern = async (pattern) => {
  const [, digit] = /\{(\d)\}/.exec(pattern) ?? [];
  return digit === undefined
    ? undefined
    : { degree: digit === "9" ? Infinity : Number(digit), summary: `degree ${digit}` };
};

const slow = (pattern: string, subject: string, degree: number): string =>
  `LINT_PATTERN_SLOW Desk: ${JSON.stringify(pattern)}, the pattern of ${subject}, can be made to take degree ${degree} time`;

describe("lints of patterns", () => {
  it("find patterns that are slow at any length", async () => {
    expect(await lintsOf([text("a{9}", { maxLength: 50 })], { screen: byExponent })).to.eql([
      slow("a{9}", "value", 9),
    ]);
    expect(await lintsOf([text("a{3}", { maxLength: 50 })], { screen: byExponent })).to.eql([
      slow("a{3}", "value", 3),
    ]);
    expect(await lintsOf([text("a")], { screen: byExponent })).to.eql([]);
  });

  it("let a quadratic one pass where the text is short, and no longer one", async () => {
    expect(await lintsOf([text("a{2}", { maxLength: 1000 })], { screen: byExponent })).to.eql([]);
    expect(await lintsOf([text("a{2}", { maxLength: 1001 })], { screen: byExponent })).to.eql([
      slow("a{2}", "value", 2),
    ]);
  });

  it("look at the patterns of names too", async () => {
    const tool = toolTakingOne({ type: "object", patternProperties: { "^a{9}$": { type: "integer" } } });
    expect(await lintsOf([tool], { screen: byExponent })).to.eql([slow("^a{9}$", "value", 9)]);
  });

  it("ask about each pattern once", async () => {
    const asked: string[] = [];
    const screen: ScreenPattern = async (pattern) => {
      asked.push(pattern);
      return undefined;
    };
    const twice = toolTakingOne({ anyOf: [{ pattern: "^a$" }, { pattern: "^a$" }, { pattern: "^b$" }] });
    await lintsOf([twice], { screen });
    expect(asked).to.eql(["^a$", "^b$"]);
  });

  it("agree with recheck on what is exponential, quadratic and neither", async function () {
    try {
      createRequire(join(PROJECT_ROOT, "package.json")).resolve("recheck");
    } catch {
      this.skip(); // an optional peer
    }
    const screen = loadScreen(join(PROJECT_ROOT, "package.json"));
    if (typeof screen === "string") throw new Error(screen);
    expect(await screen("^(a+)+$")).to.eql({ degree: Infinity, summary: "exponential" });
    expect(await screen("^.*foo.*$")).to.eql({ degree: 2, summary: "2nd degree polynomial" });
    expect(await screen("^T-[0-9]{1,12}$")).to.equal(undefined);
  });
});
