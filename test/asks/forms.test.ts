import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { type BootError, Problems } from "../../src/errors/boot-error.js";
import type { SchemaSource } from "../../src/handler/schema-source.js";
import { Ask, createServer, type Elicited, Feature, Field, Tool } from "../../src/index.js";
import { compileForm, formOf } from "../../src/mrtr/form.js";
import { findDefinitionFault } from "../wire/expect-wire-valid.js";

const field = (schema: object) => ({ type: "object", properties: { field: schema } });

/** The faults of a form, as boot reports them. */
function faultsOf(source: SchemaSource): string[] {
  const problems = new Problems();
  compileForm(source, { member: "Form", place: undefined }, problems);
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    return (error as BootError).problems.map(({ code, message }) => `${code} ${message}`); // the only thing it throws
  }
}

describe("a form", () => {
  const legal: readonly (readonly [ids: string, what: string, schema: object])[] = [
    [
      "[ELI-11]",
      "text",
      { type: "string", title: "A", description: "B", minLength: 1, maxLength: 9, default: "x" },
    ],
    ...["email", "uri", "date", "date-time"].map(
      (format) => ["[ELI-11]", `text of the format ${format}`, { type: "string", format }] as const,
    ),
    ["[ELI-12]", "a number", { type: "number", minimum: 0.5, maximum: 2, default: 1.5, title: "A" }],
    ["[ELI-12]", "an integer", { type: "integer", minimum: 1, maximum: 5, default: 2 }],
    ["[ELI-13]", "a boolean", { type: "boolean", title: "A", description: "B", default: false }],
    ["[ELI-14]", "a choice", { type: "string", enum: ["a", "b"], default: "a" }],
    [
      "[ELI-14]",
      "a choice with titles",
      {
        type: "string",
        oneOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
      },
    ],
    ["[ELI-14]", "a choice with names", { type: "string", enum: ["a"], enumNames: ["A"] }],
    [
      "[ELI-14]",
      "several choices",
      {
        type: "array",
        items: { type: "string", enum: ["a", "b"] },
        minItems: 1,
        maxItems: 2,
        default: ["a"],
      },
    ],
    [
      "[ELI-14]",
      "several choices with titles",
      { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
    ],
  ];
  for (const [ids, what, schema] of legal) {
    it(`${ids} may ask for ${what}`, () => {
      expect(faultsOf(field(schema))).to.eql([]);
      const { requestedSchema } = formOf(field(schema));
      expect(requestedSchema).to.eql({ type: "object", properties: { field: schema } });
      const params = { mode: "form", message: "?", requestedSchema };
      expect(findDefinitionFault("ElicitRequestFormParams", params)).to.equal(undefined);
    });
  }

  const illegal: readonly (readonly [ids: string, what: string, schema: object, fault: RegExp])[] = [
    ["[ELI-10]", "an object", { type: "object", properties: {} }, /"field" is an object/],
    [
      "[ELI-10]",
      "a list of objects",
      { type: "array", items: { type: "object" } },
      /a list of something else than choices/,
    ],
    ["[ELI-10]", "a reference", { $ref: "#/$defs/a" }, /is of another schema|does not resolve/],
    ["[ELI-10]", "a union", { anyOf: [{ type: "string" }, { type: "number" }] }, /is of another schema/],
    ["[ELI-10]", "several types", { type: ["string", "null"] }, /is of several types/],
    ["[ELI-10]", "anything", {}, /is of no type/],
    [
      "[ELI-11]",
      "a format that clients do not know",
      { type: "string", format: "ipv4" },
      /has the format ipv4/,
    ],
    ["[ELI-11]", "a pattern", { type: "string", pattern: "^a$" }, /has pattern, which a form cannot say/],
    ["[ELI-12]", "a multiple", { type: "number", multipleOf: 2 }, /has multipleOf/],
    ["[ELI-12]", "an open bound", { type: "number", exclusiveMinimum: 2 }, /has exclusiveMinimum/],
    [
      "[ELI-14]",
      "a choice of numbers",
      { type: "integer", enum: [1, 2] },
      /has enum, which a form cannot say/,
    ],
    ["[ELI-14]", "a choice of nothing", { type: "string", oneOf: [] }, /^ERR_SCHEMA_INVALID/],
    [
      "[ELI-14]",
      "a choice without titles",
      { type: "string", oneOf: [{ const: "a" }] },
      /choice of something else than texts/,
    ],
    [
      "[ELI-15]",
      "a default that is no choice",
      { type: "string", enum: ["a"], default: "b" },
      /a default that is none of its own values/,
    ],
    [
      "[ELI-15]",
      "a default of another type",
      { type: "boolean", default: "true" },
      /a default that is none of its own values/,
    ],
    [
      "[ELI-15]",
      "a default with a fraction",
      { type: "integer", default: 1.5 },
      /a default that is none of its own values/,
    ],
    [
      "[ELI-28]",
      "something with a link in its description",
      { type: "string", description: "See https://x.example" },
      /shows a link/,
    ],
  ];
  for (const [ids, what, schema, fault] of illegal) {
    it(`${ids} may not ask for ${what}`, () => {
      const faults = faultsOf(field(schema));
      expect(faults.join("\n")).to.match(fault);
      expect(() => formOf(field(schema))).to.throw(/^ERR_FORM_INVALID/);
    });
  }

  it("[ELI-01] may not ask for secrets, by any usual name of them", () => {
    for (const name of [
      "password",
      "userPassword",
      "api_key",
      "apiKey",
      "API-Key",
      "accessToken",
      "secret",
      "client_secret",
      "privateKey",
      "credential",
      "cardNumber",
      "card_number",
      "cvv",
      "pin",
      "iban",
    ]) {
      const faults = faultsOf({ type: "object", properties: { [name]: { type: "string" } } });
      expect(faults, name).to.have.length(1);
      expect(faults[0]).to.include(`"${name}" asks for a secret`);
    }
    for (const name of ["name", "maxTokens", "opinion", "shipping", "spin", "keyboard", "author"]) {
      expect(faultsOf({ type: "object", properties: { [name]: { type: "string" } } }), name).to.eql([]);
    }
  });

  it("[ELI-09] is made of a class, and of a Standard Schema", () => {
    class Booking {
      @Field("Where to sit", { minLength: 1, maxLength: 5 }) seat!: string;
      @Field({ enum: ["fish", "beans"] }) meal: "fish" | "beans" = "fish";
      @Field({ integer: true, min: 1, max: 9, optional: true }) guests?: number;
    }
    expect(formOf(Booking).requestedSchema).to.eql({
      type: "object",
      properties: {
        seat: { type: "string", description: "Where to sit", minLength: 1, maxLength: 5 },
        meal: { type: "string", enum: ["fish", "beans"], default: "fish" },
        guests: { type: "integer", minimum: 1, maximum: 9 },
      },
      required: ["seat"],
    });
    const { requestedSchema } = formOf(z.object({ seat: z.string().min(1), sure: z.boolean().optional() }));
    expect(requestedSchema).to.deep.include({ required: ["seat"] });
    expect(formOf(Booking)).to.equal(formOf(Booking));
  });

  it("says at boot, of a declared question, what is wrong with it and where", async () => {
    class Nested {
      @Field() inner!: string;
    }
    class Wrong {
      @Field() nested!: Nested;
      @Field() token!: string;
    }
    @Feature()
    class Desk {
      @Tool() close(@Ask(Wrong, "Sure?") answer: Elicited<Wrong>): string {
        return answer.action;
      }
    }
    const boot = await createServer({ name: "x", version: "1.0.0", features: [Desk] }).catch(
      (error: unknown) => error,
    );
    const { problems } = boot as BootError; // the form is wrong
    expect(problems.map(({ code, member }) => [code, member])).to.eql([
      ["ERR_FORM_INVALID", "Desk.close"],
      ["ERR_FORM_INVALID", "Desk.close"],
    ]);
    expect(problems[0]?.place).to.match(/forms\.test\.(?:ts|js):\d+:\d+$/);
  });
});
