import { expect } from "chai";
import { describe, it } from "mocha";
import { z } from "zod";
import { Feature, Field, Prompt, Resource, Tool } from "../../src/index.js";
import { lintsOf } from "./lint-features.js";
import { toolTaking, toolTakingOne, toolWith } from "./tool-with.js";

const MISSING =
  'LINT_DESCRIPTION_MISSING Desk: The tool "desk" has no description: a model chooses tools by their descriptions, and is not shown titles';

describe("lints of descriptions", () => {
  it("want one of every tool, though it has a title, and take no blank for one", async () => {
    for (const options of [{ description: undefined }, { description: "" }, { description: " \n" }]) {
      expect(await lintsOf([toolWith({ title: "A desk", ...options })])).to.eql([MISSING]);
    }
  });

  it("want a title or a description of prompts, resources and templates", async () => {
    class Id {
      @Field("The id", { maxLength: 9 }) id!: string;
    }
    @Feature()
    class Desk {
      @Prompt()
      bare(): string {
        return "";
      }

      @Prompt({ title: "Titled" })
      titled(): string {
        return "";
      }

      @Resource("desk://board", { name: "board" })
      board(): string {
        return "";
      }

      @Resource("desk://{id}", { name: "one" })
      one(_id: Id): string {
        return "";
      }

      @Resource("desk://all", { description: "Described" })
      all(): string {
        return "";
      }
    }
    expect(await lintsOf([Desk])).to.eql([
      'LINT_DESCRIPTION_MISSING Desk.bare: The prompt "bare" has no title or description: clients have only its name to show to people',
      'LINT_DESCRIPTION_MISSING Desk.board: The resource "board" has no title or description: clients have only its name to show to people',
      'LINT_DESCRIPTION_MISSING Desk.one: The resource "one" has no title or description: clients have only its name to show to people',
    ]);
  });

  it("want one of every argument of tools and prompts, at any depth, and of no template's variables", async () => {
    class Inner {
      @Field({ integer: true }) count!: number;
    }
    class Input {
      @Field({ items: Inner, maxItems: 2 }) rows!: Inner[];
      @Field({ type: Inner, nullable: true }) inner!: Inner | null;
    }
    class Text {
      @Field({ maxLength: 9 }) id!: string;
    }
    @Feature()
    class Desk {
      @Tool({ description: "Takes rows" })
      take(_input: Input): string {
        return "";
      }

      @Prompt({ title: "Asks" })
      ask(_text: Text): string {
        return "";
      }

      @Resource("desk://{id}", { title: "One" })
      one(_text: Text): string {
        return "";
      }
    }
    const says = (member: string, subject: string): string =>
      `LINT_FIELD_DESCRIPTION ${member}: Nothing says what ${subject} is for, and the name is all there is to fill it in by`;
    expect(await lintsOf([Desk])).to.eql([
      says("Input.rows", "rows"),
      says("Inner.count", "count"),
      says("Input.inner", "inner"),
      says("Text.id", "id"),
    ]);
  });

  it("take one that stands beside the property, in an alternative, or in what it refers to", async () => {
    const target = { $defs: { Count: { type: "integer", description: "A count" } } };
    const schemas = [
      { type: "boolean", description: "A switch" },
      { type: "boolean", description: undefined, title: "A switch" },
      { description: undefined, anyOf: [{ type: "boolean", description: "A switch" }, { type: "null" }] },
      { description: undefined, $ref: "#/$defs/Count" },
      { description: undefined, const: 5 },
    ];
    for (const schema of schemas) {
      const plain = JSON.parse(JSON.stringify(schema));
      const input = { type: "object", properties: { value: plain }, ...target };
      expect(await lintsOf([toolTaking(input)]), JSON.stringify(schema)).to.eql([]);
    }
    const bare = toolTaking({ type: "object", properties: { value: { type: "boolean" } } });
    expect(await lintsOf([bare])).to.have.length(1);
    expect(await lintsOf([toolTakingOne({ type: "boolean" })])).to.eql([]);
  });

  it("read what zod publishes, optional and nullable properties too", async () => {
    const described = z.object({
      flag: z.boolean().describe("A switch").optional(),
      count: z.number().describe("A count").nullable(),
    });
    expect(await lintsOf([toolTaking(described)])).to.eql([]);
    expect(await lintsOf([toolTaking(z.object({ inner: z.object({ flag: z.boolean() }) }))])).to.eql([
      "LINT_FIELD_DESCRIPTION Desk: Nothing says what inner is for, and the name is all there is to fill it in by",
      "LINT_FIELD_DESCRIPTION Desk: Nothing says what inner.flag is for, and the name is all there is to fill it in by",
    ]);
  });
});
