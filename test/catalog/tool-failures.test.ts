import { Feature, type JsonObject, type LogFields, RpcError, Tool, ToolError } from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { closeServers, openServer, SILENT } from "./open-server.js";

/** What the tools of a test throw. */
const given: { failure: unknown } = { failure: undefined };

@Feature()
class Failing {
  @Tool()
  now(): void {
    throw given.failure;
  }

  @Tool()
  async later(): Promise<void> {
    await Promise.resolve();
    throw given.failure;
  }

  @Tool({ output: { type: "integer" } })
  async structured(): Promise<number> {
    throw given.failure;
  }
}

const TOOLS = ["now", "later", "structured"];

describe("a tool that throws", () => {
  const logged: LogFields[] = [];
  const logger = {
    ...SILENT,
    error: (fields: LogFields) => {
      logged.push(fields);
    },
  };

  beforeEach(() => {
    logged.length = 0;
  });
  afterEach(closeServers);

  it("[TOOL-27] [TOOL-48] tells the model a reference alone, and the log everything under it", async () => {
    const client = await openServer([Failing], { logger });
    const cause = new Error("as admin:hunter2");
    for (const failure of [
      new Error("connect 10.0.0.5:5432", { cause }),
      new TypeError(""),
      "connect 10.0.0.5:5432",
      null,
      0,
      { message: "/home/admin/.env" },
    ]) {
      given.failure = failure;
      for (const tool of TOOLS) {
        logged.length = 0;
        expect(await rejectionOf(client.callTool(tool))).to.equal(failure);
        const { result } = client.frames.at(-1) as { readonly result: JsonObject };
        expect(result).to.have.keys("content", "isError", "resultType", "_meta");
        expect(result.isError).to.equal(true);
        const [block, ...others] = result.content as readonly JsonObject[];
        expect(others).to.eql([]);
        const pattern = /^The tool failed unexpectedly \(reference ([0-9a-f]{12})\)$/;
        const [, reference] = pattern.exec(String(block?.text)) ?? [];
        expect(logged).to.have.length(1);
        expect(logged[0]).to.include({ reference, member: `Failing.${tool}`, method: "tools/call" });
        expect(logged[0]?.error).to.equal(failure);
      }
    }
  });

  it("[TOOL-26] gives the model a ToolError's text and nothing else, and the log no error", async () => {
    const client = await openServer([Failing], { logger });
    given.failure = new ToolError("There is no such ticket.", { cause: new Error("hunter2") });
    for (const tool of TOOLS) {
      const { _meta, ...result } = await client.callTool(tool);
      expect(result).to.eql({
        content: [{ type: "text", text: "There is no such ticket." }],
        isError: true,
        resultType: "complete",
      });
    }
    expect(logged).to.eql([]);
  });

  it("[TOOL-24] gives the client an RpcError as it is, and the log no error", async () => {
    const client = await openServer([Failing], { logger });
    given.failure = new RpcError(1001, "The desk is closed", { opensAt: "08:00" });
    for (const tool of TOOLS) {
      const error = await rejectionOf(client.callTool(tool));
      expect(error).to.deep.include({
        code: 1001,
        message: "The desk is closed",
        data: { opensAt: "08:00" },
      });
    }
    expect(logged).to.eql([]);
  });
});
