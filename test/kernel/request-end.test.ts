import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import {
  createServer,
  Feature,
  Field,
  type JsonObject,
  type LogFields,
  RequestContext,
  RpcError,
  type Server,
  Tool,
  ToolError,
} from "../../src/index.js";
import { InFlight } from "../../src/kernel/in-flight.js";
import type { Answer, Port } from "../../src/kernel/port.js";
import { internalsOf } from "../../src/server/internals.js";
import { META } from "../support/link.js";
import { RecordingExchange } from "./recording-exchange.js";

class Way {
  @Field({ enum: ["result", "tool", "rpc", "error", "null"] }) way!: string;
  @Field() now!: boolean;
}

let diary: string[] = [];
/** Lets a scope that is being disposed go on. */
let dispose: () => void = () => {};

function endBy(way: string): string {
  diary.push(way);
  if (way === "tool") throw new ToolError("no");
  if (way === "rpc") throw new RpcError(7, "no");
  if (way === "error") throw new Error("no");
  if (way === "null") throw null;
  return way;
}

/** Takes its time to be disposed. */
@Feature({ scope: "request" })
class Kept {
  @Tool()
  kept({ way, now }: Way): string | Promise<string> {
    return now ? endBy(way) : turn().then(() => endBy(way));
  }

  @Tool()
  async until_told(ctx: RequestContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    return endBy("told");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    diary.push("disposing");
    await new Promise<void>((resolve) => {
      dispose = resolve;
    });
    diary.push("disposed");
  }
}

@Feature({ scope: "request" })
class Stubborn {
  @Tool()
  stubborn(): string {
    return "done";
  }

  dispose(): void {
    throw new Error("postgres://admin:hunter2@10.0.0.5");
  }
}

let leftover: RequestContext | undefined;

@Feature()
class Single {
  @Tool()
  leaves_its_context(ctx: RequestContext): string {
    leftover = ctx;
    return "answered";
  }

  @Tool()
  async reports(ctx: RequestContext): Promise<string> {
    ctx.progress(1);
    ctx.progress(2);
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    await wait(5); // longer than what waits of the progress
    return "over";
  }

  @Tool()
  quick(): string {
    return "quick";
  }
}

const call = (id: string | number, name: string, args: JsonObject = {}, meta: JsonObject = {}) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args, _meta: { ...META, ...meta } },
  });
const cancel = (requestId: string | number) =>
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

function frameOf(answer: Answer): JsonObject {
  return JSON.parse(answer?.text ?? "{}");
}

