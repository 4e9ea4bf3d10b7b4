import { expect } from "chai";
import { describe, it } from "mocha";
import { input, refusal } from "./support.js";

describe("explaining what is wrong with a value", () => {
  const reader = input({
    type: "object",
    properties: { count: { type: "integer" }, text: { type: "string", maxLength: 5, pattern: "^a*$" } },
  });

  it("collects all of it", () => {
    expect(refusal(reader.read({ count: "x", text: "b".repeat(10_000) }))).to.equal(
      '/count must be integer, got string; /text must NOT have more than 5 characters, got string; /text must match pattern "^a*$", got string',
    );
  });

  it("stops at the first fault where a text is so long that trying a pattern on it could take minutes", () => {
    expect(refusal(reader.read({ text: "b".repeat(10_001) }))).to.equal(
      "/text must NOT have more than 5 characters, got string",
    );
    expect(refusal(reader.read({ count: "x", text: "b".repeat(10_001) }))).to.equal(
      "/count must be integer, got string",
    );
  });
});
