import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { Field, output, refusal } from "./support.js";

class Ticket {
  @Field() id!: string;
  @Field({ optional: true }) note?: string;
  @Field({ optional: true }) closed?: Date;
}

class Page {
  @Field({ items: Ticket }) tickets!: Ticket[];
  @Field({ nullable: true, optional: true, type: Ticket }) first?: Ticket | null;
}

describe("writing the answer of a DTO", () => {
  it("leaves out what is not declared, at every level", () => {
    const row = { id: "T-1", password: "secret", note: undefined };
    expect(output(Page).write({ tickets: [row], first: row, cursor: 5 })).to.deep.equal({
      tickets: [{ id: "T-1" }],
      first: { id: "T-1" },
    });
  });

  it("reads getters, its own and inherited", () => {
    class Base {
      constructor(readonly row: { readonly name: string }) {}
      @Field() get name(): string {
        return this.row.name;
      }
    }
    class View extends Base {
      @Field() get upper(): string {
        return this.name.toUpperCase();
      }
    }
    expect(output(View).write(new View({ name: "ada" }))).to.deep.equal({ name: "ada", upper: "ADA" });
  });

  it("writes dates as text and keeps null where it is legal", () => {
    const closed = new Date("2026-07-28T10:00:00Z");
    expect(output(Page).write({ tickets: [{ id: "a", closed }], first: null })).to.deep.equal({
      tickets: [{ id: "a", closed: "2026-07-28T10:00:00.000Z" }],
      first: null,
    });
  });

  const bad: readonly [string, unknown, string][] = [
    ["nothing", undefined, "must be object, got nothing"],
    ["an array", [], "must be object, got array"],
    ["a missing member", { tickets: [{}] }, "/tickets/0/id is required"],
    ["a member of another type", { tickets: [{ id: 5 }] }, "/tickets/0/id must be string, got number 5"],
    ["a hole", { tickets: [undefined] }, "/tickets/0 must be object, got null"],
    [
      "a date without a value",
      { tickets: [{ id: "a", closed: new Date(Number.NaN) }] },
      "/tickets/0/closed is a Date without a value",
    ],
    [
      "a bigint",
      { tickets: [{ id: 5n }] },
      "/tickets/0/id cannot be written as JSON: it contains itself, or a bigint",
    ],
  ];
  for (const [title, value, message] of bad) {
    it(`[TOOL-39] refuses ${title}`, () => {
      expect(refusal(output(Page).write(value))).to.equal(message);
    });
  }

  it("refuses a value that contains itself", () => {
    class Node {
      @Field({ optional: true, type: () => Node }) next?: object;
    }
    const node: { next?: object } = {};
    node.next = node;
    expect(refusal(output(Node).write(node))).to.match(/is nested deeper than 64 levels$/);
  });

  it("does not take what every object inherits for a member", () => {
    class Odd {
      @Field({ type: String, optional: true }) declare toString: never;
    }
    expect(output(Odd).write({})).to.deep.equal({});
  });

  it("lets the failure of a getter through", () => {
    class Failing {
      @Field() get name(): string {
        throw new Error("no database");
      }
    }
    expect(() => output(Failing).write(new Failing())).to.throw("no database");
  });
});

describe("writing other answers", () => {
  for (const value of [0, false, null, "", [], {}, 1.5]) {
    it(`[TOOL-37] writes ${JSON.stringify(value)} where the schema allows it`, () => {
      expect(output({}).write(value)).to.deep.equal(value);
      expect(output(z.unknown()).write(value)).to.deep.equal(value);
    });
  }

  it("writes what JSON makes of a value, then validates that", () => {
    const schema = { type: "object", properties: { at: { type: "string" } }, additionalProperties: false };
    expect(output(schema).write({ at: new Date(0), gone: undefined })).to.deep.equal({
      at: "1970-01-01T00:00:00.000Z",
    });
    expect(refusal(output(schema).write({ at: 5 }))).to.equal("/at must be string, got number 5");
  });

  it("refuses maps and sets, of which JSON would keep nothing, at any depth", () => {
    for (const [value, at] of [
      [new Map([["a", 1]]), "it is a Map"],
      [new Set([1]), "it is a Set"],
      [{ list: [{ tags: new Set() }] }, '"tags" is a Set'],
    ] as const) {
      expect(refusal(output({}).write(value))).to.equal(
        `must be JSON, and ${at}: give an object or an array`,
      );
    }
  });

  it("refuses nothing, functions, bigints and circles", () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    expect(refusal(output({}).write(undefined))).to.equal("must be JSON, got nothing");
    expect(refusal(output({}).write(() => 1))).to.equal("must be JSON, got function");
    for (const value of [5n, circle]) {
      expect(refusal(output({}).write(value))).to.equal(
        "cannot be written as JSON: it contains itself, or a bigint",
      );
    }
  });

  it("[TOOL-39] validates with the library and publishes its output side", () => {
    const schema = z.object({
      n: z.number().default(1),
      text: z
        .string()
        .transform((text) => text.length)
        .pipe(z.number()),
    });
    const writer = output(schema);
    expect(writer.schema).to.have.nested.property("properties.text.type", "number");
    expect(writer.write({ text: "abc", secret: 1 })).to.deep.equal({ n: 1, text: 3 });
    expect(refusal(writer.write({ text: 5 }))).to.equal(
      "/text Invalid input: expected string, received number",
    );
  });

  it("waits for a library that answers later", async () => {
    const schema = z.object({ a: z.string().refine(async (text) => text === "ok", "must be ok") });
    expect(await output(schema).write({ a: "ok" })).to.deep.equal({ a: "ok" });
    expect(refusal(await output(schema).write({ a: "no" }))).to.equal("/a must be ok, got string");
  });
});
