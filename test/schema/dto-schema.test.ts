import { expect } from "chai";
import { describe, it } from "mocha";
import type { Lazy } from "../../src/metadata/types.js";
import { Field, input, inputProblems, outputProblems } from "./support.js";

class Ticket {
  @Field() id!: string;
  @Field({ enum: ["open", "closed"] }) state!: "open" | "closed";
}

class Query {
  @Field({ description: "Words to look for", minLength: 1, maxLength: 200 }) text!: string;
  @Field({ integer: true, min: 1, max: 50 }) limit = 10;
  @Field({ optional: true }) assignee?: string;
  @Field({ optional: true, nullable: true, type: String }) team?: string | null;
}

class TreeNode {
  @Field() label!: string;
  @Field({ items: () => TreeNode }) children!: TreeNode[];
}

/** Two classes of one name, as two modules would have them. */
function userOf(key: string): new () => object {
  class User {}
  Field({ type: String })(User.prototype, key);
  return User;
}

describe("the schema of a DTO", () => {
  it("[JSCH-05] says types, bounds, what is required and the default", () => {
    expect(input(Query).schema).to.deep.equal({
      type: "object",
      properties: {
        text: { type: "string", minLength: 1, maxLength: 200, description: "Words to look for" },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        assignee: { type: "string" },
        team: { type: ["string", "null"] },
      },
      required: ["text"],
      additionalProperties: false,
    });
  });

  it("puts a class used twice in place, without references", () => {
    class Pair {
      @Field() first!: Ticket;
      @Field() second!: Ticket;
      @Field({ items: Ticket }) rest!: Ticket[];
    }
    const ticket = {
      type: "object",
      properties: { id: { type: "string" }, state: { type: "string", enum: ["open", "closed"] } },
      required: ["id", "state"],
      additionalProperties: false,
    };
    expect(input(Pair).schema.properties).to.deep.equal({
      first: ticket,
      second: ticket,
      rest: { type: "array", items: ticket },
    });
  });

  it("[JSCH-15] writes a class that contains itself under $defs, and the root as an object", () => {
    const properties = {
      label: { type: "string" },
      children: { type: "array", items: { $ref: "#/$defs/TreeNode" } },
    };
    const node = { type: "object", properties, required: ["label", "children"], additionalProperties: false };
    expect(input(TreeNode).schema).to.deep.equal({ ...node, $defs: { TreeNode: node } });
  });

  it("keeps classes of one name apart, in place and under $defs", () => {
    class Both {
      @Field({ type: userOf("name") }) a!: object;
      @Field({ type: userOf("firstName") }) b!: object;
    }
    const { a, b } = input(Both).schema.properties as Record<string, { properties: object }>;
    expect(Object.keys(a?.properties ?? {})).to.deep.equal(["name"]);
    expect(Object.keys(b?.properties ?? {})).to.deep.equal(["firstName"]);
    class Trees {
      @Field({ type: recursive("left") }) a!: object;
      @Field({ type: recursive("right") }) b!: object;
    }
    expect(Object.keys(input(Trees).schema.$defs as object)).to.deep.equal(["Node", "Node2"]);
  });

  it("merges what a subclass and a mixin declare", () => {
    const PageOf = (item: new () => object): (new () => object) => {
      class Page {
        @Field({ items: item }) list!: object[];
        @Field() total!: number;
      }
      return Page;
    };
    class TicketPage extends PageOf(Ticket) {
      @Field({ integer: true, type: Number }) total!: number;
    }
    const { properties } = input(TicketPage).schema as { properties: Record<string, { type: string }> };
    expect(properties.total).to.deep.equal({ type: "integer" });
    expect(properties.list?.type).to.equal("array");
  });

  it("follows a lazy type to a class that is declared later", () => {
    class Early {
      @Field({ type: () => Late }) late!: unknown;
    }
    class Late {
      @Field() name!: string;
    }
    expect(input(Early).schema.properties).to.have.nested.property("late.properties.name.type", "string");
  });

  it("writes a date as date-time text", () => {
    class Due {
      @Field() at!: Date;
      @Field({ format: "date" }) day!: Date;
    }
    expect(input(Due).schema.properties).to.deep.equal({
      at: { type: "string", format: "date-time" },
      day: { type: "string", format: "date" },
    });
  });

  it("publishes a default only where it is JSON and the same each time", () => {
    class Defaults {
      @Field({ items: String }) tags: string[] = ["a"];
      @Field() at = new Date(0);
      @Field() nonce = Math.random();
      @Field({ type: Number, default: 3 }) size!: number;
    }
    const { schema } = input(Defaults);
    expect(schema).not.to.have.property("required");
    expect(schema.properties).to.deep.equal({
      tags: { type: "array", items: { type: "string" }, default: ["a"] },
      at: { type: "string", format: "date-time" },
      nonce: { type: "number" },
      size: { type: "number", default: 3 },
    });
  });

  it("applies restrictions of a list to its elements, and counts to the list", () => {
    class Tags {
      @Field({ items: String, minItems: 1, maxItems: 3, pattern: /^[a-z]+$/ }) tags!: string[];
    }
    expect(input(Tags).schema.properties).to.deep.equal({
      tags: { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, minItems: 1, maxItems: 3 },
    });
  });

  it("[HDR-16] carries the header annotation and a schema of the author's own", () => {
    class Own {
      @Field({ header: "Region" }) region!: string;
      @Field({ schema: { type: "array", items: { type: "integer" } } }) point!: number[];
    }
    expect(input(Own).schema.properties).to.deep.equal({
      region: { type: "string", "x-mcp-header": "Region" },
      point: { type: "array", items: { type: "integer" } },
    });
  });

  it("takes the type of the default value where nothing else says it", () => {
    class Bare {}
    Field()(Bare.prototype, "limit");
    const Limited = class extends Bare {
      limit = 5;
    };
    expect(input(Limited).schema.properties).to.deep.equal({ limit: { type: "number", default: 5 } });
  });
});

