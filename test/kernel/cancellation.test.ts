import { setImmediate as turn } from "node:timers/promises";
import {
  createServer,
  Feature,
  Field,
  type JsonObject,
  type LogFields,
  RequestContext,
  type Server,
  Tool,
} from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { META } from "../support/link.js";
import { Pipe } from "../support/pipe.js";

class Name {
  @Field({ optional: true }) name?: string;
}

/** What handlers did, by the name their call gave them. */
let seen: string[] = [];

@Feature()
class Slow {
  @Tool()
  async waits({ name = "" }: Name, ctx: RequestContext): Promise<string> {
    seen.push(`began ${name}`);
    if (!ctx.signal.aborted) await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    const { reason } = ctx.signal;
    seen.push(`ended ${name}: ${reason instanceof DOMException ? reason.name : "?"} ${reason.message}`);
    ctx.progress(2);
    ctx.log("emergency", "after the cancellation");
    return "nobody hears this";
  }

  /** Looks at its signal only when it was cancelled already. */
  @Tool()
  async looks(ctx: RequestContext): Promise<string> {
    seen.push("began looks");
    for (let turns = 0; turns < 50; turns++) await turn();
    seen.push(`aborted ${ctx.signal.aborted}`);
    return "done";
  }

  @Tool()
  async throws({ name = "" }: Name, ctx: RequestContext): Promise<string> {
    seen.push(`began ${name}`);
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    throw new Error("left in the middle");
  }

  /** Is done after as many turns as its name says. */
  @Tool()
  async turns({ name = "0" }: Name): Promise<string> {
    for (let turns = 0; turns < Number(name); turns++) await turn();
    return name;
  }

  @Tool()
  quick(): string {
    return "quick";
  }
}

@Feature({ scope: "request" })
class Scoped {
  constructor() {
    seen.push("made");
  }

  @Tool()
  async scoped(ctx: RequestContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    return "over";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await turn();
    seen.push("disposed");
  }
}

const call = (id: unknown, name: string, args: JsonObject = {}, meta: JsonObject = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args, _meta: { ...META, ...meta } },
});
const cancel = (requestId: unknown, reason?: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId, ...(reason !== undefined && { reason }) },
});

