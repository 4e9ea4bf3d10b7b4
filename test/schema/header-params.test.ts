import { expect } from "chai";
import { describe, it } from "mocha";
import { headerParams } from "../../src/schema/header-params.js";
import { findNonStringFields } from "../../src/schema/string-fields.js";
import { inputProblems } from "./support.js";

const marked = (name: unknown, type: unknown = "string"): object => ({
  ...(type !== undefined && { type }),
  "x-mcp-header": name,
});
const on = (property: object, more: object = {}): Record<string, unknown> => ({
  type: "object",
  properties: { a: property },
  ...more,
});

describe("x-mcp-header", () => {
  it("[HDR-16] [HDR-24] [HDR-26] is found on properties of any depth", () => {
    const schema = {
      type: "object",
      properties: {
        region: marked("Region"),
        method: marked("Method", "integer"),
        deep: { type: "object", properties: { flag: marked("X_1!", "boolean") } },
      },
    };
    expect(headerParams(schema)).to.deep.equal({
      params: [
        { field: "mcp-param-region", path: ["region"], type: "string" },
        { field: "mcp-param-method", path: ["method"], type: "integer" },
        { field: "mcp-param-x_1!", path: ["deep", "flag"], type: "boolean" },
      ],
      faults: [],
    });
  });

  it("is no annotation where it is the name of a property", () => {
    expect(
      headerParams({ type: "object", properties: { "x-mcp-header": { type: "string" } } }),
    ).to.deep.equal({
      params: [],
      faults: [],
    });
  });

  for (const name of ["", "My Region", "A:B", "Région", "A\r\nB", "A\nEvil: 1", 5, null, ["A"]]) {
    it(`[HDR-18] [HDR-19] [HDR-20] may not be ${JSON.stringify(name)}`, () => {
      const [problem, ...others] = inputProblems(on(marked(name)));
      expect(others).to.deep.equal([]);
      expect(problem?.code).to.equal("ERR_HEADER_ANNOTATION");
      expect(problem?.message).to.equal(
        `x-mcp-header on /a is ${JSON.stringify(name)}, which is no HTTP token`,
      );
    });
  }

  it("[HDR-21] may not be there twice, case aside", () => {
    const schema = { type: "object", properties: { a: marked("Region"), b: marked("REGION") } };
    expect(inputProblems(schema).map(({ message }) => message)).to.deep.equal([
      'x-mcp-header on /b is "REGION", which another property has, case aside',
    ]);
  });

  for (const type of ["number", "array", "object", "null", ["string", "null"], undefined]) {
    it(`[HDR-22] may not be on type ${JSON.stringify(type) ?? "(none)"}`, () => {
      const property = type === undefined ? { "x-mcp-header": "A" } : marked("A", type);
      expect(inputProblems(on(property)).map(({ message }) => message)).to.deep.equal([
        `x-mcp-header on /a is on type ${JSON.stringify(type) ?? "(none)"}`,
      ]);
    });
  }

  const misplaced: readonly [string, Record<string, unknown>][] = [
    ["the root", { type: "object", "x-mcp-header": "A" }],
    ["items", on({ type: "array", items: marked("A") })],
    ["a property under items", on({ type: "array", items: on(marked("A")) })],
    ["prefixItems", on({ type: "array", prefixItems: [marked("A")] })],
    ["oneOf", on({ oneOf: [marked("A")] })],
    ["a property under anyOf", on({}, { anyOf: [on(marked("A"))] })],
    ["allOf", on({}, { allOf: [on(marked("A"))] })],
    ["not", on({ not: marked("A") })],
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    ["then", on({}, { if: {}, then: on(marked("A")) })],
    ["$defs", on({ $ref: "#/$defs/A" }, { $defs: { A: marked("A") } })],
    ["additionalProperties", { type: "object", additionalProperties: marked("A") }],
    ["patternProperties", { type: "object", patternProperties: { "^a": marked("A") } }],
    ["dependentSchemas", on({}, { dependentSchemas: { a: on(marked("A")) } })],
  ];
  for (const [place, schema] of misplaced) {
    it(`[HDR-25] may not be on ${place}`, () => {
      const problems = inputProblems(schema);
      expect(problems.map(({ code }) => code)).to.deep.equal(["ERR_HEADER_ANNOTATION"]);
      expect(problems[0]?.message).to.match(/is not on a property reached through `properties` alone$/);
    });
  }
});

describe("fields that have to be text", () => {
  it("are named where they are not", () => {
    const schema = {
      type: "object",
      properties: {
        text: { type: "string" },
        state: { enum: ["open", "closed"] },
        fixed: { const: "a" },
        count: { type: "integer" },
        maybe: { type: ["string", "null"] },
        mixed: { enum: ["a", 1] },
        any: {},
        always: true,
      },
    };
    expect(findNonStringFields(schema)).to.deep.equal(["count", "maybe", "mixed", "any", "always"]);
    expect(findNonStringFields({ type: "object" })).to.deep.equal([]);
  });
});
