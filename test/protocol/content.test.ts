import { expect } from "chai";
import { describe, it } from "mocha";
import { isContentBlock, isResourceContents } from "../../src/protocol/content.js";
import { isObject, isTextMap } from "../../src/protocol/json.js";
import { isLoggingLevel, LOGGING_LEVELS, severityOf } from "../../src/protocol/logging-levels.js";

const BLOCKS: readonly (readonly [block: Record<string, unknown>, required: readonly string[]])[] = [
  [{ type: "text", text: "" }, ["text"]],
  [{ type: "image", data: "AAAA", mimeType: "image/png" }, ["data", "mimeType"]],
  [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }, ["data", "mimeType"]],
  [{ type: "resource_link", uri: "a:b", name: "b" }, ["uri", "name"]],
  [{ type: "resource", resource: { uri: "a:b", text: "" } }, ["resource"]],
  [{ type: "resource", resource: { uri: "a:b", blob: "" } }, ["resource"]],
];
const NO_TEXTS = [undefined, null, 5, true, {}, [], ["x"]];

describe("a content block", () => {
  for (const [block, required] of BLOCKS) {
    const kind = `of type ${String(block.type)}`;
    it(`[TOOL-31] ${kind} has its members, and may have others`, () => {
      expect(isContentBlock(block)).to.equal(true);
      expect(isContentBlock({ ...block, _meta: {}, other: 1 })).to.equal(true);
    });

    it(`${kind} is none where ${required.join(" or ")} is of another type`, () => {
      for (const member of required) {
        for (const value of NO_TEXTS) {
          expect(
            isContentBlock({ ...block, [member]: value }),
            `${member} ${JSON.stringify(value)}`,
          ).to.equal(false);
        }
      }
    });
  }

  it("is an object of one of the five types", () => {
    for (const value of [
      undefined,
      null,
      "text",
      5,
      [],
      {},
      { type: "video", data: "", mimeType: "" },
      { text: "x" },
    ]) {
      expect(isContentBlock(value), JSON.stringify(value)).to.equal(false);
    }
    for (const type of ["Text", "__proto__", "constructor", 5, null]) {
      expect(isContentBlock({ type, text: "x" }), String(type)).to.equal(false);
    }
  });
});

describe("the contents of a resource", () => {
  it("[RES-13] are text or bytes, and not both", () => {
    expect(isResourceContents({ uri: "a:b", text: "" })).to.equal(true);
    expect(isResourceContents({ uri: "a:b", blob: "", mimeType: "x/y" })).to.equal(true);
    for (const value of [
      { uri: "a:b" },
      { uri: "a:b", text: "", blob: "" },
      { uri: 5, text: "" },
      { text: "" },
      { uri: "a:b", text: "", mimeType: 5 },
      { uri: "a:b", text: 5 },
      null,
      [],
    ]) {
      expect(isResourceContents(value), JSON.stringify(value)).to.equal(false);
    }
  });
});

describe("values of JSON", () => {
  it("are objects where they are neither null nor a list", () => {
    for (const value of [{}, Object.create(null)]) expect(isObject(value)).to.equal(true);
    for (const value of [null, undefined, [], "x", 5, true, () => {}])
      expect(isObject(value)).to.equal(false);
  });

  it("are maps of texts where every member is one", () => {
    for (const value of [{}, { a: "" }, { __proto__: null, a: "b" }]) expect(isTextMap(value)).to.equal(true);
    for (const value of [null, [], ["a"], { a: 1 }, { a: "b", c: null }, "x"]) {
      expect(isTextMap(value), JSON.stringify(value)).to.equal(false);
    }
  });
});

describe("the levels of the log", () => {
  it("[LOG-05] are the eight of RFC 5424, in their order", () => {
    expect(LOGGING_LEVELS).to.eql([
      "debug",
      "info",
      "notice",
      "warning",
      "error",
      "critical",
      "alert",
      "emergency",
    ]);
    expect(LOGGING_LEVELS.map(severityOf)).to.eql([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("[LOG-07] are spelled one way", () => {
    for (const level of ["DEBUG", "warn", "fatal", "", " info", "constructor", null, 0, ["info"]]) {
      expect(isLoggingLevel(level), String(level)).to.equal(false);
    }
  });
});