describe("a request that is cancelled on a pipe", () => {
  const log: (readonly [message: string, fields: LogFields])[] = [];
  const write = (fields: LogFields, message: string): void => void log.push([message, fields]);
  let server: Server;
  let pipe: Pipe;

  beforeEach(async () => {
    seen = [];
    log.length = 0;
    server = await createServer({
      name: "slow",
      version: "1.0.0",
      features: [Slow, Scoped],
      logger: { debug: write, info: write, warn: write, error: write },
    });
    pipe = Pipe.open(server);
  });

  afterEach(async () => {
    await pipe.close();
    await server.close();
  });

  it("[CANC-11] [STDIO-11] stops at once, and its signal says why", async () => {
    pipe.send(call(7, "waits", { name: "a" }), cancel(7, "the user left"));
    await pipe.settle();
    await turn();
    expect(seen).to.eql(["began a", "ended a: AbortError the user left"]);
  });

  it("[CANC-12] [STDIO-12] is never answered, and nothing more is sent for it", async () => {
    const meta = { progressToken: 1, "io.modelcontextprotocol/logLevel": "debug" };
    pipe.send(call(7, "waits", {}, meta), cancel(7));
    await pipe.settle();
    await pipe.settle();
    expect(pipe.frames).to.eql([]);
  });

  it("frees its id, for a request that is then served", async () => {
    pipe.send(call(7, "waits", { name: "first" }), cancel(7), call(7, "quick"));
    await pipe.until(() => pipe.frames.length > 0);
    await pipe.settle();
    expect(pipe.answersTo(7).map(({ result }) => (result as JsonObject).content)).to.eql([
      [{ type: "text", text: "quick" }],
    ]);
  });

  it("[CANC-19] is named by the id's own type", async () => {
    pipe.send(call(7, "waits", { name: "a" }), cancel("7"), cancel(7.5), cancel([7]), cancel(true));
    await pipe.settle();
    expect(seen).to.eql(["began a"]);
    pipe.send(call("8", "waits", { name: "b" }), cancel(8));
    await pipe.settle();
    expect(seen).to.eql(["began a", "began b"]);
    pipe.send(cancel(7), cancel("8"));
    await pipe.settle();
    expect(seen.slice(2).map((line) => line.slice(0, 7))).to.eql(["ended a", "ended b"]);
  });

  it("[CANC-13] [CANC-18] is none where the id is unknown, over or malformed: silence, and no harm", async () => {
    pipe.send(call(1, "quick"));
    pipe.send(
      cancel(1),
      cancel(2),
      cancel(null),
      cancel(undefined),
      { jsonrpc: "2.0", method: "notifications/cancelled" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: {} },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: null },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: { valueOf: 1 } } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: [] },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: "1" },
    );
    await pipe.settle();
    expect(pipe.frames).to.have.length(1);
    pipe.send(call(1, "quick"));
    await pipe.settle();
    expect(pipe.answersTo(1)).to.have.length(2);
  });

  it("[META-28] needs no _meta, and ignores what else the notification holds", async () => {
    pipe.send(call(3, "waits", { name: "a" }));
    pipe.send({ ...cancel(3), extra: 1 });
    await pipe.settle();
    expect(seen).to.have.length(2);
  });

  it("[CANC-15] races with its answer a thousand times, and nothing breaks", async () => {
    for (let id = 0; id < 1000; id++) pipe.send(call(id, "quick"), cancel(id));
    await pipe.settle();
    const counts = Array.from({ length: 1000 }, (_, id) => pipe.answersTo(id).length);
    expect(counts.filter((count) => count !== 1)).to.eql([]);
    expect(log.filter(([, { severity }]) => severity === "error")).to.eql([]);
  });

  it("[CANC-15] races with an answer that comes some turns later, and gets one or none", async () => {
    const wait = async (turns: number) => {
      for (let waited = 0; waited < turns; waited++) await turn();
    };
    for (let id = 0; id < 300; id++) {
      pipe.send(call(id, "turns", { name: String(id % 5) }));
      await wait(id % 8);
      pipe.send(cancel(id), cancel(id));
    }
    await pipe.settle();
    await wait(10);
    await pipe.settle();
    const counts = Array.from({ length: 300 }, (_, id) => pipe.answersTo(id).length);
    expect(Math.max(...counts)).to.equal(1);
    expect(pipe.frames).to.have.length(counts.reduce((sum, count) => sum + count, 0));
    expect(pipe.frames.filter((frame) => !("result" in frame))).to.eql([]);
    expect(log.filter(([, { severity }]) => severity === "error")).to.eql([]);
  });

  it("[CANC-16] is logged with the client's reason", async () => {
    pipe.send(call(7, "waits"), cancel(7, "took too long"));
    await pipe.settle();
    expect(log).to.deep.include([
      "request cancelled",
      { severity: "info", request: 7, method: "tools/call", reason: "took too long" },
    ]);
  });

  it("tells a handler that looks at its signal only afterwards", async () => {
    pipe.send(call(7, "looks"), cancel(7));
    while (seen.length < 2) await pipe.settle();
    expect(seen).to.eql(["began looks", "aborted true"]);
    expect(pipe.frames).to.eql([]);
  });

  it("is no failure of a handler that throws when it is told to stop", async () => {
    pipe.send(call(7, "throws", { name: "a" }), cancel(7));
    await pipe.settle();
    await pipe.settle();
    expect(pipe.frames).to.eql([]);
    expect(log.filter(([, { severity }]) => severity === "error")).to.eql([]);
  });

  it("has what was made for it disposed", async () => {
    pipe.send(call(7, "scoped"));
    await pipe.settle();
    pipe.send(cancel(7));
    while (seen.length < 2) await pipe.settle();
    expect(seen).to.eql(["made", "disposed"]);
  });

  it("[CANC-04] is every request of a client that goes away", async () => {
    pipe.send(call(1, "waits", { name: "a" }), call("1", "waits", { name: "b" }));
    await pipe.settle();
    await server.close();
    expect(seen.slice(2).map((line) => line.slice(0, 7))).to.have.members(["ended a", "ended b"]);
  });
});

describe("ids on a pipe", () => {
  let server: Server;
  beforeEach(async () => {
    seen = [];
    server = await createServer({
      name: "slow",
      version: "1.0.0",
      features: [Slow],
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
  });
  afterEach(() => server.close());

  it("[BASE-08] are refused while they are in flight, without an id, and the first call stands", async () => {
    const pipe = Pipe.open(server);
    pipe.send(call(7, "waits", { name: "a" }), call(7, "waits", { name: "b" }));
    await pipe.settle();
    expect(seen).to.eql(["began a"]);
    expect(pipe.frames).to.eql([
      { jsonrpc: "2.0", error: { code: -32600, message: "Invalid request: this id is still in flight" } },
    ]);
    pipe.send(call("7", "quick"), cancel(7));
    await pipe.settle();
    expect(pipe.answersTo("7")).to.have.length(1);
    await pipe.close();
  });

  it("[STATE-07] belong to their pipe: another may use the same ones, and cancels none of the first", async () => {
    const [first, second] = [Pipe.open(server), Pipe.open(server)];
    first.send(call(1, "waits", { name: "a" }));
    await first.settle();
    second.send(cancel(1), call(1, "quick"));
    await second.settle();
    expect(second.answersTo(1)).to.have.length(1);
    expect(seen).to.eql(["began a"]);
    await Promise.all([first.close(), second.close()]);
  });

  it("[STATE-03] tell fifty calls apart that are answered in any order", async () => {
    const pipe = Pipe.open(server);
    pipe.send(call("first", "waits"));
    for (let id = 0; id < 50; id++) pipe.send(call(id, id % 3 === 0 ? "looks" : "quick"));
    await pipe.until(() => pipe.frames.length === 50);
    for (let id = 0; id < 50; id++) {
      const text = id % 3 === 0 ? "done" : "quick";
      expect(
        pipe.answersTo(id).map(({ result }) => (result as JsonObject).content),
        String(id),
      ).to.eql([[{ type: "text", text }]]);
    }
    expect(pipe.answersTo("first")).to.eql([]);
    pipe.send(cancel("first"));
    await pipe.close();
  });
});
