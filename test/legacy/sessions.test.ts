import {
  createServer,
  Feature,
  Field,
  type JsonObject,
  RequestContext,
  Resource,
  type Server,
  Tool,
} from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { LEGACY_LINKS, type LegacyLink } from "./legacy-links.js";

class Name {
  @Field() name!: string;
}

@Feature()
class Desk {
  @Tool({ description: "Greets" })
  greet({ name }: Name): string {
    return `Hello, ${name}`;
  }

  @Tool({ description: "Lists", output: { type: "array", items: { type: "number" } } })
  numbers(): readonly number[] {
    return [1, 2];
  }

  @Tool({ description: "Asks" })
  async ask(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "Who?").orDecline("Nobody.");
    return `Hello, ${name}`;
  }

  @Resource("desk://rules", { description: "Rules" })
  rules(): string {
    return "Be kind";
  }
}

const build = (): Promise<Server> =>
  createServer({
    name: "desk",
    version: "1.0.0",
    features: [Desk],
    hosts: "any",
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });

async function open(link: LegacyLink, version: string, capabilities: JsonObject = {}): Promise<JsonObject> {
  const clientInfo = { name: "old", version: "1" };
  const frames = await link.request("initialize", { protocolVersion: version, capabilities, clientInfo });
  await link.notify("notifications/initialized");
  return resultOf(frames);
}

function resultOf(frames: readonly JsonObject[]): JsonObject {
  return frames.at(-1)?.result as JsonObject; // the answer is last
}

function codeOf(frames: readonly JsonObject[]): unknown {
  return (frames.at(-1)?.error as JsonObject | undefined)?.code; // undefined where it is a result
}

for (const { name, open: openLink } of LEGACY_LINKS) {
  describe(`a session of the handshake revisions, over ${name}`, () => {
    let link: LegacyLink;
    beforeEach(async () => {
      link = openLink(await build());
    });
    afterEach(() => link.close());

    it("[LEG-05] says version, capabilities and who it is when it is opened", async () => {
      const result = await open(link, "2025-11-25");
      expect(result).to.have.all.keys("protocolVersion", "capabilities", "serverInfo");
      expect(result.serverInfo).to.eql({ name: "desk", version: "1.0.0" });
    });

    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
      it(`[LEG-06] speaks ${version} with who asks for it`, async () => {
        expect((await open(link, version)).protocolVersion).to.equal(version);
      });
    }

    for (const version of ["2026-07-28", "1999-01-01"]) {
      it(`[LEG-06] [A11] [T-71] speaks its newest handshake revision with who asks for ${version}`, async () => {
        expect((await open(link, version)).protocolVersion).to.equal("2025-11-25");
      });
    }

    it("[LEG-17] answers a ping with an empty result", async () => {
      await open(link, "2025-11-25");
      expect(resultOf(await link.request("ping"))).to.eql({});
    });

    it("[LEG-18] has the methods of these revisions, and none of the stateless one", async () => {
      await open(link, "2025-11-25");
      expect(resultOf(await link.request("logging/setLevel", { level: "error" }))).to.eql({});
      const uri = "desk://rules";
      expect(resultOf(await link.request("resources/subscribe", { uri }))).to.eql({});
      expect(resultOf(await link.request("resources/unsubscribe", { uri }))).to.eql({});
      expect(codeOf(await link.request("server/discover"))).to.equal(-32601);
    });

    it("[LEG-19] [T-70] leaves the stamp and the caching hints out of results", async () => {
      await open(link, "2025-11-25");
      const called = await link.request("tools/call", { name: "greet", arguments: { name: "Ada" } });
      expect(resultOf(called)).to.eql({ content: [{ type: "text", text: "Hello, Ada" }] });
      expect(resultOf(await link.request("tools/list"))).to.have.all.keys("tools");
      const read = resultOf(await link.request("resources/read", { uri: "desk://rules" }));
      expect(read).to.have.all.keys("contents");
    });

    it("[LEG-20] [A09] has a number of its own for a resource that is not there", async () => {
      await open(link, "2025-11-25");
      expect(codeOf(await link.request("resources/read", { uri: "desk://none" }))).to.equal(-32002);
      expect(codeOf(await link.request("totally/bogus"))).to.equal(-32601);
      expect(codeOf(await link.request("tools/call", { name: "nope" }))).to.equal(-32602);
      expect(codeOf(await link.request("logging/setLevel", { level: "not-a-level" }))).to.equal(-32602);
    });

    it("[LEG-22] tells a structured value that is no object as text alone", async () => {
      await open(link, "2025-11-25");
      const result = resultOf(await link.request("tools/call", { name: "numbers" }));
      expect(result).to.eql({ content: [{ type: "text", text: "[1,2]" }] });
      const { tools } = resultOf(await link.request("tools/list"));
      expect(JSON.stringify(tools)).to.not.include("outputSchema");
    });

    it("[LEG-08] asks with a request while the call runs, of a client that can answer", async () => {
      await open(link, "2025-11-25", { elicitation: {} });
      link.onQuestion(() => ({ result: { action: "accept", content: { name: "Ada" } } }));
      const frames = await link.request("tools/call", { name: "ask" });
      expect(frames[0]).to.include({ method: "elicitation/create" });
      expect(resultOf(frames).content).to.eql([{ type: "text", text: "Hello, Ada" }]);
    });

    it("[LEG-08] tells the model that the client cannot be asked", async () => {
      await open(link, "2025-11-25");
      const frames = await link.request("tools/call", { name: "ask" });
      expect(frames).to.have.length(1);
      expect(resultOf(frames).isError).to.equal(true);
    });

    it("tells the model that the client refused to answer", async () => {
      await open(link, "2025-11-25", { elicitation: {} });
      link.onQuestion(() => ({ error: { code: -1, message: "no" } }));
      const result = resultOf(await link.request("tools/call", { name: "ask" }));
      expect(result.isError).to.equal(true);
      expect(JSON.stringify(result.content)).to.include("refused to answer: no");
    });
  });
}
