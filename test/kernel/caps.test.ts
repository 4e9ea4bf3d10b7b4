import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { excessOfText, excessOfValue } from "../../src/kernel/caps.js";

const NO_CAP = Number.POSITIVE_INFINITY;

/** The rule, written down once more: levels of nesting. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** The rule, written down once more: the commas between elements and members. */
function commasOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = Object.values(value);
  return Math.max(0, children.length - 1) + children.reduce((sum, child) => sum + commasOf(child), 0);
}

/** Texts that look like structure, or like the end of a text. */
const tricky = fc.array(fc.constantFrom("{", "}", "[", "]", ",", '"', "\\", '\\"', "é", "\n"), {
  maxLength: 12,
});
const text = fc.oneof(
  fc.string(),
  tricky.map((pieces) => pieces.join("")),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text,
    fc.integer(),
    fc.constantFrom(null, true),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(text, tie("json"), { maxKeys: 4 }),
  ),
}));

describe("the caps on one message", () => {
  const cap = fc.integer({ min: 0, max: 8 });

  it("count levels alike in a text and in its value, whatever the texts inside look like", () => {
    fc.assert(
      fc.property(json, cap, fc.constantFrom(undefined, 1), (value, depth, indent) => {
        const caps = { depth, elements: NO_CAP };
        const expected = depthOf(value) > depth ? "ERR_WIRE_DEPTH" : undefined;
        expect(excessOfValue(value, caps)).to.equal(expected);
        expect(excessOfText(JSON.stringify(value, null, indent), caps)).to.equal(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("count elements alike in a text and in its value, whatever the texts inside look like", () => {
    fc.assert(
      fc.property(json, cap, fc.constantFrom(undefined, 1), (value, elements, indent) => {
        const caps = { depth: NO_CAP, elements };
        const expected = commasOf(value) > elements ? "ERR_WIRE_ELEMENTS" : undefined;
        expect(excessOfValue(value, caps)).to.equal(expected);
        expect(excessOfText(JSON.stringify(value, null, indent), caps)).to.equal(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("agree whether a message holds too much where both are in the way", () => {
    fc.assert(
      fc.property(json, cap, cap, (value, depth, elements) => {
        const holdsTooMuch = depthOf(value) > depth || commasOf(value) > elements;
        const caps = { depth, elements };
        expect(excessOfValue(value, caps) !== undefined).to.equal(holdsTooMuch);
        expect(excessOfText(JSON.stringify(value), caps) !== undefined).to.equal(holdsTooMuch);
      }),
      { numRuns: 1000 },
    );
  });

  it("end, and say nothing but what they are for, on text that is no JSON", () => {
    fc.assert(
      fc.property(tricky, cap, cap, (pieces, depth, elements) => {
        const excess = excessOfText(pieces.join(""), { depth, elements });
        expect(excess).to.be.oneOf([undefined, "ERR_WIRE_DEPTH", "ERR_WIRE_ELEMENTS"]);
      }),
      { numRuns: 1000 },
    );
  });

  it("are reached exactly, and not before", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const caps = { depth: 64, elements: 100 };
    for (const [levels, expected] of [
      [64, undefined],
      [65, "ERR_WIRE_DEPTH"],
    ] as const) {
      expect(excessOfText(nested(levels), caps)).to.equal(expected);
      expect(excessOfValue(JSON.parse(nested(levels)), caps)).to.equal(expected);
    }
    for (const [length, expected] of [
      [101, undefined],
      [102, "ERR_WIRE_ELEMENTS"],
    ] as const) {
      const list = new Array<number>(length).fill(0);
      expect(excessOfText(JSON.stringify(list), caps)).to.equal(expected);
      expect(excessOfValue(list, caps)).to.equal(expected);
    }
  });

  it("need no call stack, and hold for a value that contains itself", () => {
    const caps = { depth: 64, elements: 100_000 };
    const levels = 200_000;
    expect(excessOfText(`${"[".repeat(levels)}${"]".repeat(levels)}`, caps)).to.equal("ERR_WIRE_DEPTH");
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(excessOfValue(circle, caps)).to.equal("ERR_WIRE_DEPTH");
  });
});
