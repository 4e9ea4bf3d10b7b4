import { expect } from "chai";
import { Expose, Transform, Type } from "class-transformer";
import * as rule from "class-validator";
import { describe, it } from "mocha";
import { Field, input, inputProblems, output, refusal } from "./support.js";

/** A numeric enum, as TypeScript compiles it. */
const Level = { Low: 0, High: 1, 0: "Low", 1: "High" } as const;

class Floor {
  @rule.IsInt() @rule.Min(0) level!: number;
}

class House {
  @rule.IsString() @rule.Length(2, 40) name!: string;
  @rule.IsInt() @rule.Min(1) @rule.Max(5) stars!: number;
  @rule.IsOptional() @rule.IsString() @rule.Matches(/^[a-z]+$/) tag?: string;
  @rule.IsEnum(Level) level!: number;
  @rule.IsIn(["a", "b"]) zone!: string;
  @rule.IsString({ each: true }) @rule.ArrayMaxSize(3) @rule.MaxLength(5, { each: true }) words!: string[];
  @rule.ValidateNested({ each: true }) @Type(() => Floor) floors!: Floor[];
  @rule.ValidateNested() ground!: Floor;
  @rule.IsNotEmpty() note!: string;
  @rule.IsPositive() price!: number;
}

const valid = {
  name: "Elm",
  stars: 3,
  level: 0,
  zone: "a",
  words: ["x"],
  floors: [{ level: 1 }],
  ground: { level: 0 },
  note: "n",
  price: 1,
};

describe("class-validator's rules", () => {
  it("become keywords where a schema can say them", () => {
    const floor = {
      type: "object",
      properties: { level: { type: "integer", minimum: 0 } },
      required: ["level"],
      additionalProperties: false,
    };
    expect(input(House).schema.properties).to.deep.equal({
      name: { type: "string", minLength: 2, maxLength: 40 },
      stars: { type: "integer", minimum: 1, maximum: 5 },
      tag: { type: "string", pattern: "^[a-z]+$" },
      level: { type: "number", enum: [0, 1] },
      zone: { type: "string", enum: ["a", "b"] },
      words: { type: "array", items: { type: "string", maxLength: 5 }, maxItems: 3 },
      floors: { type: "array", items: floor },
      ground: floor,
      note: { type: "string", minLength: 1 },
      price: { type: "number", exclusiveMinimum: 0 },
    });
    expect(input(House).schema.required).not.to.include("tag");
  });

  it("build nested classes from @Type", () => {
    const house = input(House).read(valid) as House;
    expect(house.floors[0]).to.be.instanceOf(Floor);
    expect(house.ground).to.be.instanceOf(Floor);
  });

  it("refuse null for an optional field, as the schema does", () => {
    expect(refusal(input(House).read({ ...valid, tag: null }))).to.equal("/tag must be string, got null");
  });

  it("for nesting without a class are a problem at boot", () => {
    class Bad {
      @rule.ValidateNested({ each: true }) floors!: object[];
      @rule.ValidateNested() @rule.IsObject() one!: Record<string, string>;
    }
    expect(
      inputProblems(Bad).map(({ code, member, message }) => `${code} ${member} ${message}`),
    ).to.deep.equal([
      "ERR_FIELD_TYPE Bad.floors The type of this field is not known: it is an array, and nothing says of what",
      "ERR_FIELD_TYPE Bad.one The type of this field is not known: @ValidateNested is there, but no class says what is nested",
    ]);
  });

  class Inner {
    @Field() @rule.IsUppercase({ message: "$property must shout, not $value" }) word!: string;
  }
  class Account {
    @Field() @rule.IsEmail() mail!: string;
    @Field({ items: String, optional: true }) @rule.ArrayUnique() tags?: string[];
    @Field() @rule.Matches(/^a/i) code!: string;
    @Field({ optional: true }) inner?: Inner;
  }

  it("run on the instance where a schema cannot say them, and name the path", () => {
    const reader = input(Account);
    expect(reader.read({ mail: "a@b.example", code: "Abc" })).to.be.instanceOf(Account);
    expect(refusal(reader.read({ mail: "x", code: "b", tags: ["a", "a"], inner: { word: "hi" } }))).to.equal(
      "/mail mail must be an email; /tags All tags's elements must be unique; " +
        "/code code must match /^a/i regular expression; /inner/word word must shout, not hi",
    );
  });

  it("run only after the schema is met", () => {
    expect(refusal(input(Account).read({ mail: 5, code: "a" }))).to.equal(
      "/mail must be string, got number 5",
    );
  });

  it("may answer later", async () => {
    @rule.ValidatorConstraint({ async: true })
    class IsFree implements rule.ValidatorConstraintInterface {
      async validate(text: string): Promise<boolean> {
        return text !== "taken";
      }
      defaultMessage(): string {
        return "is taken";
      }
    }
    class Name {
      @Field() @rule.Validate(IsFree) name!: string;
    }
    expect(await input(Name).read({ name: "free" })).to.be.instanceOf(Name);
    expect(refusal(await input(Name).read({ name: "taken" }))).to.equal("/name is taken");
  });

  it("under @ValidateIf hold exactly when the condition does", () => {
    class Payment {
      @Field({ enum: ["card", "cash"] }) by!: string;
      @Field()
      @rule.ValidateIf((payment: Payment) => payment.by === "card")
      @rule.MinLength(4)
      number!: string;
    }
    const reader = input(Payment);
    expect(reader.schema.required).to.deep.equal(["by"]);
    expect(reader.read({ by: "cash" })).to.be.instanceOf(Payment);
    expect(reader.read({ by: "cash", number: "1" })).to.be.instanceOf(Payment);
    expect(refusal(reader.read({ by: "card" }))).to.equal(
      "/number number must be longer than or equal to 4 characters",
    );
    expect(refusal(reader.read({ by: "card", number: "1" }))).to.match(/^\/number /);
  });

  it("that contradict the type are not dropped", () => {
    class Odd {
      @Field() @rule.IsString() n!: number;
    }
    expect(refusal(input(Odd).read({ n: 5 }))).to.equal("/n n must be a string");
  });
});

describe("class-transformer's decorators", () => {
  class Trimmed {
    @Field() @Transform(({ value }: { value: string }) => value.trim()) text!: string;
    @Field({ optional: true })
    @Transform(({ value }: { value: string }) => value.toUpperCase(), { toPlainOnly: true })
    name?: string;
  }

  it("transform after validation, each in its direction", () => {
    expect({ ...(input(Trimmed).read({ text: " a ", name: "b" }) as Trimmed) }).to.deep.equal({
      text: "a",
      name: "b",
    });
    expect(output(Trimmed).write({ text: " a ", name: "b" })).to.deep.equal({ text: "a", name: "B" });
    expect(refusal(input(Trimmed).read({ text: 5 }))).to.equal("/text must be string, got number 5");
  });

  it("that rename a declared field are a problem", () => {
    class Renamed {
      @Field() @Expose({ name: "other" }) text!: string;
    }
    const [problem] = inputProblems(Renamed);
    expect(problem?.code).to.equal("ERR_OPTION_INVALID");
    expect(problem?.message).to.equal(
      "@Expose or @Exclude renames or excludes a property that @Field declares",
    );
  });
});
