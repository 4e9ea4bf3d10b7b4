import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Field } from "../../src/decorators/field.js";
import { readFields } from "../../src/metadata/read-fields.js";
import { record } from "../../src/metadata/record.js";
import type { AnyClass } from "../../src/metadata/types.js";
import { applyBare } from "./undecorated.js";

interface Shape {
  readonly text: string;
}

class Base {
  @Field("Base a") a!: string;
  @Field("Base b", { integer: true }) b = 1;
}

class Derived extends Base {
  @Field() c!: Date;
  @Field("Derived a", { minLength: 1 }) override a!: string;
}

describe("fields of a DTO", () => {
  it("come in declaration order, parents first, and a subclass's own wins where it stands", () => {
    expect(readFields(Derived).map(({ member }) => member)).to.eql(["Derived.b", "Derived.c", "Derived.a"]);
    expect(readFields(Derived).map(({ options }) => options.description)).to.eql([
      "Base b",
      undefined,
      "Derived a",
    ]);
    expect(readFields(Base).map(({ options }) => options.description)).to.eql(["Base a", "Base b"]);
  });

  it("carry the emitted type", () => {
    class Typed {
      @Field() text!: string;
      @Field() count!: number;
      @Field() flag!: boolean;
      @Field() at!: Date;
      @Field() base!: Base;
      @Field({ items: String }) list!: string[];
      @Field() shape!: Shape;
    }
    expect(readFields(Typed).map(({ designType }) => designType)).to.eql([
      String,
      Number,
      Boolean,
      Date,
      Base,
      Array,
      Object,
    ]);
  });

  it("have no emitted type where the toolchain emits none", () => {
    class Bare {}
    applyBare(Field("A"), Bare.prototype, "a");
    expect(readFields(Bare)).to.have.length(1);
    expect(readFields(Bare)[0]).to.include({ key: "a", member: "Bare.a", designType: undefined });
  });

  it("take the description alone, the options alone, or both", () => {
    class All {
      @Field() none!: string;
      @Field("Text") text!: string;
      @Field({ description: "Option", minLength: 1 }) option!: string;
      @Field("Both", { minLength: 2 }) both!: string;
    }
    expect(readFields(All).map(({ options }) => options)).to.eql([
      {},
      { description: "Text" },
      { description: "Option", minLength: 1 },
      { description: "Both", minLength: 2 },
    ]);
  });

  it("name the place of each", () => {
    const places = readFields(Base).map(({ place }) => place);
    for (const place of places) expect(place).to.match(/read-fields\.test\.[jt]s:\d+:\d+$/);
    expect(new Set(places).size).to.equal(2);
  });

  it("are frozen", () => {
    expect(readFields(Base)).to.be.frozen;
    expect(readFields(Base)[0]).to.be.frozen;
  });

  it("belong to the class and not to its name", () => {
    const make = (key: string): AnyClass => {
      class Same {}
      applyBare(Field(), Same.prototype, key);
      return Same;
    };
    const [one, two] = [make("a"), make("b")];
    expect(one.name).to.equal(two.name);
    expect(readFields(one).map(({ key }) => key)).to.eql(["a"]);
    expect(readFields(two).map(({ key }) => key)).to.eql(["b"]);
  });

  it("come through a mixin, under the name of the class that is read", () => {
    function pageOf<T extends object>(items: AnyClass<T>): new () => { list: T[] } {
      class Page {
        @Field({ items }) list!: T[];
      }
      return Page;
    }
    class TicketPage extends pageOf(Base) {}
    class DerivedPage extends pageOf(Derived) {}
    expect(readFields(TicketPage).map(({ member, options }) => [member, options.items])).to.eql([
      ["TicketPage.list", Base],
    ]);
    expect(readFields(DerivedPage)[0]?.options.items).to.equal(Derived);
  });

  it("are none for a class without @Field, and a plain object's prototype is left alone", () => {
    class Nothing {
      a = 1;
    }
    expect(readFields(Nothing)).to.eql([]);
    applyBare(Field(), Nothing.prototype, "__proto__");
    expect(readFields(Nothing).map(({ key }) => key)).to.eql(["__proto__"]);
    expect(Object.getPrototypeOf(Nothing.prototype)).to.equal(Object.prototype);
  });

  it("are, for any chain of classes, each name once, from the last class that declares it", () => {
    const levels = fc.array(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d")), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(levels, (declared) => {
        let owner: AnyClass = class Root {};
        for (const [level, keys] of declared.entries()) {
          owner = level === 0 ? owner : class extends (owner as new () => object) {};
          for (const key of keys)
            record(owner, { kind: "field", key, options: { title: String(level) } }, {});
        }
        const expected = new Map(
          declared.flatMap((keys, level) => keys.map((key): [string, string] => [key, String(level)])),
        );
        const actual = readFields(owner);
        expect(actual).to.have.length(expected.size);
        for (const { key, options } of actual) expect(options.title).to.equal(expected.get(key));
      }),
    );
  });
});
