import { createServer, Feature, Field, Notifier, RequestContext, RpcError, Tool, ToolError } from "blazon";
import { RpcFailure } from "blazon/testing";
import { expect } from "chai";
import { it } from "mocha";
import { onEveryEra, SILENT, since } from "./on-every-era.js";

class Sum {
  @Field() total!: number;
}

class Terms {
  @Field({ min: 0 }) left!: number;
  @Field({ min: 0 }) right!: number;
}

const stopped: string[] = [];

@Feature()
class Sums {
  constructor(private readonly notify: Notifier) {}

  @Tool({ description: "Adds", output: Sum })
  add({ left, right }: Terms): Sum {
    return { total: left + right };
  }

  @Tool({ description: "Counts", output: { type: "array", items: { type: "number" } } })
  count(): readonly number[] {
    return [1, 2];
  }

  @Tool({ description: "Tells the model" })
  tell(): string {
    throw new ToolError("Use another one.");
  }

  @Tool({ description: "Refuses" })
  refuse(): string {
    throw new RpcError(1001, "It is closed", { opensAt: "08:00" });
  }

  @Tool({ description: "Fails" })
  fail(): string {
    throw new Error("secret");
  }

  @Tool({ description: "Reports" })
  report(ctx: RequestContext): string {
    ctx.progress(1, 2, "half");
    ctx.log("warning", "slow");
    return "done";
  }

  @Tool({ description: "Waits" })
  async wait(ctx: RequestContext): Promise<string> {
    ctx.progress(1);
    await new Promise<void>((resolve) => ctx.signal.addEventListener("abort", () => resolve()));
    stopped.push(ctx.revision);
    return "never";
  }

  @Tool({ description: "Changes the tools" })
  change(): string {
    this.notify.toolsChanged();
    return "changed";
  }
}

const build = () =>
  createServer({ name: "sums", version: "1.0.0", features: [Sums], logger: SILENT, progressIntervalMs: 0 });

onEveryEra("tools", build, ({ era, connect }) => {
  it("are listed", async () => {
    const tools = await (await connect()).listTools();
    const names = ["add", "count", "tell", "refuse", "fail", "report", "wait", "change"];
    expect(tools.map(({ name }) => name)).to.eql(names);
    expect(tools[0]?.outputSchema !== undefined).to.equal(since(era, "2025-06-18"));
    expect(tools[1]?.outputSchema !== undefined).to.equal(!era.handshake);
  });

  it("[LEG-22] give their value as text, and as it is where the revision has that", async () => {
    const client = await connect();
    const sum = await client.callTool("add", { left: 1, right: 2 });
    expect(sum.content).to.eql([{ type: "text", text: '{"total":3}' }]);
    expect(sum.structuredContent).to.eql(since(era, "2025-06-18") ? { total: 3 } : undefined);
    const count = await client.callTool("count");
    expect(count.content).to.eql([{ type: "text", text: "[1,2]" }]);
    expect(count.structuredContent).to.eql(era.handshake ? undefined : [1, 2]);
  });

  it("[LEG-19] stamp their results in the stateless era alone", async () => {
    const result = await (await connect()).callTool("add", { left: 1, right: 2 });
    expect(result.resultType).to.equal(era.handshake ? undefined : "complete");
  });

  it("tell the model what is wrong with its arguments, and what they want it to know", async () => {
    const client = await connect();
    const wrong = await client.callTool("add", { left: -1 });
    expect(wrong.isError).to.equal(true);
    expect(JSON.stringify(wrong.content)).to.include("/left").and.include("/right");
    const told = await client.callTool("tell");
    expect([told.isError, told.content]).to.eql([true, [{ type: "text", text: "Use another one." }]]);
  });

  it("refuse with the error they choose, and fail a test with the one they did not", async () => {
    const client = await connect();
    const refused: unknown = await client.callTool("refuse").catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RpcFailure);
    expect(refused).to.include({ code: 1001, message: "It is closed" });
    const failed: unknown = await client.callTool("fail").catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Error).with.property("message", "secret");
    expect(JSON.stringify(client.frames)).to.not.include("secret");
  });

  it("are refused where they are not there", async () => {
    const refused: unknown = await (await connect()).callTool("none").catch((error: unknown) => error);
    expect(refused).to.include({ code: -32602 });
  });

  it("report progress and log ahead of their result", async () => {
    const client = await connect();
    const meta = { progressToken: "p", "io.modelcontextprotocol/logLevel": "warning" };
    await client.callTool("report", {}, { meta });
    const progress = { progressToken: "p", progress: 1, total: 2, message: "half" };
    expect(client.notifications("notifications/progress")).to.eql([progress]);
    expect(client.notifications("notifications/message")).to.eql([{ level: "warning", data: "slow" }]);
  });

  it("stop when their caller gives up", async () => {
    const client = await connect();
    const before = stopped.length;
    const abort = new AbortController();
    const call = client
      .callTool("wait", {}, { signal: abort.signal, meta: { progressToken: "p" } })
      .catch((error: unknown) => error);
    while (client.notifications("notifications/progress").length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error("enough"));
    expect(await call).to.have.property("message", "enough");
    while (stopped.length === before) await new Promise((resolve) => setImmediate(resolve));
    expect(stopped.at(-1)).to.equal(era.revision);
  });

  it("are told of when they change", async () => {
    const client = await connect();
    const ear = await client.listen({ toolsListChanged: true });
    await client.callTool("change");
    expect((await ear.next()).method).to.equal("notifications/tools/list_changed");
    ear.leave();
  });
});
