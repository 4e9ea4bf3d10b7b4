import { BootError, createServer, type Extension, type JsonObject } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import { describe, it } from "mocha";
import { request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import { rejectionOf } from "../support/rejection.js";
import * as extended from "./extension-server.js";
import { counting } from "./extension-server.js";

const DECLARED = {
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "com.example/counting": {} } },
};

onEveryTransport("an extension", extended, ({ send, transport }) => {
  const memberOf = (reply: JsonObject | undefined, name: "result" | "error"): JsonObject =>
    (reply?.[name] ?? {}) as JsonObject; // an answer without it fails the expectation

  it("[EXT-01] is advertised with its settings", async () => {
    const { reply } = await send(request("server/discover"));
    expect(memberOf(reply, "result").capabilities).to.deep.include({
      extensions: { "com.example/counting": { unit: "words", limits: [1, 2] } },
    });
  });

  it("answers clients that declared it, stamped like everything else", async () => {
    const { reply } = await send(request("counting/count", { text: "a b c" }, DECLARED));
    expect(reply?.result).to.deep.equal({
      words: 3,
      resultType: "complete",
      _meta: {
        "com.example/exact": true,
        "io.modelcontextprotocol/serverInfo": { name: "extended", version: "1.0.0" },
      },
    });
  });

  it("[EXT-03] [EXT-08] refuses clients that did not declare it, naming it", async () => {
    const { reply, status } = await send(request("counting/count", { text: "a" }));
    const error = memberOf(reply, "error");
    expect(error.code).to.equal(-32021);
    expect(error.data).to.deep.equal({
      requiredCapabilities: { extensions: { "com.example/counting": {} } },
    });
    if (transport.http) expect(status).to.equal(400);
  });

  it("[BASE-15] [BASE-16] may use its result types, to clients that declared it and to no others", async () => {
    const own = await send(request("tools/call", { name: "counted" }, DECLARED));
    expect(memberOf(own.reply, "result").resultType).to.equal("counted");
    const other = await send(request("tools/call", { name: "counted" }));
    expect(memberOf(other.reply, "error").code).to.equal(-32603);
  });

  it("[EXT-09] [EXT-03] takes what is no object for no declaration", async () => {
    for (const settings of [null, true, 5, "yes", []]) {
      const extensions = { "com.example/counting": settings };
      const meta = { "io.modelcontextprotocol/clientCapabilities": { extensions } };
      const { reply } = await send(request("counting/count", { text: "a" }, meta));
      expect(memberOf(reply, "error").code, JSON.stringify(settings)).to.equal(-32021);
    }
    for (const extensions of [null, "com.example/counting", ["com.example/counting"]]) {
      const meta = { "io.modelcontextprotocol/clientCapabilities": { extensions } };
      const { reply } = await send(request("counting/count", { text: "a" }, meta));
      expect(memberOf(reply, "error").code, JSON.stringify(extensions)).to.equal(-32021);
    }
    const odd = { "com.example/counting": { mimeTypes: 5, "": null } };
    const meta = { "io.modelcontextprotocol/clientCapabilities": { extensions: odd } };
    expect((await send(request("counting/count", { text: "a" }, meta))).reply).to.have.property("result");
  });

  it("[EXT-09] judges its own params, and fails as opaquely as any handler", async () => {
    const { reply: wrong } = await send(request("counting/count", { text: 5 }, DECLARED));
    expect(wrong?.error).to.deep.equal({ code: -32602, message: "text must be a string" });
    const { reply: failed } = await send(request("counting/fail", {}, DECLARED));
    expect(memberOf(failed, "error").message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
  });

  if (transport.http) {
    it("[HDR-07] has its method's name in a header, and the header checked", async () => {
      const { reply, status } = await send(request("counting/get", { countId: "c-1" }, DECLARED));
      expect(status).to.equal(400);
      expect(memberOf(reply, "error").code).to.equal(-32020);
    });
  }
});

describe("extensions", () => {
  it("[EXT-05] are off, and unknown, unless they are listed", async () => {
    const server = await createServer({ name: "plain", version: "1.0.0", features: [] });
    const client = await connect(server);
    const { capabilities } = await client.discover();
    expect(capabilities).to.not.have.property("extensions");
    const error = await rejectionOf(client.request("tasks/get", { taskId: "t" }));
    expect(error).to.include({ name: "RpcFailure", code: -32601 });
    await client.close();
    await server.close();
  });

  it("[EXT-01] are advertised with an object, also where they have no settings", async () => {
    const extensions = [{ id: "com.example/plain" }, { id: "com.example/set", settings: { a: [true] } }];
    const server = await createServer({ name: "plain", version: "1.0.0", features: [], extensions });
    const client = await connect(server);
    const { capabilities } = await client.discover();
    expect(capabilities).to.deep.include({
      extensions: { "com.example/plain": {}, "com.example/set": { a: [true] } },
    });
    await client.close();
    await server.close();
  });

  const faults: readonly (readonly [string, readonly Extension[], string])[] = [
    ["[EXT-02] refuse an id without a prefix", [{ id: "counting" }], "id is no prefix and name"],
    ["[EXT-02] refuse an id that breaks the grammar", [{ id: "1x/y" }], "id is no prefix and name"],
    [
      "[META-09] refuse an id under the protocol's prefix",
      [{ id: "io.modelcontextprotocol/x" }],
      "id is under a prefix kept",
    ],
    ["refuse one id twice", [counting, { id: counting.id }], "id stands twice"],
    [
      "[EXT-01] refuse settings that are no object",
      [{ id: "com.example/x", settings: [] as unknown as JsonObject }],
      "settings holds what the wire cannot",
    ],
    [
      "refuse settings with a fraction",
      [{ id: "com.example/x", settings: { a: { b: 1.5 } } }],
      "settings holds what",
    ],
    ["refuse settings with null", [{ id: "com.example/x", settings: { a: null } }], "settings holds what"],
    [
      "refuse a method of the core",
      [{ id: "com.example/x", methods: { "tools/call": { handle: () => ({}) } } }],
      "has tools/call, which is the core protocol's",
    ],
    [
      "refuse a method of another",
      [counting, { id: "com.example/x", methods: { "counting/get": { handle: () => ({}) } } }],
      "has counting/get, which is com.example/counting's",
    ],
  ];
  for (const [title, extensions, message] of faults) {
    it(title, async () => {
      const error = await rejectionOf(
        createServer({ name: "x", version: "1.0.0", features: [], extensions }),
      );
      expect(error).to.be.instanceOf(BootError);
      const [problem] = (error as BootError).problems;
      expect(problem?.code).to.equal("ERR_OPTION_INVALID");
      expect(problem?.message).to.include(message);
    });
  }
});
