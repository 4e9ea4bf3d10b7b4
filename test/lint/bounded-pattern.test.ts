import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { isBoundedPattern } from "../../src/lint/bounded-pattern.js";

const ATOMS = ["a", "\\d", "[a-z*+]", "[\\]+]", "\\+", "\\*", "\\u{61}", "\\p{L}", "(?:ab|c)", "(d{2})", "."];
const COUNTS = ["", "?", "{3}", "{0,4}", "{1,2}?"];
const ENDLESS = ["*", "+", "{2,}", "+?", "*?"];

/** Patterns of pieces that each match four characters at most, six where they are groups. */
const piece = fc
  .tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...COUNTS))
  .map(([atom, count]) => atom + count);
const body = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
const bounded = fc
  .array(body, { minLength: 1, maxLength: 3 })
  .map((bodies) => bodies.map((text) => `^${text}$`).join("|"));

describe("whether a pattern bounds a text", () => {
  it("is said of those that are anchored and repeat nothing without end, and what they match is short", () => {
    fc.assert(
      fc.property(bounded, (pattern) => {
        expect(isBoundedPattern(pattern)).to.equal(true);
        const matches = new RegExp(pattern, "u");
        for (const text of ["a".repeat(80), "1".repeat(80), "ab".repeat(40)])
          expect(matches.test(text)).to.equal(false);
      }),
    );
  });

  it("is denied of one that repeats anything without end", () => {
    const endless = fc.tuple(body, fc.constantFrom(...ATOMS), fc.constantFrom(...ENDLESS), body);
    fc.assert(
      fc.property(endless, bounded, ([before, atom, count, after], other) => {
        expect(isBoundedPattern(`${other}|^${before}${atom}${count}${after}$`)).to.equal(false);
      }),
    );
  });

  it("is denied of one that is not anchored at both ends of every alternative", () => {
    for (const pattern of [
      "a",
      "^a",
      "a$",
      "^a|b$",
      "^a$|b",
      "(^a$)",
      "^a\\$",
      "\\^a$",
      "^(a$|b)",
      "",
      "|^a$",
    ]) {
      expect(isBoundedPattern(pattern), pattern).to.equal(false);
    }
    for (const pattern of ["^$", "^a$", "^(a|b)$", "^(?:x|y(?:z|w))$|^$"]) {
      expect(isBoundedPattern(pattern), pattern).to.equal(true);
    }
  });
});
