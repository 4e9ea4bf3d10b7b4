import { expect } from "chai";
import { describe, it } from "mocha";
import { Violations } from "../../src/schema/contract.js";
import { Field, input, refusal } from "./support.js";

class Query {
  @Field({ minLength: 1 }) text!: string;
  @Field({ integer: true, min: 1, max: 50 }) limit = 10;
  @Field({ optional: true }) exact?: boolean;
}

class Score {
  @Field() math!: number;
}

class Sheet {
  @Field() score!: Score;
  @Field({ items: Score, optional: true }) more?: Score[];
}

describe("reading the arguments of a DTO", () => {
  it("builds an instance, with defaults for what is absent", () => {
    const read = input(Query).read({ text: "printer" }) as Query;
    expect(read).to.be.instanceOf(Query);
    expect({ ...read }).to.deep.equal({ text: "printer", limit: 10 });
  });

  it("[TOOL-25] names every failing path with rule and received type", () => {
    expect(refusal(input(Query).read({ limit: "5", exact: "false" }))).to.equal(
      "/text is required; /limit must be integer, got string; /exact must be boolean, got string",
    );
    expect(refusal(input(Query).read({ text: "", limit: 51 }))).to.equal(
      "/text must NOT have fewer than 1 characters, got string; /limit must be <= 50, got number 51",
    );
  });

  it("[TOOL-52] refuses properties that are not declared", () => {
    expect(refusal(input(Query).read({ text: "a", secret: 1 }))).to.equal("/secret is not a known property");
  });

  for (const value of ["false", "0", "", "no", 0, {}, []]) {
    it(`never converts ${JSON.stringify(value)} into a boolean`, () => {
      const text = refusal(input(Query).read({ text: "a", exact: value }));
      expect(text).to.match(/^\/exact must be boolean, got (string|number 0|object|array)$/);
    });
  }

  it("refuses null for an optional field that is not nullable", () => {
    expect(refusal(input(Query).read({ text: "a", exact: null }))).to.equal(
      "/exact must be boolean, got null",
    );
  });

  const wrong: readonly [unknown, string][] = [
    [{ score: [{ math: 100 }] }, "/score must be object, got array"],
    [{ score: { 0: {} } }, "/score/math is required; /score/0 is not a known property"],
    [{ score: { math: 1 }, more: [null, { math: 1 }] }, "/more/0 must be object, got null"],
    [{ score: { math: 1 }, more: [[{ math: 1 }]] }, "/more/0 must be object, got array"],
    [{ score: { math: 1 }, more: "x" }, "/more must be array, got string"],
    [{ score: { math: 1 }, more: 5 }, "/more must be array, got number 5"],
    [null, "must be object, got null"],
    ["x", "must be object, got string"],
    [undefined, "must be object, got nothing"],
  ];
  for (const [value, message] of wrong) {
    it(`refuses ${JSON.stringify(value) ?? "nothing"} with its path`, () => {
      expect(refusal(input(Sheet).read(value))).to.equal(message);
    });
  }

  it("builds nested classes and lists of them, and leaves the raw value alone", () => {
    const raw = Object.freeze({
      score: Object.freeze({ math: 1 }),
      more: Object.freeze([Object.freeze({ math: 2 })]),
    });
    const sheet = input(Sheet).read(raw) as Sheet;
    expect(sheet.score).to.be.instanceOf(Score);
    expect(sheet.more?.[0]).to.be.instanceOf(Score);
    expect(sheet.more?.[0]?.math).to.equal(2);
  });

  for (const key of ["__proto__", "constructor", "prototype"]) {
    it(`lets no ${key} of a client reach an instance`, () => {
      class Free {
        @Field({ schema: { type: "object" } }) data!: object;
      }
      const nested = JSON.parse(`{"data":{"a":[{"${key}":{"polluted":true}}]}}`) as object;
      expect(refusal(input(Free).read(nested))).to.equal(`/data/a/0/${key} is a name that is never accepted`);
      const top = JSON.parse(`{"text":"a","${key}":{"polluted":true}}`) as object;
      expect(refusal(input(Query).read(top))).to.equal(`/${key} is not a known property`);
    });
  }

  it("does not take what every object inherits for an argument", () => {
    class Odd {
      @Field({ type: String }) declare toString: never;
    }
    expect(refusal(input(Odd).read({}))).to.equal("/toString is required");
  });

  it("refuses arguments nested without end before the stack is", () => {
    class Tree {
      @Field({ items: () => Tree }) kids!: Tree[];
    }
    let deep: object = { kids: [] };
    for (let level = 0; level < 20_000; level++) deep = { kids: [deep] };
    expect(refusal(input(Tree).read(deep))).to.match(/is nested deeper than 64 levels$/);
  });

  it("reports at most ten things, and does so quickly for a huge array", () => {
    class Many {
      @Field({ items: Number }) list!: number[];
    }
    const few = input(Many).read({ list: Array.from({ length: 30 }, () => "x") });
    expect((few as Violations).list).to.have.length(10);
    const many = input(Many).read({ list: Array.from({ length: 200_000 }, () => "x") });
    expect(refusal(many)).to.equal("/list/0 must be number, got string");
  });

  const dates: readonly [string, string][] = [
    ["2026-07-28T10:00:00Z", "2026-07-28T10:00:00.000Z"],
    ["2026-07-28T10:00:00.25+02:00", "2026-07-28T08:00:00.250Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2026-07-28t10:00:00z", "2026-07-28T10:00:00.000Z"],
    ["0050-01-01T00:00:00Z", "0050-01-01T00:00:00.000Z"],
    ["2026-07-28T10:00:00-0530", "2026-07-28T15:30:00.000Z"],
  ];
  class Due {
    @Field() at!: Date;
    @Field({ format: "date", optional: true }) day?: Date;
    @Field({ nullable: true, optional: true, type: Date }) end?: Date | null;
  }
  for (const [text, iso] of dates) {
    it(`builds the date of ${text}`, () => {
      expect((input(Due).read({ at: text }) as Due).at.toISOString()).to.equal(iso);
    });
  }

  it("builds days and keeps a null where one is legal", () => {
    const due = input(Due).read({ at: "2026-07-28T10:00:00Z", day: "2026-02-28", end: null }) as Due;
    expect(due.day?.toISOString()).to.equal("2026-02-28T00:00:00.000Z");
    expect(due.end).to.equal(null);
    expect(refusal(input(Due).read({ at: "yesterday" }))).to.equal(
      '/at must match format "date-time", got string',
    );
  });

  it("gives each call its own copy of a declared default", () => {
    class Tagged {
      @Field({ items: String, default: ["a"] }) tags!: string[];
    }
    const reader = input(Tagged);
    (reader.read({}) as Tagged).tags.push("b");
    expect((reader.read({}) as Tagged).tags).to.deep.equal(["a"]);
  });

  it("keeps a list of a type with its class across a recursive schema", () => {
    class Tree {
      @Field({ items: () => Tree, optional: true }) kids?: Tree[];
    }
    const tree = input(Tree).read({ kids: [{ kids: [{}] }] }) as Tree;
    expect(tree.kids?.[0]?.kids?.[0]).to.be.instanceOf(Tree);
  });
});

