import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { Feature, Field, Prompt } from "../../src/index.js";
import { lintsOf } from "./lint-features.js";
import { toolTaking, toolTakingOne } from "./tool-with.js";

describe("lints of portability", () => {
  it("find alternatives at the root, and say who refuses which", async () => {
    const both = ["allOf", "anyOf", "oneOf"].map(
      (keyword) => [keyword, "OpenAI and Anthropic refuse"] as const,
    );
    for (const [keyword, apis] of both) {
      expect(await lintsOf([toolTaking({ type: "object", [keyword]: [{ required: ["a"] }] })])).to.eql([
        `LINT_PORTABLE_ROOT Desk: ${apis} this input: ${keyword} stands at its root`,
      ]);
    }
    const values = { const: {}, enum: [{}], not: { required: ["a"] } };
    for (const [keyword, value] of Object.entries(values)) {
      expect(await lintsOf([toolTaking({ type: "object", [keyword]: value })])).to.eql([
        `LINT_PORTABLE_ROOT Desk: OpenAI refuses this input: ${keyword} stands at its root`,
        ...(keyword === "enum"
          ? ["LINT_PORTABLE_ENUM Desk: Gemini refuses the input: its choice an object or a list is no text"]
          : []),
      ]);
    }
    expect(await lintsOf([toolTakingOne({ anyOf: [{ type: "integer" }, { type: "null" }] })])).to.eql([]);
  });

  it("find argument names with other characters, or too many of them", async () => {
    for (const name of ["my key", "filter[id]", "größe", "$top", "x".repeat(65)]) {
      const value = { type: "integer", description: "A value" };
      expect(await lintsOf([toolTaking({ type: "object", properties: { [name]: value } })]), name).to.eql([
        `LINT_PORTABLE_KEY Desk: Anthropic refuses the argument name ${JSON.stringify(name)}`,
      ]);
    }
    const fine = Object.fromEntries(
      ["a", "a.b", "a-b_c", "x".repeat(64)].map((name) => [
        name,
        { type: "integer", description: "A value" },
      ]),
    );
    expect(await lintsOf([toolTaking({ type: "object", properties: fine })])).to.eql([]);
  });

  it("find lists of which nothing says what they hold", async () => {
    for (const schema of [{ type: "array" }, { type: ["array", "null"] }]) {
      expect(await lintsOf([toolTakingOne({ ...schema, maxItems: 2 })])).to.eql([
        "LINT_PORTABLE_ITEMS Desk: OpenAI and Gemini refuse value: it is a list, and nothing says of what",
      ]);
    }
    for (const schema of [{ items: {} }, { prefixItems: [{ type: "integer" }] }]) {
      expect(await lintsOf([toolTakingOne({ type: "array", maxItems: 2, ...schema })])).to.eql([]);
    }
  });

  it("find choices that are no texts, or empty ones; null may be one", async () => {
    class Input {
      @Field("A level", { enum: [1, 2] }) level!: number;
      @Field("A state", { enum: ["open", ""] }) state!: string;
      @Field("Open or not known", { enum: ["open", null], type: String, nullable: true }) maybe!:
        | string
        | null;
    }
    expect(await lintsOf([toolTaking(Input)])).to.eql([
      "LINT_PORTABLE_ENUM Input.level: Gemini refuses level: its choice 1 is no text",
      "LINT_PORTABLE_ENUM Input.state: Gemini refuses state: one of its choices is an empty text",
    ]);
    expect(await lintsOf([toolTakingOne({ type: "boolean", enum: [true] })])).to.eql([
      "LINT_PORTABLE_ENUM Desk: Gemini refuses value: its choice true is no text",
    ]);
  });

  it("find inputs that contain themselves, straight or around, and none that only share a part", async () => {
    class Tree {
      @Field("Inner trees", { items: () => Tree, maxItems: 3 }) children!: Tree[];
    }
    expect(await lintsOf([toolTaking(Tree)])).to.eql([
      "LINT_PORTABLE_RECURSION Desk: Gemini refuses this input: Tree contains itself",
    ]);
    const around = {
      $defs: {
        A: { type: "object", properties: { b: { description: "b", $ref: "#/$defs/B" } } },
        B: { type: "object", properties: { a: { description: "a", $ref: "#/$defs/A" } } },
      },
    };
    expect(await lintsOf([toolTakingOne({ $ref: "#/$defs/A" }, around)])).to.eql([
      "LINT_PORTABLE_RECURSION Desk: Gemini refuses this input: A contains itself",
    ]);
    const whole = { type: "object", properties: { inner: { description: "The same once more", $ref: "#" } } };
    expect(await lintsOf([toolTaking(whole)])).to.eql([
      "LINT_PORTABLE_RECURSION Desk: Gemini refuses this input: the input contains itself",
    ]);
    const shared = { $defs: { Count: { type: "integer" } } };
    const ref = { $ref: "#/$defs/Count" };
    expect(
      await lintsOf([toolTakingOne({ anyOf: [ref, { type: "array", maxItems: 2, items: ref }] }, shared)]),
    ).to.eql([]);
  });

  it("look at tools alone: prompts are not sent to a model API as functions", async () => {
    class Input {
      @Field("A state", { enum: ["open", ""] }) state!: string;
    }
    @Feature()
    class Desk {
      @Prompt({ title: "Asks" })
      ask(_input: Input): string {
        return "";
      }
    }
    expect(await lintsOf([Desk], { strict: true })).to.eql([]);
  });

  it("let pass what zod publishes of an ordinary object", async () => {
    const input = z.object({
      text: z.string().max(10).describe("A text"),
      count: z.number().int().min(1).optional().describe("A count"),
      tags: z.array(z.string().max(5)).max(3).describe("Tags"),
      kind: z
        .discriminatedUnion("type", [
          z.object({ type: z.literal("a"), size: z.number().describe("A size") }),
          z.object({ type: z.literal("b") }),
        ])
        .describe("Kinds"),
    });
    expect(await lintsOf([toolTaking(input)])).to.eql([]);
  });
});

