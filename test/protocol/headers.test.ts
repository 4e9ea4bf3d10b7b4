import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { carries, decodeHeaderValue, isHeaderToken, trimHeaderValue } from "../../src/protocol/headers.js";
import { encodeHeader } from "../support/link.js";

const encoded = (bytes: string | Uint8Array): string => `=?base64?${Buffer.from(bytes).toString("base64")}?=`;

describe("a header that repeats a part of the body", () => {
  it("[HDR-11] stands for any text, once it is encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, other) => {
        expect(decodeHeaderValue(encoded(text))).to.equal(text);
        expect(carries(encodeHeader(text), text)).to.equal(true);
        expect(carries(encodeHeader(text), other)).to.equal(text === other);
      }),
      { numRuns: 500 },
    );
  });

  it("[HDR-38] has one spelling of each text in base64", () => {
    for (const inside of [
      "SGVsbG8",
      "SGVsbG8==",
      "SGVsbG9=",
      "SGVs bG8=",
      " SGVsbG8=",
      "SGVsbG8=\t",
      "SGVs\nbG8=",
      "_-8=",
      "SGVsbG8*",
      "=",
      "====",
      "A",
      "AB==",
      "w6k",
      "SGVsbG8=SGVsbG8=",
    ]) {
      expect(decodeHeaderValue(`=?base64?${inside}?=`), inside).to.equal(undefined);
    }
    expect(decodeHeaderValue("=?base64?SGVsbG8=?=")).to.equal("Hello");
    expect(decodeHeaderValue("=?base64??="), "nothing, encoded").to.equal("");
  });

  it("[HDR-38] is no bytes that are no text", () => {
    for (const bytes of [
      [0xff],
      [0xc3],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc0, 0xaf],
    ]) {
      expect(decodeHeaderValue(encoded(Uint8Array.from(bytes))), String(bytes)).to.equal(undefined);
    }
    expect(decodeHeaderValue(encoded("\ufeffx")), "a byte order mark is a character").to.equal("\ufeffx");
  });

  it("[HDR-33] is taken as it is where its markers are spelled otherwise", () => {
    for (const text of [
      "=?BASE64?SGVsbG8=?=",
      "=?base64?SGVsbG8=",
      "?base64?SGVsbG8=?=",
      "=?utf-8?B?SGVsbG8=?=",
    ]) {
      expect(decodeHeaderValue(text), text).to.equal(text);
      expect(carries(text, text), text).to.equal(true);
    }
  });

  it("[HDR-11] does not carry a text that looks encoded, unless that text is encoded", () => {
    const lookalike = encoded("Hello");
    expect(carries(lookalike, lookalike)).to.equal(false);
    expect(carries(encoded(lookalike), lookalike)).to.equal(true);
    expect(carries(lookalike, "Hello")).to.equal(true);
  });

  it("[HDR-14] has no white space around it, in linear time", () => {
    for (const [raw, value] of [
      [" a ", "a"],
      ["\ta b\t ", "a b"],
      ["", ""],
      [" \t ", ""],
      ["\u00a0a", "\u00a0a"],
    ] as const) {
      expect(trimHeaderValue(raw), JSON.stringify(raw)).to.equal(value);
    }
    const long = `a${" ".repeat(1_000_000)}b`;
    expect(trimHeaderValue(long)).to.equal(long);
  });

  it("does not carry what a header cannot", () => {
    for (const text of ["é", "a\nb", "a\r\nEvil: 1", "\u0000", "\u007f"]) {
      expect(decodeHeaderValue(text), JSON.stringify(text)).to.equal(undefined);
      expect(carries(text, text), JSON.stringify(text)).to.equal(false);
      expect(carries(encoded(text), text), JSON.stringify(text)).to.equal(true);
    }
  });

  it("[HDR-18] [HDR-19] [HDR-20] has a name that is a token", () => {
    for (const name of ["Region", "x", "A-b_c.9", "!#$%&'*+-.^_`|~"])
      expect(isHeaderToken(name), name).to.equal(true);
    for (const name of [
      "",
      "A B",
      "X\r\nEvil: 1",
      "a:b",
      "a/b",
      "é",
      "a\u0000",
      "(a)",
      "a,b",
      '"a"',
      "X\n",
    ]) {
      expect(isHeaderToken(name), JSON.stringify(name)).to.equal(false);
    }
  });
});
