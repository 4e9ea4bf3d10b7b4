import { Feature, Field, type JsonObject, RequestContext, Tool } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

const TREE = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { root: { $ref: "#/$defs/node" }, kind: { $anchor: "kind", enum: ["leaf", "fork"] } },
  required: ["root"],
  additionalProperties: false,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  allOf: [{ if: { required: ["kind"] }, then: { properties: { kind: { $ref: "#kind" } } }, else: true }],
  anyOf: [{ type: "object" }],
  $defs: {
    node: {
      type: "object",
      properties: {
        value: { type: "integer" },
        children: { type: "array", items: { $ref: "#/$defs/node" } },
      },
      required: ["value"],
      additionalProperties: false,
    },
  },
} as const;

class Words {
  @Field("Words to look for", { maxLength: 20 }) text!: string;
}

@Feature()
class Shelf {
  @Tool({
    name: "search.all",
    title: "Search",
    description: "Looks everywhere",
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    output: { type: "array", items: { type: "string" } },
    _meta: { "com.example/cost": 3 },
  })
  search(words: Words): readonly string[] {
    return [words.text];
  }

  @Tool()
  plain(): void {}

  @Tool({ destructive: false })
  half_told(_ctx: RequestContext): void {}

  @Tool({ input: TREE })
  walk(tree: unknown): string {
    return JSON.stringify(tree);
  }
}

class Name {
  @Field({ maxLength: 20 }) name!: string;
}
class OtherName {
  @Field({ maxLength: 20 }) firstName!: string;
}
Object.defineProperty(OtherName, "name", { value: "Name" });
class Names {
  @Tool()
  one({ name }: Name): string {
    return name;
  }
  @Tool()
  other({ firstName }: OtherName): string {
    return firstName;
  }
}

class Zebra {
  @Tool()
  zebra(): void {}
  @Tool()
  ant(): void {}
}
class Mole {
  @Tool()
  mole(): void {}
  @Tool({ name: "Ant" })
  bear(): void {}
}

const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };

describe("tools/list", () => {
  afterEach(closeServers);

  it("[TOOL-03] [TOOL-08] [TOOL-10] shows everything that was declared of a tool", async () => {
    const client = await openServer([Shelf]);
    const [tool] = await client.listTools();
    expectWireValid(client.frames.at(-1), "tools/list");
    expect(tool).to.eql({
      name: "search.all",
      title: "Search",
      description: "Looks everywhere",
      inputSchema: {
        type: "object",
        properties: { text: { type: "string", maxLength: 20, description: "Words to look for" } },
        required: ["text"],
        additionalProperties: false,
      },
      outputSchema: { type: "array", items: { type: "string" } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { "com.example/cost": 3 },
    });
  });

  it("[TOOL-10] [TOOL-43] shows nothing that was not declared, and no hint of its own", async () => {
    const client = await openServer([Shelf]);
    const [, plain, halfTold] = await client.listTools();
    expect(plain).to.eql({ name: "plain", inputSchema: NO_ARGUMENTS });
    expect(halfTold).to.eql({
      name: "half_told",
      inputSchema: NO_ARGUMENTS,
      annotations: { destructiveHint: false },
    });
  });

  it("[TOOL-13] [TOOL-11] gives a tool without arguments a schema that takes none, and holds calls to it", async () => {
    const client = await openServer([Shelf]);
    expect(await client.callTool("plain", {})).to.deep.include({ content: [] });
    for (const tool of ["plain", "half_told"]) {
      const refused = await client.callTool(tool, { extra: 1 });
      expect(refused.isError).to.equal(true);
      expect(refused.content).to.eql([
        { type: "text", text: 'Invalid arguments: takes no arguments, got "extra"' },
      ]);
    }
  });

  it("[TOOL-21] takes absent and null arguments for none", async () => {
    const client = await openServer([Shelf]);
    for (const params of [{ name: "plain" }, { name: "plain", arguments: null }]) {
      expect(await client.request("tools/call", params)).to.deep.include({ content: [] });
    }
    const missing = await client.request("tools/call", { name: "search.all", arguments: null });
    expect(missing.isError).to.equal(true);
  });

  it("[TOOL-21] [TOOL-23] refuses arguments that are no object, falsy ones too", async () => {
    const client = await openServer([Shelf]);
    for (const args of [[], 0, "", false, "x", 1, true]) {
      const error = await client.request("tools/call", { name: "plain", arguments: args }).catch((e) => e);
      expect(error, JSON.stringify(args)).to.include({
        code: -32602,
        message: "Invalid params: arguments must be an object, not its JSON text or a list",
      });
    }
  });

  it("[JSCH-15] publishes a JSON Schema to the letter, and follows its references, recursion included", async () => {
    const client = await openServer([Shelf]);
    const walk = (await client.listTools()).find(({ name }) => name === "walk");
    expect(JSON.stringify(walk?.inputSchema)).to.equal(JSON.stringify(TREE));
    const tree = { root: { value: 1, children: [{ value: 2, children: [] }] }, kind: "fork" };
    expect((await client.callTool("walk", tree)).content).to.eql([
      { type: "text", text: JSON.stringify(tree) },
    ]);
    const refused = await client.callTool("walk", { root: { value: 1, children: [{ value: "2" }] } });
    expect(refused.isError).to.equal(true);
    expect(refused.content).to.eql([
      { type: "text", text: "Invalid arguments: /root/children/0/value must be integer, got string" },
    ]);
  });

  it("[TOOL-10] keeps two input classes of one name apart", async () => {
    const client = await openServer([Names]);
    const schemas = (await client.listTools()).map(({ inputSchema }) => inputSchema as JsonObject);
    expect(schemas.map(({ required }) => required)).to.eql([["name"], ["firstName"]]);
    expect(await client.callTool("other", { firstName: "a" })).to.not.have.property("isError");
    expect(await client.callTool("other", { name: "a" })).to.include({ isError: true });
  });

  it("[TOOL-07] lists features as they are given and members as they are declared, on every fresh build", async () => {
    const namesOf = async () => (await (await openServer([Zebra, Mole])).listTools()).map(({ name }) => name);
    for (let build = 0; build < 3; build++) {
      expect(await namesOf()).to.eql(["zebra", "ant", "mole", "Ant"]);
    }
  });

  it("[TOOL-16] tells tools apart that differ in case alone", async () => {
    const client = await openServer([Zebra, Mole]);
    await client.callTool("ant");
    await client.callTool("Ant");
    const error = await client.callTool("Zebra").catch((e) => e);
    expect(error).to.include({ code: -32602, message: "Unknown tool" });
  });

  it("[TOOL-05] [STATE-09] is the same for everyone, whatever was called before", async () => {
    const lists: JsonObject[] = [];
    for (const capabilities of [{}, { sampling: {}, roots: {} }]) {
      const client = await openServer([Shelf, Zebra]);
      for (let turn = 0; turn < 2; turn++) {
        lists.push(await client.request("tools/list", {}, { capabilities }));
        await client.callTool("search.all", { text: "x" });
        await client.callTool("nothing").catch(() => undefined);
      }
    }
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).to.equal(1);
  });
});
