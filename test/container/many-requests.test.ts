import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  createServer,
  Feature,
  Field,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  Tool,
} from "../../src/index.js";
import { internalsOf } from "../../src/server/internals.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { CountingExchange } from "../support/counting-exchange.js";
import { META } from "../support/link.js";

const REQUESTS = 100_000;

/** What the process holds of requests that are over. */
const census = { made: 0, disposed: 0, helpersMade: 0, helpersDisposed: 0 };
const sampled: WeakRef<object>[] = [];

class Helper {
  constructor() {
    census.helpersMade++;
  }

  [Symbol.dispose](): void {
    census.helpersDisposed++;
  }
}

class How {
  @Field({ enum: ["now", "later", "fails", "waits"] }) how!: "now" | "later" | "fails" | "waits";
}

@Feature({ scope: "request" })
class PerRequest {
  constructor(
    readonly helper: Helper,
    ctx: RequestContext,
  ) {
    if (census.made++ % 500 === 0) sampled.push(new WeakRef(ctx), new WeakRef(this), new WeakRef(helper));
  }

  @Tool()
  run({ how }: How, ctx: RequestContext): string | Promise<string> {
    ctx.signal.addEventListener("abort", () => {});
    ctx.progress(1);
    switch (how) {
      case "now":
        return "now";
      case "later":
        return turn("later");
      case "fails":
        throw new Error("on purpose");
      case "waits":
        return new Promise((resolve) => ctx.signal.addEventListener("abort", () => resolve("stopped")));
    }
  }

  @Resource("many://one")
  async one(): Promise<string> {
    return "one";
  }

  @Prompt()
  ask(): string {
    return "ask";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    census.disposed++;
  }
}

const KINDS = [
  ["tools/call", { name: "run", arguments: { how: "now" } }],
  ["tools/call", { name: "run", arguments: { how: "later" } }],
  ["tools/call", { name: "run", arguments: { how: "fails" } }],
  ["tools/call", { name: "run", arguments: { how: "waits" } }],
  ["tools/call", { name: "run", arguments: { how: "no way" } }],
  ["resources/read", { uri: "many://one" }],
  ["prompts/get", { name: "ask" }],
  ["prompts/get", { name: "nobody" }],
] as const;

async function callMany(server: Server, exchange: CountingExchange): Promise<void> {
  const { port } = internalsOf(server);
  for (let id = 0; id < REQUESTS; id += 100) {
    const answers = Array.from({ length: 100 }, (_, index) => {
      const [method, params] = KINDS[index % KINDS.length] ?? KINDS[0];
      const meta = { ...META, progressToken: id + index };
      const message = { jsonrpc: "2.0", id: id + index, method, params: { ...params, _meta: meta } };
      return port.receive(JSON.stringify(message), exchange);
    });
    for (let index = 3; index < 100; index += KINDS.length) {
      const params = { requestId: id + index };
      port.receive(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }), exchange);
    }
    await Promise.all(answers);
  }
}

describe("a hundred thousand requests", function () {
  this.timeout(120_000);

  it("leave no container, no listener, no timer and no id behind", async () => {
    const server = await createServer({
      name: "many",
      version: "1.0.0",
      features: [PerRequest],
      providers: [{ token: Helper, useClass: Helper, inject: [], scope: "request" }],
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const exchange = new CountingExchange();
    const resources = process.getActiveResourcesInfo().sort();
    await callMany(server, exchange);
    await turn();
    expect(census.made).to.be.above(REQUESTS / 2);
    expect(census.disposed).to.equal(census.made);
    expect(census.helpersMade).to.equal(census.made);
    expect(census.helpersDisposed).to.equal(census.helpersMade);
    expect(exchange.inFlight.size).to.equal(0);
    expect(exchange.frames).to.be.above(0);
    await collectGarbage();
    expect(process.getActiveResourcesInfo().sort()).to.eql(resources);
    expect(sampled.filter((reference) => reference.deref() !== undefined)).to.eql([]);
    await server.close();
  });
});
