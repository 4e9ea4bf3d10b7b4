import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { expect } from "chai";
import { describe, it } from "mocha";
import * as v from "valibot";
import { z } from "zod";
import { input, inputProblems, refusal } from "./support.js";

const sources = {
  zod: z.object({ text: z.string(), limit: z.int().optional() }),
  arktype: type({ text: "string", "limit?": "number.integer" }),
  valibot: toStandardJsonSchema(
    v.object({ text: v.string(), limit: v.optional(v.pipe(v.number(), v.integer())) }),
  ),
};

for (const [library, source] of Object.entries(sources)) {
  describe(`a schema of ${library}`, () => {
    it("is published as JSON Schema with an object root", () => {
      const { schema } = input(source);
      expect(schema.type).to.equal("object");
      expect(schema).to.have.nested.property("properties.text.type", "string");
      expect(schema).to.have.nested.property("properties.limit.type", "integer");
      expect(schema.required).to.deep.equal(["text"]);
      input(source).prepare();
    });

    it("[TOOL-25] validates by its own code and names the path", () => {
      expect(input(source).read({ text: "a" })).to.deep.equal({ text: "a" });
      expect(refusal(input(source).read({ text: 5 }))).to.match(/^\/text .*(?:number|received 5)/);
    });

    for (const key of ["__proto__", "constructor", "prototype"]) {
      it(`refuses ${key} anywhere`, () => {
        const raw = JSON.parse(`{"text":"a","x":{"${key}":1}}`) as object;
        expect(refusal(input(source).read(raw))).to.equal(`/x/${key} is a name that is never accepted`);
      });
    }
  });
}

describe("a Standard Schema", () => {
  it("waits for a validator that answers later", async () => {
    const schema = z.object({ a: z.string().refine(async (text) => text === "ok", "must be ok") });
    expect(await input(schema).read({ a: "ok" })).to.deep.equal({ a: "ok" });
    expect(refusal(await input(schema).read({ a: "no" }))).to.equal("/a must be ok, got string");
  });

  it("without JSON Schema is a problem that names the way out", () => {
    const [problem] = inputProblems(v.object({ a: v.string() }));
    expect(problem?.code).to.equal("ERR_SCHEMA_INVALID");
    expect(problem?.message).to.equal("The schema is not valid: valibot gives no JSON Schema of this one");
    expect(problem?.fix).to.equal("Wrap it: toStandardJsonSchema(schema), from @valibot/to-json-schema");
  });

  it("that JSON Schema cannot express is a problem", () => {
    const [problem, ...others] = inputProblems(z.object({ at: z.date() }));
    expect(others).to.deep.equal([]);
    expect(problem?.code).to.equal("ERR_SCHEMA_INVALID");
    expect(problem?.message).to.match(/^The schema is not valid: zod cannot write it as JSON Schema: Date/);
  });

  it("[TOOL-12] that is a union at its root is a problem", () => {
    const [problem] = inputProblems(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));
    expect(problem?.code).to.equal("ERR_SCHEMA_ROOT");
    expect(problem?.message).to.match(/it says no type and has anyOf$/);
  });

  it("names the array or object that came as JSON text, and repairs it with coerce", () => {
    const schema = z.object({ ids: z.array(z.number()), note: z.string() });
    const raw = { ids: "[1]", note: "[2]" };
    expect(refusal(input(schema).read(raw))).to.equal(
      "/ids Invalid input: expected array, received string: it must not be a JSON string; send the array itself",
    );
    expect(input(schema, "json-strings").read(raw)).to.deep.equal({ ids: [1], note: "[2]" });
  });

  const shape = z.object({
    shape: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("circle"), r: z.number() }),
      z.object({ kind: z.literal("square"), side: z.number() }),
    ]),
  });
  for (const kind of ["triangle", "toString", ""]) {
    it(`names the unknown tag ${JSON.stringify(kind)}, and leaves the input alone`, () => {
      const raw = Object.freeze({ shape: Object.freeze({ kind, r: 1 }) });
      expect(refusal(input(shape).read(raw))).to.match(
        new RegExp(`^/shape/kind Invalid.*: unknown kind ${JSON.stringify(kind)}`),
      );
    });
  }

  it("keeps the tag of a known alternative, and refuses a missing one and null", () => {
    expect(input(shape).read({ shape: { kind: "circle", r: 1 } })).to.deep.equal({
      shape: { kind: "circle", r: 1 },
    });
    expect(refusal(input(shape).read({ shape: { r: 1 } }))).to.match(/^\/shape\/kind .*unknown kind nothing/);
    expect(refusal(input(shape).read({ shape: null }))).to.match(/^\/shape .*received null/);
  });
});
