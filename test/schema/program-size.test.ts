import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonSchema } from "../../src/protocol/json.js";
import { SchemaValidator } from "../../src/schema/validator.js";
import { Field, inputProblems } from "./support.js";

const MOST = 1000;
const TEXT: JsonSchema = { type: "string" };

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function named<T>(count: number, make: (index: number) => T, prefix = "p"): Record<string, T> {
  return Object.fromEntries(times(count, (index) => [`${prefix}${index}`, make(index)]));
}

const under = (schema: JsonSchema): JsonSchema => ({ type: "object", properties: { a: schema } });

function nested(levels: number, wrap: (inner: JsonSchema) => JsonSchema): JsonSchema {
  let schema = TEXT;
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

/** Each has exactly so many members inside one another. */
const wide: readonly (readonly [string, (members: number) => JsonSchema])[] = [
  ["properties", (n) => ({ type: "object", properties: named(n, () => TEXT) })],
  ["patterns of names", (n) => ({ type: "object", patternProperties: named(n, () => TEXT, "^x") })],
  ["names that depend on others", (n) => ({ type: "object", dependentRequired: named(n, () => ["q"]) })],
  [
    "names that one depends on",
    (n) => ({ type: "object", dependentRequired: { a: times(n, (i) => `p${i}`) } }),
  ],
  ["dependent schemas", (n) => ({ type: "object", dependentSchemas: named(n, () => ({ required: ["q"] })) })],
  ["branches of anyOf", (n) => ({ type: "object", anyOf: times(n, (i) => ({ minProperties: i })) })],
  ["branches of oneOf", (n) => ({ type: "object", oneOf: times(n, (i) => ({ minProperties: i })) })],
  ["branches of allOf", (n) => ({ type: "object", allOf: times(n, (i) => ({ minProperties: i })) })],
  ["elements of a tuple", (n) => under({ type: "array", prefixItems: times(n - 1, () => TEXT) })],
  [
    "properties inside one another",
    (n) =>
      nested(20, (inner) => ({ type: "object", properties: { ...named(n / 20 - 1, () => TEXT), inner } })),
  ],
  [
    "properties behind a reference",
    (n) => ({
      type: "object",
      properties: { ...named(n / 2 - 1, () => TEXT), a: { $ref: "#/$defs/Half" } },
      $defs: { Half: { type: "object", properties: named(n / 2, () => TEXT) } },
    }),
  ],
];

const reports = (schema: JsonSchema): string[] =>
  inputProblems(schema).map(({ code, message }) => `${code} ${message}`);

describe("how large a schema may be", () => {
  for (const [title, make] of wide) {
    it(`[JSCH-14] compiles ${MOST} ${title}`, function () {
      this.timeout(120_000); // compiling takes seconds where the machine is busy
      const schema = make(MOST);
      expect(reports(schema)).to.deep.equal([]);
      expect(() => new SchemaValidator(schema).find({ a: 1 })).not.to.throw();
    });

    it(`[JSCH-14] refuses more than ${MOST} ${title} at boot`, () => {
      const [first, ...others] = reports(make(MOST + 20));
      expect(others).to.deep.equal([]);
      expect(first).to.match(/^ERR_SCHEMA_BOUNDS .*has more than 1000 members/);
    });
  }

  it("[JSCH-14] refuses a class with too many properties, naming the class and member that use it", () => {
    class Wide {}
    for (let index = 0; index <= MOST; index++) Field({ type: String })(Wide.prototype, `p${index}`);
    const [problem] = inputProblems(Wide);
    expect(problem).to.include({ code: "ERR_SCHEMA_BOUNDS", member: "Tickets.search" });
  });

  it("counts neither the values of an enum, nor required names, nor definitions", () => {
    const schema: JsonSchema = {
      type: "object",
      required: times(5000, (index) => `p${index}`),
      properties: { a: { enum: times(5000, (index) => index) } },
      $defs: named(5000, () => TEXT),
    };
    expect(reports(schema)).to.deep.equal([]);
    expect(new SchemaValidator(schema).find({ a: 1 })).not.to.equal(undefined);
  });

  const chain = (length: number, to: (reference: JsonSchema) => JsonSchema): JsonSchema => ({
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: named(length, (i) => (i < length - 1 ? to({ $ref: `#/$defs/d${i + 1}` }) : TEXT), "d"),
  });
  const links: readonly (readonly [string, (reference: JsonSchema) => JsonSchema])[] = [
    ["properties", under],
    ["allOf", (reference) => ({ allOf: [reference] })],
    ["nothing between", (reference) => reference],
  ];
  for (const [title, link] of links) {
    it(`[JSCH-14] follows a chain of references through ${title} up to 256 levels`, () => {
      const schema = chain(120, link);
      expect(reports(schema)).to.deep.equal([]);
      expect(() => new SchemaValidator(schema).find({ a: 1 })).not.to.throw();
      for (const length of [300, 4000]) {
        expect(reports(chain(length, link))[0]).to.match(
          /^ERR_SCHEMA_BOUNDS .*deeper than 256 levels, references followed/,
        );
      }
    });
  }

  it("takes a schema that contains itself for as large as it is written", () => {
    const schema: JsonSchema = {
      ...under({ $ref: "#/$defs/Node" }),
      $defs: { Node: { type: "object", properties: named(900, () => ({ $ref: "#/$defs/Node" })) } },
    };
    expect(reports(schema)).to.deep.equal([]);
  });

  const endless: unknown[] = [];
  endless.push(endless);
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  for (const keyword of ["const", "default", "examples", "enum", "x-note"]) {
    it(`[JSCH-14] refuses ${keyword} that is nested too deep, or in itself`, () => {
      for (const value of [[deep], endless]) {
        const [problem] = reports(under({ [keyword]: value } as JsonSchema));
        expect(problem).to.match(/^ERR_SCHEMA_BOUNDS .*\/properties\/a\/.* is nested deeper than 64 levels/);
      }
    });
  }
});
