import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonSchema } from "../../src/protocol/json.js";
import { input, inputProblems, output, outputProblems, refusal } from "./support.js";

const withProperty = (property: unknown, more: object = {}): object => ({
  type: "object",
  properties: { a: property },
  ...more,
});

describe("a raw JSON Schema", () => {
  it("[JSCH-02] [JSCH-15] is published as it was given", () => {
    const schema: JsonSchema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#named" } },
      $defs: { A: { $anchor: "named", type: "string", "x-mcp-other": true } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      allOf: [{ if: { required: ["a"] }, then: { required: ["b"] } }],
      additionalProperties: false,
    };
    expect(input(schema).schema).to.equal(schema);
  });

  const accepted: readonly [string, JsonSchema, unknown, unknown][] = [
    [
      "[JSCH-01] prefixItems",
      withProperty({ prefixItems: [{ type: "string" }], items: false }) as JsonSchema,
      { a: ["x"] },
      { a: [1] },
    ],
    [
      "[JSCH-06] a tuple of draft-07",
      {
        ...withProperty({ items: [{ type: "string" }] }),
        $schema: "http://json-schema.org/draft-07/schema#",
      },
      { a: ["x"] },
      { a: [1] },
    ],
    [
      "[JSCH-03] dependentRequired",
      withProperty({}, { dependentRequired: { a: ["b"] } }) as JsonSchema,
      { a: 1, b: 1 },
      { a: 1 },
    ],
    [
      "[JSCH-03] dependentSchemas",
      withProperty({}, { dependentSchemas: { a: { required: ["b"] } } }) as JsonSchema,
      { a: 1, b: 1 },
      { a: 1 },
    ],
    [
      "[JSCH-03] unevaluatedProperties",
      { type: "object", allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    [
      "[JSCH-03] contains",
      withProperty({ contains: { const: 1 }, minContains: 2 }) as JsonSchema,
      { a: [1, 1] },
      { a: [1] },
    ],
    [
      "[JSCH-03] if, then, else",
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      withProperty({ if: { const: 1 }, then: false, else: { const: 2 } }) as JsonSchema,
      { a: 2 },
      { a: 1 },
    ],
    [
      "[JSCH-15] recursion",
      {
        type: "object",
        properties: { kids: { type: "array", items: { $ref: "#" } } },
        additionalProperties: false,
      },
      { kids: [{ kids: [] }] },
      { kids: [{ no: 1 }] },
    ],
    [
      "[JSCH-15] a bundled resource",
      withProperty(
        { $ref: "https://example.com/a" },
        { $defs: { A: { $id: "https://example.com/a", type: "string" } } },
      ) as JsonSchema,
      { a: "x" },
      { a: 1 },
    ],
    ["names that objects inherit", { type: "object", required: ["toString"] }, { toString: 1 }, {}],
  ];
  for (const [title, schema, good, bad] of accepted) {
    it(`${title} is honored`, () => {
      expect(input(schema).read(good)).to.equal(good);
      expect(refusal(input(schema).read(bad))).not.to.equal("");
      input(schema).prepare();
    });
  }

  const refused: readonly [string, unknown, string][] = [
    [
      "[JSCH-07] an unknown dialect",
      { $schema: "http://example.com/x", type: "object" },
      'ERR_SCHEMA_DIALECT The dialect "http://example.com/x" is not supported',
    ],
    [
      "[JSCH-07] draft-04",
      { $schema: "http://json-schema.org/draft-04/schema#", type: "object" },
      'ERR_SCHEMA_DIALECT The dialect "http://json-schema.org/draft-04/schema#" is not supported',
    ],
    [
      "[JSCH-08] an unknown type",
      withProperty({ type: "objet" }),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a/type must be one of array, boolean, integer, null, number, object, string, or a list of them",
    ],
    [
      "[JSCH-08] a minimum that is text",
      withProperty({ minimum: "x" }),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a/minimum must be a number",
    ],
    [
      "[JSCH-08] a bad pattern",
      withProperty({ pattern: "(" }),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a/pattern must be an ECMAScript regular expression (Unicode mode)",
    ],
    [
      "[JSCH-08] required that is a flag",
      withProperty({ required: true }),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a/required must be an array of strings",
    ],
    [
      "[JSCH-08] a schema that is text",
      withProperty("string"),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a must be a schema: an object, true or false",
    ],
    [
      "[JSCH-06] a draft-07 tuple without its dialect",
      withProperty({ items: [{}] }),
      "ERR_SCHEMA_INVALID The schema is not valid: /properties/a/items must be a schema; a tuple is written with prefixItems",
    ],
    [
      "OpenAPI's nullable",
      withProperty({ type: "string", nullable: true }),
      'ERR_SCHEMA_INVALID The schema is not valid: /properties/a/nullable must be left out; JSON Schema says type: ["string", "null"]',
    ],
    [
      "ajv's $async, which would accept everything",
      { type: "object", $async: true },
      "ERR_SCHEMA_INVALID The schema is not valid: /$async must be left out; a validator must answer at once",
    ],
    [
      "[TOOL-12] a root of another type",
      { type: "string" },
      'ERR_SCHEMA_ROOT The root of an input schema must be an object type: it says type "string"',
    ],
    [
      "[TOOL-12] a root union without a type",
      { oneOf: [{ type: "object" }] },
      "ERR_SCHEMA_ROOT The root of an input schema must be an object type: it says no type and has oneOf",
    ],
    ["[TOOL-11] null", null, "ERR_SCHEMA_INVALID The schema is not valid: it is null"],
    ["[TOOL-11] an array", [], "ERR_SCHEMA_INVALID The schema is not valid: it is an array"],
    ["[TOOL-11] a boolean", true, "ERR_SCHEMA_INVALID The schema is not valid: it is boolean"],
  ];
  for (const [title, schema, message] of refused) {
    it(`${title} is a problem at boot`, () => {
      expect(inputProblems(schema).map((problem) => `${problem.code} ${problem.message}`)).to.deep.equal([
        message,
      ]);
    });
  }

  it("[TOOL-12] keeps a root union beside type: object", () => {
    expect(
      inputProblems({ type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ).to.deep.equal([]);
  });

  it("[TOOL-14] may have any root as an output", () => {
    for (const type of ["array", "string", "null"]) expect(outputProblems({ type })).to.deep.equal([]);
    expect(output({ type: "array" }).write([1])).to.deep.equal([1]);
  });

  const outside = [
    "http://169.254.169.254/x",
    "http://127.0.0.1:1/s",
    "//host/x",
    "other.json",
    "#/$defs/Missing",
    "#missing",
    "#/properties/a/toString",
    "file:///etc/passwd",
  ];
  for (const keyword of ["$ref", "$dynamicRef"]) {
    for (const reference of outside) {
      it(`[JSCH-09] [JSCH-13] refuses ${keyword} ${reference}`, () => {
        const [problem] = inputProblems(withProperty({ [keyword]: reference }));
        expect(problem?.code).to.equal("ERR_SCHEMA_REFERENCE");
        expect(problem?.message).to.equal(
          `The reference "${reference}" does not resolve inside the schema; nothing is ever fetched`,
        );
      });
    }
  }

  it("[JSCH-13] looks under keywords it does not know, too", () => {
    const schema = withProperty(
      { $ref: "#/components/A" },
      { components: { A: { $ref: "http://127.0.0.1:1/s" } } },
    );
    expect(inputProblems(schema).map(({ code }) => code)).to.deep.equal(["ERR_SCHEMA_REFERENCE"]);
  });

  const nested = (levels: number): object => {
    let schema: object = { type: "object" };
    for (let level = 0; level < levels; level++) schema = { type: "object", properties: { a: schema } };
    return schema;
  };
  /** So many schemas in hundreds, as no hundred of them stands inside another. */
  const wide = (count: number): object => {
    const properties = (length: number, value: object): object =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, value]));
    const rest = count % 100;
    const hundreds = properties((count - rest) / 100, { properties: properties(99, {}) });
    return {
      type: "object",
      properties: { ...hundreds, ...(rest > 0 && { rest: { properties: properties(rest - 1, {}) } }) },
    };
  };
  const doubling = (levels: number): object => {
    const $defs: Record<string, object> = { [`d${levels}`]: { type: "object" } };
    for (let level = 0; level < levels; level++) {
      const $ref = `#/$defs/d${level + 1}`;
      $defs[`d${level}`] = { allOf: [{ $ref }, { $ref }] };
    }
    return { type: "object", allOf: [{ $ref: "#/$defs/d0" }], $defs };
  };

  it("[JSCH-14] may be 64 levels deep and have 10,000 schemas, and no more", () => {
    expect(inputProblems(nested(64))).to.deep.equal([]);
    expect(inputProblems(wide(9_999))).to.deep.equal([]);
    const messageOf = (schema: object): string | undefined => inputProblems(schema)[0]?.message;
    expect(messageOf(nested(65))).to.equal("The schema is too large: it is nested deeper than 64 levels");
    expect(messageOf(nested(10_000))).to.equal("The schema is too large: it is nested deeper than 64 levels");
    expect(messageOf(wide(10_000))).to.equal("The schema is too large: it has more than 10000 subschemas");
  });

  it("[JSCH-14] may not multiply through references, nor apply itself for ever", () => {
    expect(inputProblems(doubling(5))).to.deep.equal([]);
    expect(inputProblems(doubling(40))[0]?.message).to.equal(
      "The schema is too large: it has more than 10000 subschemas, references written out",
    );
    expect(inputProblems({ type: "object", allOf: [{ $ref: "#" }] })[0]?.message).to.equal(
      "The schema is too large: it applies itself to the same value without end",
    );
  });

  it("[JSCH-08] is checked against its whole meta-schema by prepare", () => {
    const reader = input({ type: "object", required: ["a", "a"] });
    expect(() => reader.prepare()).to.throw(/^ERR_SCHEMA_INVALID: .*required must NOT have duplicate items/);
  });

  it("may share an $id with another", () => {
    for (const type of ["string", "number"]) {
      input({ $id: "https://example.com/same", type: "object", properties: { a: { type } } }).prepare();
    }
  });

  for (const key of ["__proto__", "constructor", "prototype"]) {
    it(`refuses arguments with ${key} anywhere`, () => {
      const raw = JSON.parse(`{"a":[{"b":{"${key}":1}}]}`) as object;
      expect(refusal(input({ type: "object" }).read(raw))).to.equal(
        `/a/0/b/${key} is a name that is never accepted`,
      );
    });
  }
});
