import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { describe, it } from "mocha";
import { createServer, Feature, Field, RequestContext, Tool } from "../../src/index.js";
import { internalsOf } from "../../src/server/internals.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { CountingExchange } from "../support/counting-exchange.js";
import { META } from "../support/link.js";

const ROUNDS = 100_000;
const BATCH = 500;
/** More than this is no noise. */
const GROWN_BYTES = 4_000_000;

const census = { made: 0, disposed: 0, listeners: 0 };

class Name {
  @Field() name!: string;
}

@Feature({ scope: "request" })
class PerRequest {
  constructor() {
    census.made++;
  }

  @Tool()
  async ask(ctx: RequestContext): Promise<string> {
    const stop = (): void => void census.listeners--;
    census.listeners++;
    ctx.signal.addEventListener("abort", stop);
    try {
      await ctx.step("prepare", () => ({ ready: true }));
      return (await ctx.elicit("who", Name, "Your name?")).action;
    } finally {
      ctx.signal.removeEventListener("abort", stop);
      census.listeners--;
    }
  }

  [Symbol.dispose](): void {
    census.disposed++;
  }
}

describe("a hundred thousand rounds whose client never comes back", function () {
  this.timeout(180_000);

  it("[MRTR-17] leave no scope, no listener, no timer and no memory behind", async () => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const server = await createServer({
      name: "abandoned",
      version: "1.0.0",
      features: [PerRequest],
      logger,
    });
    const { port } = internalsOf(server);
    const exchange = new CountingExchange();
    const capabilities = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
    const params = { name: "ask", _meta: { ...META, ...capabilities } };
    const resources = process.getActiveResourcesInfo().sort();
    let asked = 0;

    async function abandon(count: number): Promise<void> {
      for (let id = 0; id < count; id += BATCH) {
        const answers = Array.from({ length: BATCH }, (_, index) =>
          port.receive(
            JSON.stringify({ jsonrpc: "2.0", id: id + index, method: "tools/call", params }),
            exchange,
          ),
        );
        for (const answer of await Promise.all(answers))
          if (answer?.text.includes('"input_required"')) asked++;
      }
      await turn();
    }

    await abandon(10_000); // what is made once is made
    await collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await abandon(ROUNDS - 10_000);
    await collectGarbage();
    expect(asked).to.equal(ROUNDS);
    expect(process.memoryUsage().heapUsed - before).to.be.below(GROWN_BYTES);
    expect(census).to.eql({ made: ROUNDS, disposed: ROUNDS, listeners: 0 });
    expect(exchange.inFlight.size).to.equal(0);
    expect(process.getActiveResourcesInfo().sort()).to.eql(resources);
    await server.close();
  });
});