describe("arguments that arrive as JSON text", () => {
  class Filter {
    @Field() a!: number;
    @Field({ items: Number, optional: true }) ids?: number[];
  }
  class Search {
    @Field({ items: Number, optional: true }) ids?: number[];
    @Field({ optional: true }) filter?: Filter;
    @Field({ optional: true }) note?: string;
    @Field({ optional: true }) flag?: boolean;
    @Field({ optional: true }) n?: number;
  }

  it("are refused, and the message says what to send", () => {
    expect(refusal(input(Search).read({ ids: "[1,2]", filter: '{"a":1}' }))).to.equal(
      "/ids must be array, got string: it must not be a JSON string; send the array itself; " +
        "/filter must be object, got string: it must not be a JSON string; send the object itself",
    );
  });

  it("are repaired with coerce, also inside what was repaired", () => {
    const raw = Object.freeze({ ids: "[1,2]", filter: '{"a":1,"ids":"[3]"}' });
    const search = input(Search, "json-strings").read(raw) as Search;
    expect(search.ids).to.deep.equal([1, 2]);
    expect(search.filter).to.be.instanceOf(Filter);
    expect(search.filter?.ids).to.deep.equal([3]);
  });

  it("stay text where the field is text, and never become a number, a boolean or null", () => {
    const reader = input(Search, "json-strings");
    expect((reader.read({ note: '{"keep":"me"}' }) as Search).note).to.equal('{"keep":"me"}');
    expect(refusal(reader.read({ flag: "false", n: "5", filter: "null" }))).to.equal(
      "/filter must be object, got string; /flag must be boolean, got string; /n must be number, got string",
    );
  });

  it("stay text where an alternative of the field is text", () => {
    const schema = {
      type: "object",
      properties: {
        a: { anyOf: [{ type: "string" }, { type: "object" }] },
        b: { anyOf: [{ type: "array" }, { type: "null" }] },
        c: { type: ["string", "array"] },
        d: {},
      },
    };
    const text = "[1]";
    expect(input(schema, "json-strings").read({ a: text, b: text, c: text, d: text })).to.deep.equal({
      a: text,
      b: [1],
      c: text,
      d: text,
    });
  });

  it("are not repaired where the text hides forbidden names or endless nesting", () => {
    const reader = input(Search, "json-strings");
    const nested = `{"a":${"[".repeat(100)}${"]".repeat(100)}}`;
    for (const filter of ['{"a":1,"__proto__":{}}', nested]) {
      expect(refusal(reader.read({ filter }))).to.match(/^\/filter must be object, got string/);
    }
  });
});
