import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { FieldOptions } from "../../src/metadata/types.js";
import { Violations } from "../../src/schema/contract.js";
import { Field, input, output } from "./support.js";

/** A DTO as data: enough to make the class, and to judge a value without any of the code under test. */
type Leaf =
  | { readonly kind: "string"; readonly min: number; readonly max: number }
  | { readonly kind: "number" | "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "date" };
type Type = Leaf | { readonly kind: "list"; readonly items: Leaf | Model } | Model;
interface Member {
  readonly key: string;
  readonly type: Type;
  readonly optional: boolean;
  readonly nullable: boolean;
}
interface Model {
  readonly kind: "dto";
  readonly members: readonly Member[];
}

const DATES = ["2026-07-28T10:00:00.000Z", "1999-12-31T23:59:59.000Z"];
const bounds = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 6 }))
  .map(([min, more]) => ({ min, max: min + more }));
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  bounds.map((range) => ({ kind: "string" as const, ...range })),
  bounds.map((range) => ({ kind: "number" as const, ...range })),
  bounds.map((range) => ({ kind: "integer" as const, ...range })),
  fc.constant({ kind: "boolean" as const }),
  fc.constant({ kind: "date" as const }),
  fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 })
    .map((values) => ({ kind: "enum" as const, values })),
);
const key = fc.constantFrom(
  "a",
  "b",
  "key",
  "toString",
  "valueOf",
  "with space",
  "ünï",
  "length",
  "hasOwnProperty",
);

function modelOf(depth: number): fc.Arbitrary<Model> {
  const nested = depth === 0 ? leaf : fc.oneof(leaf, modelOf(depth - 1));
  const type: fc.Arbitrary<Type> = fc.oneof(
    nested,
    nested.map((items) => ({ kind: "list" as const, items })),
  );
  const member = fc.record({ key, type, optional: fc.boolean(), nullable: fc.boolean() });
  const members = fc.uniqueArray(member, { selector: (one) => one.key, minLength: 1, maxLength: 4 });
  return members.map((list) => ({ kind: "dto" as const, members: list }));
}

function classOf(model: Model): new () => object {
  class Dto {}
  for (const { key: name, type, optional, nullable } of model.members) {
    Field({ ...optionsOf(type), optional, nullable })(Dto.prototype, name);
  }
  return Dto;
}

function optionsOf(type: Type): FieldOptions {
  switch (type.kind) {
    case "string":
      return { type: String, minLength: type.min, maxLength: type.max };
    case "number":
      return { type: Number, min: type.min, max: type.max };
    case "integer":
      return { integer: true, min: type.min, max: type.max };
    case "boolean":
      return { type: Boolean };
    case "date":
      return { type: Date };
    case "enum":
      return { enum: type.values };
    case "dto":
      return { type: classOf(type) };
    case "list": {
      const { type: items, ...rest } = optionsOf(type.items);
      return { ...rest, items: items ?? (type.items.kind === "enum" ? String : Number) };
    }
  }
}

/** The oracle: the rules of docs/schemas.md, written out once more. */
function accepts(type: Type, value: unknown): boolean {
  switch (type.kind) {
    case "string":
      return typeof value === "string" && [...value].length >= type.min && [...value].length <= type.max;
    case "number":
      return typeof value === "number" && value >= type.min && value <= type.max;
    case "integer":
      return typeof value === "number" && value % 1 === 0 && value >= type.min && value <= type.max;
    case "boolean":
      return value === true || value === false;
    case "date":
      return typeof value === "string" && DATES.includes(value);
    case "enum":
      return typeof value === "string" && type.values.includes(value);
    case "list":
      return Array.isArray(value) && value.every((item) => accepts(type.items, item));
    case "dto":
      return (
        typeof value === "object" && value !== null && !Array.isArray(value) && acceptsMembers(type, value)
      );
  }
}

function acceptsMembers({ members }: Model, value: object): boolean {
  const entries = new Map(Object.entries(value));
  if ([...entries.keys()].some((name) => !members.some((member) => member.key === name))) return false;
  return members.every(({ key: name, type, optional, nullable }) => {
    if (!entries.has(name)) return optional;
    const member: unknown = entries.get(name);
    return member === null ? nullable : accepts(type, member);
  });
}

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, "", "a", "-1", 0, 1.5, -1, "\u{1F600}", [], {}, [null], ...DATES),
  fc.string({ maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 12 }),
);

/** Values near the rules: mostly right, with a slip here and there. */
function valueFor(type: Type): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: rightFor(type), weight: 12 }, { arbitrary: junk, weight: 1 });
}

function rightFor(type: Type): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "string":
      return fc.string({ unit: "grapheme-ascii", minLength: type.min, maxLength: type.max });
    case "number":
      return fc.double({ min: type.min, max: type.max, noNaN: true }).map((number) => number + 0);
    case "integer":
      return fc.integer({ min: type.min, max: type.max });
    case "boolean":
      return fc.boolean();
    case "date":
      return fc.constantFrom(...DATES);
    case "enum":
      return fc.constantFrom(...type.values);
    case "list":
      return fc.array(valueFor(type.items), { maxLength: 3 });
    case "dto":
      return objectFor(type);
  }
}

function objectFor({ members }: Model): fc.Arbitrary<object> {
  const entries = members.map((member) =>
    fc.tuple(
      fc.constant(member.key),
      member.nullable ? fc.oneof(valueFor(member.type), fc.constant(null)) : valueFor(member.type),
      fc.nat(9).map((draw) => draw > 0 || !member.optional),
    ),
  );
  const extra = fc.oneof(
    { arbitrary: fc.constant([]), weight: 15 },
    fc.tuple(fc.tuple(fc.constant("extra"), junk, fc.constant(true))),
  );
  return fc
    .tuple(fc.tuple(...entries), extra)
    .map(([own, more]) =>
      Object.fromEntries([...own, ...more].flatMap(([name, value, there]) => (there ? [[name, value]] : []))),
    );
}

const cases = modelOf(2).chain((model) =>
  fc.tuple(fc.constant(model), fc.array(valueFor(model), { minLength: 5, maxLength: 5 })),
);

describe("any DTO", () => {
  it("[TOOL-45] accepts exactly what its rules say, keeps every value, and writes it back", () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(cases, ([model, values]) => {
        const dto = classOf(model);
        const reader = input(dto);
        for (const value of values) {
          const before = JSON.stringify(value);
          const read = reader.read(value);
          expect(JSON.stringify(value)).to.equal(before);
          expect(read instanceof Violations, `${before} for ${JSON.stringify(reader.schema)}`).to.equal(
            !accepts(model, value),
          );
          if (read instanceof Violations) {
            refused++;
            continue;
          }
          accepted++;
          expect(read).to.be.instanceOf(dto);
          expect(output(dto).write(read)).to.deep.equal(JSON.parse(before));
        }
      }),
      { numRuns: 60 },
    );
    expect(accepted).to.be.greaterThan(20);
    expect(refused).to.be.greaterThan(20);
  }).timeout(20_000);
});