describe("the end of a request", () => {
  const log: (readonly [message: string, fields: LogFields])[] = [];
  const write = (fields: LogFields, message: string): void => void log.push([message, fields]);
  let server: Server;
  let port: Port;

  beforeEach(async () => {
    diary = [];
    log.length = 0;
    server = await createServer({
      name: "ends",
      version: "1.0.0",
      features: [Kept, Stubborn, Single],
      logger: { debug: write, info: write, warn: write, error: write },
      progressIntervalMs: 1,
    });
    ({ port } = internalsOf(server));
  });
  afterEach(() => server.close());

  for (const now of [true, false]) {
    for (const way of ["result", "tool", "rpc", "error", "null"]) {
      it(`waits for what was made for it, after ${way}${now ? " at once" : " later"}`, async () => {
        let answered = false;
        const answer = Promise.resolve(
          port.receive(call(1, "kept", { way, now }), new RecordingExchange()),
        ).then((reply) => {
          answered = true;
          return reply;
        });
        while (!diary.includes("disposing")) await turn();
        await turn();
        expect([diary, answered]).to.eql([[way, "disposing"], false]);
        dispose();
        expect(frameOf(await answer).id).to.equal(1);
        expect(diary).to.eql([way, "disposing", "disposed"]);
      });
    }

    it(`[BASE-08] keeps the id until then, and frees it with the answer, ${now ? "at once" : "later"}`, async () => {
      const inFlight = new InFlight();
      const first = port.receive(call(7, "kept", { way: "result", now }), new RecordingExchange(inFlight));
      while (!diary.includes("disposing")) await turn();
      const second = await port.receive(call(7, "quick"), new RecordingExchange(inFlight));
      expect(frameOf(second)).to.eql({
        jsonrpc: "2.0",
        error: { code: -32600, message: "Invalid request: this id is still in flight" },
      });
      dispose();
      expect(frameOf(await first)).to.have.property("result");
      expect(inFlight.size).to.equal(0);
      const third = await port.receive(call(7, "quick"), new RecordingExchange(inFlight));
      expect(frameOf(third)).to.have.property("result");
    });

    it(`[CANC-12] [CANC-11] is not answered when it is cancelled until then, ${now ? "at once" : "later"}`, async () => {
      const inFlight = new InFlight();
      const answer = port.receive(call(7, "kept", { way: "result", now }), new RecordingExchange(inFlight));
      while (!diary.includes("disposing")) await turn();
      expect(port.receive(cancel(7), new RecordingExchange(inFlight))).to.equal(undefined);
      expect(inFlight.size).to.equal(0);
      dispose();
      expect(await answer).to.equal(undefined);
      expect(diary).to.eql(["result", "disposing", "disposed"]);
    });
  }

  it("leaves an id to the request that took it after a cancellation", async () => {
    const inFlight = new InFlight();
    const first = port.receive(call(7, "until_told"), new RecordingExchange(inFlight));
    await turn();
    port.receive(cancel(7), new RecordingExchange(inFlight));
    const second = port.receive(call(7, "until_told"), new RecordingExchange(inFlight));
    while (!diary.includes("disposing")) await turn();
    dispose();
    expect(await first).to.equal(undefined);
    expect(inFlight.size).to.equal(1);
    diary.length = 0;
    port.receive(cancel(7), new RecordingExchange(inFlight));
    while (!diary.includes("disposing")) await turn();
    dispose();
    expect(await second).to.equal(undefined);
    expect(inFlight.size).to.equal(0);
  });

  it("answers where the disposal fails, and logs it whole", async () => {
    const inFlight = new InFlight();
    const answer = await port.receive(call(3, "stubborn"), new RecordingExchange(inFlight));
    expect(frameOf(answer).result).to.deep.include({ content: [{ type: "text", text: "done" }] });
    expect(answer?.text).to.not.include("hunter2");
    expect(inFlight.size).to.equal(0);
    const [[message, fields]] = log as [(typeof log)[number]];
    expect(message).to.equal("disposal failed");
    expect(fields).to.deep.include({ severity: "error", request: 3, method: "tools/call" });
    expect(fields.error).to.be.instanceOf(Error);
  });

  it("[PROG-12] [PROG-08] [LOG-03] is the end of what is sent for it", async () => {
    const meta = { progressToken: 1, "io.modelcontextprotocol/logLevel": "debug" };
    const exchange = new RecordingExchange();
    await port.receive(call(1, "leaves_its_context", {}, meta), exchange);
    leftover?.progress(1);
    leftover?.log("emergency", "too late");
    await wait(5);
    expect(exchange.sent).to.eql([]);
    expect(log.map(([message]) => message)).to.eql(["too late"]);
  });

  it("[CANC-12] sends nothing of the progress that waited when it is cancelled", async () => {
    const inFlight = new InFlight();
    const exchange = new RecordingExchange(inFlight);
    const answer = port.receive(call(1, "reports", {}, { progressToken: 1 }), exchange);
    port.receive(cancel(1), new RecordingExchange(inFlight));
    expect(await answer).to.equal(undefined);
    expect(exchange.sent.map(({ params }) => (params as JsonObject).progress)).to.eql([1]);
  });

  it("[CANC-15] is cancelled once, also where the client leaves before the handler is done", async () => {
    const inFlight = new InFlight();
    const exchange = new RecordingExchange(inFlight);
    const answer = port.receive(call(1, "reports"), exchange);
    port.receive(cancel(1), new RecordingExchange(inFlight));
    exchange.leave();
    expect(await answer).to.equal(undefined);
    expect(log.map(([message]) => message)).to.eql(["request cancelled"]);
  });

  it("[CANC-11] [CANC-16] is cancelled by a client that leaves, and the log says so", async () => {
    const exchange = new RecordingExchange();
    const answer = port.receive(call(1, "reports"), exchange);
    exchange.leave();
    expect(await answer).to.equal(undefined);
    const fields = { severity: "info", request: 1, method: "tools/call", reason: "the client went away" };
    expect(log).to.eql([["request cancelled", fields]]);
  });

  it("aborts the signal that is asked for only when the request was cancelled, and not after its answer", async () => {
    const inFlight = new InFlight();
    const exchange = new RecordingExchange(inFlight);
    await port.receive(call(1, "leaves_its_context"), exchange);
    expect(leftover?.signal.aborted).to.equal(false);
    exchange.leave();
    expect(leftover?.signal.aborted).to.equal(false);
    expect(log).to.eql([]);
  });
});

describe("a log that cannot be written", () => {
  it("disturbs no request, no refusal and no end", async () => {
    const fail = (): never => {
      throw new Error("the disk is full");
    };
    const server = await createServer({
      name: "full",
      version: "1.0.0",
      features: [Kept, Stubborn, Single],
      logger: { debug: fail, info: fail, warn: fail, error: fail, fatal: fail },
    });
    const { port } = internalsOf(server);
    const send = async (text: string) => frameOf(await port.receive(text, new RecordingExchange()));
    expect(await send(call(1, "stubborn"))).to.have.property("result");
    expect(await send(call(1, "nobody"))).to.deep.include({
      error: { code: -32602, message: "Unknown tool" },
    });
    expect(await send("{")).to.have.property("error");
    const exchange = new RecordingExchange();
    const answer = port.receive(call(2, "until_told"), exchange);
    await turn();
    exchange.leave();
    while (!diary.includes("disposing")) await turn();
    dispose();
    expect(await answer).to.equal(undefined);
    for (const level of ["debug", "info", "notice", "warning", "error", "critical"] as const) {
      leftover?.log(level, "x");
    }
    await server.close();
  });
});