describe("lints of OpenAI's strict mode", () => {
  const strict = async (schema: object, more: object = {}): Promise<readonly string[]> =>
    lintsOf([toolTakingOne({ ...schema }, { ...more })], { strict: true });
  const refused = (subject: string, detail: string): string =>
    `LINT_PORTABLE_STRICT Desk: OpenAI's strict mode refuses ${subject}: ${detail}`;

  it("are asked for: without it nobody is told", async () => {
    expect(await lintsOf([toolTakingOne({ type: "object" })])).to.eql([]);
    expect(await strict({ type: "object" })).to.eql([
      refused("value", "it takes members that are not declared"),
    ]);
  });

  it("find keywords that it does not know", async () => {
    const uses = {
      allOf: [{ type: "integer" }],
      oneOf: [{ type: "integer" }],
      not: { type: "string" },
      if: { type: "integer" },
      dependentRequired: { a: ["b"] },
      dependentSchemas: { a: {} },
      patternProperties: { a: {} },
      propertyNames: { maxLength: 5 },
      unevaluatedProperties: false,
    };
    for (const [keyword, value] of Object.entries(uses)) {
      expect(await strict({ [keyword]: value }), keyword).to.eql([refused("value", `it uses ${keyword}`)]);
    }
  });

  it("find objects with free names", async () => {
    const open = [refused("value", "it takes members that are not declared")];
    expect(await strict({ type: "object", additionalProperties: { type: "integer" } })).to.eql(open);
    expect(await strict({ type: "object", properties: {}, additionalProperties: true })).to.eql(open);
    expect(await strict({ type: "object", properties: {} })).to.eql([]);
    expect(await strict({ type: "object", properties: {}, additionalProperties: false })).to.eql([]);
  });

  it("find what may be left out and may not be null", async () => {
    const left = { required: [] };
    expect(await strict({ type: "integer" }, left)).to.eql([
      refused("value", "it may be left out, and may not be null"),
    ]);
    for (const schema of [
      { type: ["integer", "null"] },
      { anyOf: [{ type: "integer" }, { type: "null" }] },
      { const: null },
      {},
    ]) {
      expect(await strict(schema, left), JSON.stringify(schema)).to.eql([]);
    }
  });

  it("find what is nested deeper than ten levels", async () => {
    const nested = (levels: number): object =>
      levels === 0
        ? { type: "integer", description: "The end" }
        : { type: "object", description: "More", properties: { in: nested(levels - 1) }, required: ["in"] };
    expect(await strict(nested(9))).to.eql([]);
    expect(await strict(nested(11))).to.eql([
      refused(`value${".in".repeat(10)}`, "it is nested deeper than 10 levels"),
    ]);
  });
});
