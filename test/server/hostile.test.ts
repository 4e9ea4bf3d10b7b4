import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  BootError,
  createServer,
  Feature,
  Field,
  type JsonObject,
  RequestContext,
  RpcError,
  Tool,
} from "blazon";
import { connect, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";

class Job {
  @Field({ items: String }) content: string[] = [];
  @Field() isError!: boolean;
}
class Row {
  @Field() n!: number;
}
class Numbers {
  @Field() n!: number;
}
class Open {
  @Field({ schema: { type: "object" } }) filter!: object;
}
class Fussy {
  @Field({ maxLength: 10 })
  set name(_value: string) {
    throw new Error("postgres://admin:hunter2@10.0.0.5");
  }
}

/** Accepts nothing, and says so by something that can be awaited without being a promise. */
const thenable = {
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: () => ({
      // biome-ignore lint/suspicious/noThenProperty: what some libraries hand back
      then: (settle: (result: unknown) => void) => settle({ issues: [{ message: "no" }] }),
    }),
    jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
  },
};

@Feature()
class Odd {
  calls = 0;

  @Tool({ output: Job })
  lookalike(): Job {
    return Object.assign(new Job(), { content: [], isError: true, password: "hunter2" });
  }

  @Tool({ output: Row })
  failed() {
    return { content: [], isError: true, password: "hunter2" } as never; // what a caller without types returns
  }

  @Tool({ output: Row })
  unnumber({ n }: Numbers): Row {
    return { n: n / 0 };
  }

  @Tool()
  flood(ctx: RequestContext): string {
    for (let index = 0; index < 4000; index++) ctx.log("error", "y".repeat(500));
    return "done";
  }

  @Tool()
  confess(ctx: RequestContext): string {
    const cycle: Record<string, unknown> = Object.create(null);
    cycle.self = cycle;
    ctx.log("error", { password: "hunter2", cycle });
    return "done";
  }

  @Tool()
  async misreport(ctx: RequestContext): Promise<string> {
    ctx.progress(1);
    ctx.progress(2, 2, 10n as never);
    return "done";
  }

  @Tool()
  spite(): string {
    const error = new RpcError(1, "x");
    Object.defineProperty(error, "message", {
      get() {
        throw new Error("never read");
      },
    });
    throw error;
  }

  @Tool({ input: thenable as unknown as StandardSchemaV1 })
  guarded(_input: unknown): string {
    this.calls++;
    return String(this.calls);
  }

  @Tool({ coerce: "json-strings" })
  repaired({ filter }: Open): string {
    return typeof filter;
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const ALL_LOGS = { "io.modelcontextprotocol/logLevel": "debug" };

describe("a server whose handlers and clients do odd things", () => {
  let client: TestClient;
  before(async () => {
    const server = await createServer({ name: "odd", version: "1.0.0", features: [Odd], logger: silent });
    client = await connect(server);
  });
  after(() => client.close());

  async function send(name: string, args: JsonObject = {}, meta: JsonObject = {}): Promise<JsonObject> {
    const frame = await client.send({
      jsonrpc: "2.0",
      id: name,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          ...meta,
        },
      },
    });
    return frame ?? {};
  }

  it("takes a value for the declared output where the output has members of those names", async () => {
    const { result } = await send("lookalike");
    expect(result).to.deep.include({ structuredContent: { content: [], isError: true } });
    expect(JSON.stringify(result)).to.not.include("hunter2");
  });

  it("sends nothing of a failed result but what every result has", async () => {
    const { result } = await send("failed");
    expect(result).to.deep.include({ isError: true, content: [] });
    expect(JSON.stringify(result)).to.not.include("hunter2");
  });

  it("[TOOL-39] takes neither NaN nor Infinity for a number, coming or going", async () => {
    for (const n of [0, 1]) expect((await send("unnumber", { n })).error).to.deep.include({ code: -32603 });
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"unnumber","arguments":{"n":1e999},"_meta":';
    const meta = JSON.stringify({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    });
    const frame = await client.send(`${text}${meta}}}`);
    expect(frame?.result).to.deep.include({ isError: true });
  });

  it("[LOG-09] tells a client no more of one turn than it can take, and answers", async () => {
    const before = client.notifications("notifications/message").length;
    expect((await send("flood", {}, ALL_LOGS)).result).to.deep.include({
      content: [{ type: "text", text: "done" }],
    });
    expect(client.notifications("notifications/message").length - before).to.equal(256);
  });

  it("[LOG-10] [LOG-11] masks secrets on the way to a client, and lets no value fail a tool", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect((await send("confess", {}, ALL_LOGS)).result).to.not.have.property("isError");
    const logged = JSON.stringify(client.notifications("notifications/message").at(-1));
    expect(logged).to.include("password").and.to.not.include("hunter2");
  });

