import { expect } from "chai";
import { describe, it } from "mocha";
import { type ConstructorText, findConstructorText } from "../../src/metadata/constructor-text.js";
import type { AnyClass } from "../../src/metadata/types.js";

class Base {}

/** The class that a compiler, or nobody but its author, wrote as this text. */
function classOf(text: string): AnyClass {
  return new Function("Base", `return (${text});`)(Base) as AnyClass;
}

const CASES: readonly (readonly [string, ConstructorText | undefined])[] = [
  ["class {}", undefined],
  ["class extends Base { a = 1 }", undefined],
  ["class { constructor() {} }", { parameters: [], forwards: false }],
  ["class{constructor(a,b){this.a=a}}", { parameters: ["a", "b"], forwards: false }],
  [
    "class extends Base { constructor (\n  a,\n  b = 1,\n) { super(); } }",
    { parameters: ["a", "b"], forwards: false },
  ],
  ["class { constructor(a = new Date()) {} }", { parameters: ["a"], forwards: false }],
  ['class { constructor(a = "http://host") {} }', { parameters: ["a"], forwards: false }],
  ["class extends Base { constructor() { super(...arguments); } }", { parameters: [], forwards: true }],
  ["class extends Base{constructor(){super(...arguments),this.a=1}}", { parameters: [], forwards: true }],
  [
    "class extends Base { constructor(...all) { console.log(all); super(...all); } }",
    { parameters: [], forwards: true },
  ],
  [
    "class extends Base { constructor(a, ...all) { super(...all); } }",
    { parameters: ["a"], forwards: false },
  ],
  ['class extends Base { constructor() { super("x"); } }', { parameters: [], forwards: false }],
  ["class { /* constructor(a) { */ m() { return this.constructor(1); } }", undefined],
  ["class { m() {} // constructor(a) {\n }", undefined],
  ['class { a = "constructor(a) {"; b = `\n constructor(b) {`; }', undefined],
  ["class { /* it's */ constructor(a) {} /* isn't */ }", { parameters: ["a"], forwards: false }],
  ["class { #constructor_(a) {} myconstructor(a) {} }", undefined],
];

describe("a constructor's text", () => {
  for (const [text, expected] of CASES) {
    it(`is read from ${JSON.stringify(text)}`, () => {
      expect(findConstructorText(classOf(text))).to.eql(expected);
    });
  }

  it("is none for a native class", () => {
    expect(findConstructorText(Map)).to.equal(undefined);
  });
});