function recursive(key: string): new () => object {
  class Node {}
  const self: Lazy<new () => object> = () => Node;
  Field({ optional: true, type: self })(Node.prototype, key);
  return Node;
}

describe("what is wrong with a DTO", () => {
  const problemsOf = (dto: unknown): readonly string[] =>
    inputProblems(dto).map(({ code, member, message }) => `${code} ${member} ${message}`);

  it("names a property whose type leaves no trace", () => {
    class Bad {
      @Field() union!: string | number;
    }
    const [problem, ...others] = inputProblems(Bad);
    expect(others).to.deep.equal([]);
    expect(problem).to.include({
      code: "ERR_FIELD_TYPE",
      member: "Bad.union",
      message:
        "The type of this field is not known: a union, an interface or a generic type leaves no trace at run time",
    });
    expect(problem?.fix).to.equal("Name it in @Field: `type`, `items`, `enum` or `schema`");
  });

  it("names both ways out where the toolchain emits no types", () => {
    class Bad {}
    Field()(Bad.prototype, "text");
    expect(inputProblems(Bad)[0]?.fix).to.equal(
      "Compile with emitDecoratorMetadata, or name it in @Field: `type`, `items`, `enum` or `schema`",
    );
  });

  it("refuses an array of nobody knows what", () => {
    class Bad {
      @Field() list!: string[];
      @Field({ type: String }) other!: string[];
    }
    expect(problemsOf(Bad)).to.deep.equal([
      "ERR_FIELD_TYPE Bad.list The type of this field is not known: it is an array, and nothing says of what",
      "ERR_FIELD_TYPE Bad.other The type of this field is not known: it is an array, and `type` names one value",
    ]);
  });

  it("refuses a nested class without annotated properties", () => {
    class Bad {
      @Field() when!: Map<string, string>;
    }
    expect(problemsOf(Bad)).to.deep.equal([
      "ERR_FIELD_TYPE Bad.when The type of this field is not known: Map has no annotated property",
    ]);
  });

  it("refuses a class without any", () => {
    class Nothing {}
    expect(problemsOf(Nothing)).to.deep.equal([
      "ERR_METADATA_MISSING Tickets.search The class Nothing is used as a schema, but none of its properties is annotated",
    ]);
  });

  it("refuses constructors that take arguments or throw, for input only", () => {
    class Args {
      @Field() a!: string;
      constructor(readonly row: object) {}
    }
    class Throws {
      @Field() a!: string;
      constructor() {
        throw new Error("no");
      }
    }
    expect(problemsOf(Args)).to.deep.equal([
      "ERR_FIELD_DEFAULT Tickets.search The constructor of Args takes arguments",
    ]);
    expect(problemsOf(Throws)).to.deep.equal([
      "ERR_FIELD_DEFAULT Tickets.search The constructor of Throws throws: no",
    ]);
    expect(outputProblems(Args)).to.deep.equal([]);
  });

  it("refuses a getter as an input, not as an output", () => {
    class Full {
      @Field() get name(): string {
        return "x";
      }
    }
    expect(problemsOf(Full)).to.deep.equal([
      "ERR_FIELD_DEFAULT Full.name Full.name is a getter, so nothing a client sends can be put there",
    ]);
    expect(outputProblems(Full)).to.deep.equal([]);
  });

  for (const key of ["__proto__", "constructor", "prototype"]) {
    it(`refuses a property called ${key}`, () => {
      class Bad {
        @Field() ok!: string;
      }
      Field({ type: String })({ constructor: Bad }, key);
      expect(problemsOf(Bad)).to.deep.equal([
        `ERR_OPTION_INVALID Bad.${key} @Field is called ${key}, a name that is never accepted from a client`,
      ]);
    });
  }

  it("refuses options that do not fit the type, flags of patterns, and a second default", () => {
    class Bad {
      @Field({ min: 1 }) text!: string;
      @Field({ pattern: /a/i }) name!: string;
      @Field({ default: 5 }) limit = 10;
    }
    expect(problemsOf(Bad)).to.deep.equal([
      "ERR_OPTION_INVALID Bad.text min does not fit the property's type",
      "ERR_OPTION_INVALID Bad.name pattern has flags, which a schema cannot carry",
      "ERR_FIELD_DEFAULT Bad.limit Bad.limit declares the default 5, but the class sets 10",
    ]);
  });

  it("refuses to write out what would be more than 10,000 schemas", () => {
    let inner: new () => object = Ticket;
    for (let level = 0; level < 14; level++) {
      const type = inner;
      class Layer {}
      Field({ type })(Layer.prototype, "a");
      Field({ type })(Layer.prototype, "b");
      inner = Layer;
    }
    expect(problemsOf(inner)).to.deep.equal([
      "ERR_SCHEMA_BOUNDS Tickets.search The schema is too large: Layer has more than 10000 subschemas, written out",
    ]);
  });
});
