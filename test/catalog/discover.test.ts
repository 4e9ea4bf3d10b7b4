import { type Class, Complete, Field, type JsonObject, Prompt, Resource, Tool } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

class Topic {
  @Field({ maxLength: 100 }) topic!: string;
}
class Tools {
  @Tool()
  a(): void {}
}
class Resources {
  @Resource("a://b")
  b(): string {
    return "b";
  }
}
class Templates {
  @Resource("a://{topic}")
  c({ topic }: Topic): string {
    return topic;
  }
}
class Prompts {
  @Prompt()
  d({ topic }: Topic): string {
    return topic;
  }
}
class Completed extends Prompts {
  @Complete({ prompt: "d", argument: "topic" })
  topics(): string[] {
    return ["rain"];
  }
}

/** Every method that needs a capability, with params it can be served for. */
const SERVED = {
  tools: [
    ["tools/list", {}],
    ["tools/call", { name: "a" }],
  ],
  resources: [
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["resources/read", { uri: "a://b" }],
  ],
  prompts: [
    ["prompts/list", {}],
    ["prompts/get", { name: "d", arguments: { topic: "rain" } }],
  ],
  completions: [
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "d" }, argument: { name: "topic", value: "" } },
    ],
  ],
} as const;

/** What is announced of each list, and of single resources. */
const CHANGES: Readonly<Record<string, object>> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
};

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

describe("server/discover", () => {
  afterEach(closeServers);

  for (const [id, features, advertised] of [
    ["DISC-06", [], []],
    ["TOOL-01", [Tools], ["tools"]],
    ["RES-01", [Resources], ["resources"]],
    ["RES-01", [Templates], ["resources"]],
    ["PROM-01", [Prompts], ["prompts"]],
    ["COMP-01", [Completed], ["prompts", "completions"]],
    ["DISC-01", [Tools, Resources, Completed], ["tools", "resources", "prompts", "completions"]],
  ] as readonly (readonly [string, readonly Class[], readonly string[]])[]) {
    const what = features.map(({ name }) => name).join(", ") || "no features";
    it(`[${id}] [DISC-05] [BASE-41] advertises what is served of ${what}, and nothing else is`, async () => {
      const client = await openServer(features);
      const { capabilities } = await client.discover();
      const expected = Object.fromEntries(
        [...advertised, "logging"].map((name) => [name, CHANGES[name] ?? {}]),
      );
      expect(capabilities).to.eql(expected);
      for (const [capability, methods] of Object.entries(SERVED)) {
        for (const [method, params] of methods) {
          const answer = client.request(method, params).catch((error) => error);
          const unknown = { code: -32601, message: "Method not found" };
          if (!advertised.includes(capability)) expect(await answer, method).to.include(unknown);
          else expect(await answer, method).to.not.include(unknown);
        }
      }
    });
  }

  it("[DISC-02] [DISC-03] [DISC-04] says everything of the server, in the places the protocol has for it", async () => {
    const client = await openServer([Tools], {
      title: "Catalog",
      description: "A catalog",
      websiteUrl: "https://example.com",
      instructions: "Ask.",
      cache: { discover: { ttlMs: 1, cacheScope: "public" } },
    });
    const result = await client.discover();
    expectWireValid(client.frames.at(-1), "server/discover");
    expect(result).to.eql({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: true }, logging: {} },
      instructions: "Ask.",
      ttlMs: 1,
      cacheScope: "public",
      resultType: "complete",
      _meta: {
        [SERVER_INFO]: {
          name: "catalog",
          version: "1.0.0",
          title: "Catalog",
          description: "A catalog",
          websiteUrl: "https://example.com",
        },
      },
    });
  });

  it("[DISC-02] [CACHE-01] leaves out what nobody said, but no caching hint", async () => {
    const client = await openServer([Tools]);
    expect(await client.discover()).to.have.keys(
      "supportedVersions",
      "capabilities",
      "ttlMs",
      "cacheScope",
      "resultType",
      "_meta",
    );
    expect(await client.discover()).to.include({ ttlMs: 0, cacheScope: "private" });
  });

  it("[META-22] is the one result that names the server where stampResults is off", async () => {
    const client = await openServer([Tools, Resources, Completed], { stampResults: false });
    expect((await client.discover())._meta).to.have.property(SERVER_INFO);
    for (const [method, params] of Object.values(SERVED).flat()) {
      const result: JsonObject = await client.request(method, params);
      expectWireValid(client.frames.at(-1), method);
      expect(result.resultType, method).to.equal("complete");
      expect(result, method).to.not.have.nested.property(`_meta.${SERVER_INFO.replaceAll(".", "\\.")}`);
    }
  });

  it("[CACHE-01] [CACHE-03] sets the hints of each answer apart from the others", async () => {
    const answers = {
      discover: "server/discover",
      tools: "tools/list",
      resources: "resources/list",
      resourceTemplates: "resources/templates/list",
      prompts: "prompts/list",
    } as const;
    const names = Object.keys(answers);
    const cache = Object.fromEntries(names.map((name, index) => [name, { ttlMs: index + 1 }]));
    const client = await openServer([Tools, Resources, Prompts], { cache });
    for (const [index, method] of Object.values(answers).entries()) {
      expect(await client.request(method, {}), method).to.include({
        ttlMs: index + 1,
        cacheScope: "private",
      });
    }
    const shared = await openServer([Tools], { cache: { tools: { cacheScope: "public" } } });
    expect(await shared.request("tools/list", {})).to.include({ ttlMs: 0, cacheScope: "public" });
  });

  it("[CACHE-21] gives no hints to answers that nobody may keep", async () => {
    const client = await openServer([Tools, Completed]);
    for (const [method, params] of [SERVED.tools[1], SERVED.prompts[1], SERVED.completions[0]]) {
      expect(await client.request(method, params), method).to.not.have.any.keys("ttlMs", "cacheScope");
    }
  });

  it("[BASE-41] [TOOL-28] knows no tools/call on a server without tools", async () => {
    const client = await openServer([Prompts]);
    const error = await rejectionOf(client.callTool("a"));
    expect(error).to.include({ code: -32601, message: "Method not found" });
  });
});
