import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { Feature, Field, Prompt, Resource, Tool } from "../../src/index.js";
import { lintsOf } from "./lint-features.js";
import { toolTaking, toolTakingOne } from "./tool-with.js";

const TEXT = "LINT_STRING_UNBOUNDED Desk: value takes text of any length";
const LIST = "LINT_ARRAY_UNBOUNDED Desk: value takes a list of any length";

describe("lints of bounds", () => {
  it("find texts that nothing bounds, wherever they stand", async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ type: "string" }, "value"],
      [{ type: ["string", "null"] }, "value"],
      [{ type: "string", format: "email" }, "value"],
      [{ type: "string", pattern: "^a+$" }, "value"],
      [{ type: "string", pattern: "a" }, "value"],
      [{ type: "string", minLength: 1 }, "value"],
      [{ anyOf: [{ type: "string" }, { type: "null" }] }, "value"],
      [{ type: "array", maxItems: 2, items: { type: "string" } }, "value[]"],
      [{ type: "array", prefixItems: [{ type: "string" }], items: false }, "value[0]"],
      [{ type: "object", additionalProperties: { type: "string" } }, "value.*"],
      [{ type: "object", patternProperties: { "^a$": { type: "string" } } }, "value.*"],
      [{ type: "object", properties: { a: { type: "string", description: "a" } } }, "value.a"],
    ];
    for (const [schema, subject] of cases) {
      expect(await lintsOf([toolTakingOne({ ...schema })]), JSON.stringify(schema)).to.eql([
        `LINT_STRING_UNBOUNDED Desk: ${subject} takes text of any length`,
      ]);
    }
  });

  it("let texts pass that something bounds, be it around or beside them", async () => {
    const schemas = [
      { type: "string", maxLength: 5 },
      { type: "string", enum: ["a"] },
      { type: "string", const: "a" },
      { type: "string", format: "uuid" },
      { type: "string", format: "date-time" },
      { type: "string", pattern: "^T-[0-9]{1,12}$" },
      { maxLength: 5, anyOf: [{ type: "string" }, { type: "null" }] },
      { allOf: [{ type: "string" }, { maxLength: 5 }] },
      { type: "string", $ref: "#/$defs/Short" },
      { type: "object", propertyNames: { type: "string" } },
      { not: { type: "string" } },
      { type: "integer" },
    ];
    const more = { $defs: { Short: { maxLength: 5 } } };
    for (const schema of schemas) {
      expect(await lintsOf([toolTakingOne(schema, more)]), JSON.stringify(schema)).to.eql([]);
    }
  });

  it("find lists that nothing bounds, and let those pass that something does", async () => {
    const items = { type: "integer" };
    for (const schema of [
      { type: "array", items },
      { type: ["array", "null"], items, minItems: 1 },
      { type: "array", prefixItems: [items] },
    ]) {
      expect(await lintsOf([toolTakingOne(schema)]), JSON.stringify(schema)).to.eql([LIST]);
    }
    for (const schema of [
      { type: "array", items, maxItems: 3 },
      { type: "array", prefixItems: [items], items: false },
      { type: "array", items, const: [1] },
      { maxItems: 3, anyOf: [{ type: "array", items }, { type: "null" }] },
    ]) {
      expect(await lintsOf([toolTakingOne(schema)]), JSON.stringify(schema)).to.eql([]);
    }
  });

  it("read draft-07, where a tuple is a list of items", async () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        value: { type: "array", description: "A pair", items: [{ type: "string" }], additionalItems: false },
      },
    };
    expect(await lintsOf([toolTaking(schema)])).to.eql([
      "LINT_STRING_UNBOUNDED Desk: value[0] takes text of any length",
    ]);
  });

  it("read what zod publishes", async () => {
    const value = (schema: z.ZodType) => toolTaking(z.object({ value: schema.describe("A value") }));
    expect(await lintsOf([value(z.string())])).to.eql([TEXT]);
    expect(await lintsOf([value(z.string().optional())])).to.eql([TEXT]);
    expect(await lintsOf([value(z.array(z.number()))])).to.eql([LIST]);
    for (const bounded of [
      z.string().max(5),
      z.enum(["a", "b"]),
      z.literal("a"),
      z.uuid(),
      z.iso.datetime(),
      z.array(z.number()).max(5),
      z.union([z.string().max(5), z.number()]),
    ]) {
      expect(await lintsOf([value(bounded)])).to.eql([]);
    }
  });

  it("look at what prompts and templates take as at what tools take, and at a shared class once", async () => {
    class Ref {
      @Field("The id") id!: string;
    }
    @Feature()
    class Desk {
      @Prompt({ title: "Asks" })
      ask(_ref: Ref): string {
        return "";
      }

      @Resource("desk://{id}", { title: "One" })
      one(_ref: Ref): string {
        return "";
      }

      @Tool({ description: "Takes one" })
      take(_ref: Ref): string {
        return "";
      }
    }
    expect(await lintsOf([Desk])).to.eql(["LINT_STRING_UNBOUNDED Ref.id: id takes text of any length"]);
  });

  it("say the way from the property of a class where the text is inside of it", async () => {
    class Input {
      @Field("Tags", { items: String, maxItems: 3 }) tags!: string[];
    }
    expect(await lintsOf([toolTaking(Input)])).to.eql([
      "LINT_STRING_UNBOUNDED Input.tags: tags[] takes text of any length",
    ]);
  });
});