  it("lets a progress message of another type fall, and the call stand", async () => {
    expect((await send("misreport", {}, { progressToken: "p" })).result).to.not.have.property("isError");
    expect(client.notifications("notifications/progress").at(-1)).to.deep.equal({
      progressToken: "p",
      progress: 2,
      total: 2,
    });
  });

  it("answers an error whose own members throw", async () => {
    expect((await send("spite")).error).to.deep.include({ code: -32603 });
  });

  it("waits for whatever a validator hands back that can be awaited", async () => {
    expect((await send("guarded")).result).to.deep.include({ isError: true });
  });

  it("repairs no text that is longer than what its limits are made for", async () => {
    const long = `{"a":[${"[],".repeat(40_000)}[]]}`;
    expect((await send("repaired", { filter: long })).result).to.deep.include({ isError: true });
    expect((await send("repaired", { filter: '{"a":1}' })).result).to.not.have.property("isError");
  });
});

describe("a setter of an input that throws", () => {
  it("is an unexpected error of the tool, told by a reference", async () => {
    @Tool({ name: "fussy", input: Fussy })
    class Picky {
      run(_input: Fussy): string {
        return "";
      }
    }
    const server = await createServer({ name: "x", version: "1.0.0", features: [Picky], logger: silent });
    const own = await connect(server);
    const error = await rejectionOf(own.callTool("fussy", { name: "n" }));
    expect(error).to.be.instanceOf(Error).with.property("message").that.includes("hunter2");
    const answer = JSON.stringify(own.frames.at(-1));
    expect(answer).to.match(/The tool failed unexpectedly \(reference [0-9a-f]{12}\)/);
    expect(answer).to.not.include("hunter2");
    await own.close();
    await server.close();
  });
});

describe("schemas that could not be used", () => {
  const refused: readonly (readonly [string, JsonObject, string])[] = [
    ["[JSCH-08] an enum without values", { properties: { a: { enum: [] } } }, "ERR_SCHEMA_INVALID"],
    [
      "[JSCH-08] a bound that is no number",
      { properties: { a: { minimum: Number.NaN } } },
      "ERR_SCHEMA_INVALID",
    ],
    [
      "[JSCH-15] an anchor that stands twice",
      { properties: { a: { $anchor: "x" }, b: { $anchor: "x" } } },
      "ERR_SCHEMA_INVALID",
    ],
    [
      "[JSCH-14] items that are compared each with each without bound",
      { properties: { a: { type: "array", uniqueItems: true, items: { type: "object" } } } },
      "ERR_SCHEMA_BOUNDS",
    ],
  ];
  for (const [title, schema, code] of refused) {
    it(`${title} stops the server at boot`, async () => {
      @Tool({ name: "t", input: { type: "object", ...schema } })
      class Raw {
        run(_input: unknown): string {
          return "";
        }
      }
      const error = await rejectionOf(createServer({ name: "x", version: "1.0.0", features: [Raw] }));
      expect(error).to.be.instanceOf(BootError);
      expect((error as BootError).problems.map((problem) => problem.code)).to.deep.equal([code]);
    });
  }

  it("[HDR-46] warns of arguments that look like secrets and are mirrored into a header", async () => {
    const warned: string[] = [];
    const logger = { ...silent, warn: (_fields: unknown, message: string) => void warned.push(message) };
    class Login {
      @Field({ header: "Region" }) region!: string;
      @Field({ header: "Key" }) apiKey!: string;
      @Field({ header: "Access-Token" }) access!: string;
      @Field() password!: string;
    }
    @Feature()
    class Mirrors {
      @Tool() login(_login: Login): void {}
    }
    const server = await createServer({ name: "x", version: "1.0.0", features: [Mirrors], logger });
    expect(warned.map((text) => text.split(" and looks")[0])).to.eql([
      "The argument apiKey is mirrored into the header mcp-param-key",
      "The argument access is mirrored into the header mcp-param-access-token",
    ]);
    await server.close();
  });

  it("[TOOL-15] [TOOL-17] [TOOL-18] warns of tool names that some clients cannot call", async () => {
    const warned: string[] = [];
    const logger = { ...silent, warn: (_fields: unknown, message: string) => void warned.push(message) };
    @Feature()
    class Named {
      @Tool({ name: "a b" }) spaced(): void {}
      @Tool({ name: "k".repeat(129) }) long(): void {}
      @Tool({ name: "k".repeat(128) }) fits(): void {}
    }
    const server = await createServer({ name: "x", version: "1.0.0", features: [Named], logger });
    expect(warned).to.have.length(2);
    expect(warned[0]).to.include('"a b" should be 1 to 128 letters');
    await server.close();
  });
});
