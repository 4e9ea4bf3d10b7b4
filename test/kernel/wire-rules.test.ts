import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { isRecord, META, request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as rules from "../support/rules-server.js";
import * as stateless from "../support/stateless-rules-server.js";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const VERSION = "io.modelcontextprotocol/protocolVersion";
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const call = (name: string, args: JsonObject = {}, meta: JsonObject = {}) =>
  request("tools/call", { name, arguments: args }, meta);

/** One request of each method, all of which have a result. */
const EVERY_METHOD: readonly (readonly [method: string, params: JsonObject])[] = [
  ["server/discover", {}],
  ["tools/list", {}],
  ["tools/call", { name: "extras" }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "rules://text" }],
  ["prompts/list", {}],
  ["prompts/get", { name: "prompt" }],
  ["subscriptions/listen", { notifications: {} }],
];

onEveryTransport("the rules of the wire", rules, ({ send, transport }) => {
  async function resultOf(message: unknown): Promise<JsonObject> {
    const { reply, status } = await send(message);
    expect(reply, JSON.stringify(reply)).to.have.property("result");
    if (transport.http) expect(status).to.equal(200);
    return reply?.result as JsonObject; // the line above checked it
  }

  async function errorOf(message: unknown, status: number): Promise<JsonObject> {
    const { reply, status: got } = await send(message);
    expect(reply, JSON.stringify(reply)).to.have.property("error");
    if (transport.http) expect(got).to.equal(status);
    return reply?.error as JsonObject; // the line above checked it
  }

  async function textOf(message: unknown): Promise<string> {
    const { content } = await resultOf(message);
    return String((content as readonly { text: string }[])[0]?.text);
  }

  it("[BASE-02] [BASE-23] [BASE-37] sends JSON-RPC 2.0 alone: results or errors with an id, notifications without", async () => {
    const messages = [
      ...EVERY_METHOD.map(([method, params]) =>
        request(method, params, { progressToken: 1, [LOG_LEVEL]: "debug" }),
      ),
      call("levels", {}, { [LOG_LEVEL]: "debug" }),
      call("burst", { times: 5 }, { progressToken: "t" }),
      call("throws", { code: 5 }),
      request("no/such"),
    ];
    for (const message of messages) {
      const { frames } = await send(message);
      for (const frame of frames) {
        expect(frame.jsonrpc, JSON.stringify(frame)).to.equal("2.0");
        const members = ["method", "result", "error"].filter((member) => Object.hasOwn(frame, member));
        expect(members, JSON.stringify(frame)).to.have.length(1);
        expect(Object.hasOwn(frame, "id"), JSON.stringify(frame)).to.equal(members[0] !== "method");
      }
    }
  });

  it("[BASE-38] [TRAN-02] [STDIO-08] never sends a request of its own", async () => {
    const messages = [...EVERY_METHOD, ["tools/call", { name: "needy" }] as const];
    for (const [method, params] of messages) {
      const { frames } = await send(request(method, params, { progressToken: 1, [LOG_LEVEL]: "debug" }));
      expect(frames.filter((frame) => "method" in frame && "id" in frame)).to.eql([]);
    }
  });

  it("[BASE-03] [BASE-19] refuses a request whose jsonrpc or method is missing or of another type, with its id", async () => {
    const right = call("counted");
    for (const wrong of [
      { ...right, jsonrpc: "1.0" },
      { ...right, jsonrpc: 2 },
      { ...right, jsonrpc: undefined },
      { ...right, method: 5 },
      { ...right, method: null },
      { ...right, method: undefined },
    ]) {
      const { reply, status } = await send(wrong);
      expect(reply?.id).to.equal(right.id);
      expect(reply?.error).to.deep.include({ code: -32600 });
      if (transport.http) expect(status).to.equal(400);
    }
  });

  it("[BASE-09] keeps no history of ids: one that was answered can be used again", async () => {
    for (const message of [call("counted"), call("interleaved", { name: "a", turns: 2 })]) {
      for (let time = 0; time < 3; time++) {
        const { reply } = await send({ ...message, id: "again" });
        expect(reply).to.deep.include({ id: "again" }).and.to.have.property("result");
      }
    }
  });

  it("[BASE-11] [BASE-14] [VER-07] answers every method with an object of the type complete", async () => {
    for (const [method, params] of EVERY_METHOD) {
      const result = await resultOf(request(method, params));
      expect(isRecord(result), method).to.equal(true);
      expect(result.resultType, method).to.equal("complete");
    }
  });

  it("[BASE-12] [META-08] passes on what else a handler's result holds, and says itself who answered", async () => {
    const result = await resultOf(call("extras"));
    expect(result["com.example/member"]).to.eql({ kept: true });
    expect(result._meta).to.eql({
      "com.example/result": 1,
      "io.modelcontextprotocol/serverInfo": { name: "rules", version: "1.0.0" },
    });
    expect(result.content).to.eql([
      { type: "text", text: "more than asked", _meta: { "com.example/block": 1 } },
    ]);
  });

  it("[BASE-20] [BASE-21] [BASE-22] gives every error an integer, a text, and the data its handler chose", async () => {
    for (const [code, data] of [
      [7, { a: [1, null] }],
      [-1, "text"],
      [0, null],
      [2 ** 31, 1.5],
      [-32602, [1]],
    ] as const) {
      expect(await errorOf(call("throws", { code, data }), 200)).to.eql({
        code,
        message: "thrown on purpose",
        data,
      });
    }
    for (const code of [1.5, -32000, -32768, -32700, -32021]) {
      const { reply } = await send(call("throws", { code }));
      expect(JSON.stringify(reply), `${code}`).to.match(
        /The tool failed unexpectedly \(reference [0-9a-f]{12}\)/,
      );
    }
  });

  it("[BASE-24] says what is wrong in one short line", async () => {
    for (const message of [
      "{",
      "[]",
      { jsonrpc: "2.0", id: 1 },
      request("no/such"),
      request("tools/list", {}, { [VERSION]: "x".repeat(5000) }),
      request("tools/call", { name: "x\ny" }),
      request("resources/read", { uri: "no\nuri" }),
      request("prompts/get", { name: "prompt", arguments: [] }),
      call("needy"),
      call("counted", {}, { [LOG_LEVEL]: "x\ny" }),
    ]) {
      const { reply } = await send(message);
      const text = isRecord(reply?.error) ? reply.error.message : undefined;
      expect(text).to.match(/^.{1,200}$/);
    }
  });

  it("[BASE-36] says nothing to a notification, whatever is wrong with it", async () => {
    const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    const wide = `[${"0,".repeat(100_001)}0]`;
    for (const params of ['"x"', "5", "[]", "null", `{"a":${deep}}`, `{"a":${wide}}`, "{}"]) {
      for (const method of ["no/such", "tools/call", "notifications/cancelled", "initialize"]) {
        const { frames, reply, status } = await send(
          `{"jsonrpc":"2.0","method":"${method}","params":${params}}`,
        );
        if (!transport.http) expect(frames, `${method} ${params.slice(0, 20)}`).to.eql([]);
        else if (params === "{}") expect([status, frames]).to.eql([202, []]);
        else {
          expect(status).to.equal(400);
          expect(reply).to.not.have.property("id");
        }
      }
    }
  });

  it("[BASE-39] has nothing to do with a response, and goes on", async () => {
    for (const response of [
      { jsonrpc: "2.0", id: 5, result: {} },
      { jsonrpc: "2.0", id: 5, error: { code: 1, message: "x" } },
    ]) {
      const { reply, frames, status } = await send(response);
      if (transport.http) {
        expect(status).to.equal(400);
        expect(reply?.error).to.deep.include({ code: -32600 });
        expect(reply).to.not.have.property("id");
      } else expect(frames).to.eql([]);
    }
    await resultOf(call("counted"));
  });

  it("[BASE-40] sends what belongs to a request ahead of its answer, and nothing after", async () => {
    const { frames } = await send(call("burst", { times: 3 }, { progressToken: 9 }));
    expect(frames.map((frame) => frame.method ?? "answer")).to.eql([
      "notifications/progress",
      "notifications/progress",
      "answer",
    ]);
    const { frames: late } = await send(call("late", {}, { progressToken: 9, [LOG_LEVEL]: "debug" }));
    expect(late).to.have.length(1);
    const { frames: next } = await send(call("counted"));
    expect(next).to.have.length(1);
  });

  it("[BASE-43] [META-01] tolerates members it does not know, in params, capabilities and _meta", async () => {
    const meta = {
      [CAPABILITIES]: { roots: { listChanged: true }, unheardOf: {}, sampling: {} },
      "io.modelcontextprotocol/foo": 5,
      "io.modelcontextprotocol/serverInfo": "me",
      "io.modelcontextprotocol/subscriptionId": [],
      "com.example/x": null,
    };
    const message = request("tools/call", { name: "counted", foo: 1, arguments: {} }, meta);
    expect(await textOf(message)).to.match(/^\d+$/);
  });

  it("[META-15] [META-16] takes a client that does not say who it is, and refuses one that says it wrongly", async () => {
    expect(JSON.parse(await textOf(call("identity")))).to.deep.include({ info: null });
    for (const info of [{}, { name: "a" }, { version: "1" }, { name: 1, version: "1" }, [], "me", null]) {
      const error = await errorOf(call("counted", {}, { [CLIENT_INFO]: info }), 400);
      expect(error.code).to.equal(-32602);
      expect(error.message).to.include(CLIENT_INFO);
    }
  });

  it("[META-17] takes empty capabilities for none, and names what is missing", async () => {
    const error = await errorOf(call("needy"), 400);
    expect(error.code).to.equal(-32021);
    expect(error.data).to.eql({
      requiredCapabilities: { elicitation: { url: {} }, extensions: { "com.example/x": {} } },
    });
    const declared = { elicitation: { url: {} }, extensions: { "com.example/x": {} } };
    expect(await textOf(call("needy", {}, { [CAPABILITIES]: declared }))).to.equal("called");
  });

  it("[META-23] [META-24] [HTTP-41] answers everybody alike, whatever they call themselves", async () => {
    const answers = [];
    for (const info of [
      undefined,
      { name: "a", version: "1" },
      { name: "admin", version: "999", title: "Root" },
    ]) {
      const meta = info === undefined ? {} : { [CLIENT_INFO]: info };
      answers.push([
        await resultOf(request("tools/list", {}, meta)),
        await resultOf(call("lines", {}, meta)),
        await errorOf(call("needy", {}, meta), 400),
      ]);
    }
    expect(answers[1]).to.eql(answers[0]);
    expect(answers[2]).to.eql(answers[0]);
  });

  it("[STATE-01] [STATE-02] [META-17] knows of a client what this request says, and nothing of the one before", async () => {
    const able = { [CAPABILITIES]: { elicitation: { url: {} }, extensions: { "com.example/x": {} } } };
    const known = { [CLIENT_INFO]: { name: "a", version: "1" }, progressToken: 1, [LOG_LEVEL]: "debug" };
    for (let time = 0; time < 2; time++) {
      expect(await textOf(call("needy", {}, able))).to.equal("called");
      expect((await errorOf(call("needy"), 400)).code).to.equal(-32021);
      expect(JSON.parse(await textOf(call("identity", {}, known)))).to.deep.include({
        info: { name: "a", version: "1" },
      });
      expect(JSON.parse(await textOf(call("identity")))).to.deep.include({ info: null });
      for (const message of [call("burst", { times: 2 }), call("levels")]) {
        expect((await send(message)).frames).to.have.length(1);
      }
      for (const lacking of [VERSION, CAPABILITIES]) {
        const error = await errorOf(call("counted", {}, { [lacking]: undefined }), 400);
        expect(error).to.deep.include({ code: -32602 });
      }
    }
  });

  it("[META-26] names no subscription in what belongs to a request", async () => {
    const meta = { progressToken: 1, [LOG_LEVEL]: "debug" };
    for (const message of [call("burst", { times: 2 }, meta), call("levels", {}, meta)]) {
      const { frames } = await send(message);
      expect(frames.length).to.be.above(1);
      expect(JSON.stringify(frames)).to.not.include("subscriptionId");
    }
  });

  it("[OTEL-02] [OTEL-03] [OTEL-04] hands on the trace of a request, and drops what is malformed", async () => {
    const traceparent = `00-${"0af7651916cd43dd8448eb211c80319c"}-${"b7ad6b7169203331"}-01`;
    const right = { traceparent, tracestate: "vendor=1,other=2", baggage: "user=7,region=eu%20west" };
    expect(JSON.parse(await textOf(call("identity", {}, right)))).to.deep.include(right);
    for (const wrong of [
      "junk",
      `ff-${traceparent.slice(3)}`,
      `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
      `00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`,
      traceparent.toUpperCase(),
      `${traceparent}-more`,
      traceparent.slice(0, -1),
      5,
      null,
    ]) {
      const heard = JSON.parse(await textOf(call("identity", {}, { ...right, traceparent: wrong })));
      expect(heard, String(wrong)).to.not.have.property("traceparent");
      expect(heard, String(wrong)).to.not.have.property("tracestate");
      expect(heard.baggage, String(wrong)).to.equal(right.baggage);
    }
    for (const baggage of [5, "", "a\u0000b", "é", "x".repeat(8193)]) {
      expect(JSON.parse(await textOf(call("identity", {}, { baggage }))).baggage).to.equal(null);
    }
  });

  it("[VER-01] [DISC-06] serves any request first, without a handshake, each by its own revision", async () => {
    await resultOf(request("tools/list"));
    await errorOf(request("tools/list", {}, { [VERSION]: "2025-11-25" }), 400);
    await resultOf(request("tools/list"));
  });

  it("[VER-04] [VER-05] [VER-14] refuses another revision for every method, however near it is", async () => {
    for (const version of ["2026-07-29", "2026-07-27", "2025-11-25", "v999.0.0", "", "2026-7-28"]) {
      for (const [method, params] of EVERY_METHOD) {
        const error = await errorOf(request(method, params, { [VERSION]: version }), 400);
        expect(error.code, `${version} ${method}`).to.equal(-32022);
        expect(error.data).to.eql({ supported: ["2026-07-28"], requested: version });
      }
    }
  });

  it("[PROG-01] [PROG-08] [PROG-09] reports to nobody who did not ask, and under no token but theirs", async () => {
    const { frames } = await send(call("burst", { times: 10 }));
    expect(frames).to.have.length(1);
    expect(frames[0]?.result).to.deep.include({ content: [{ type: "text", text: "done" }] });
    const { frames: asked } = await send(call("burst", { times: 10 }, { progressToken: "mine" }));
    const tokens = asked.slice(0, -1).map(({ params }) => (params as JsonObject).progressToken);
    expect(tokens).to.eql(["mine", "mine"]);
  });

  it("[PROG-04] [PROG-06] echoes the token in its own type, with values that may be fractions", async () => {
    for (const progressToken of [0, "", "a", -1, Number.MAX_SAFE_INTEGER]) {
      const { frames } = await send(call("burst", { times: 1 }, { progressToken }));
      expect(frames[0]).to.eql({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress: 0.25, total: 0.25 },
      });
    }
  });

  it("[PROG-11] sends the first and the last of ten thousand reports that come at once", async () => {
    const { frames } = await send(call("burst", { times: 10_000 }, { progressToken: 1 }));
    const values = frames.slice(0, -1).map(({ params }) => (params as JsonObject).progress);
    expect(values).to.eql([0.25, 2500]);
  });

  it("[LOG-01] says that it logs", async () => {
    const { capabilities } = await resultOf(request("server/discover"));
    expect(capabilities).to.deep.include({ logging: {} });
  });

  it("[LOG-05] sends what is as severe as was asked for, or more", async () => {
    for (const [rank, level] of LEVELS.entries()) {
      const { frames } = await send(call("levels", {}, { [LOG_LEVEL]: level }));
      const levels = frames.slice(0, -1).map(({ params }) => (params as JsonObject).level);
      expect(levels, level).to.eql(LEVELS.slice(rank));
    }
  });

  it("[LOG-02] tells a client that did not ask nothing, however severe it is", async () => {
    const { frames } = await send(call("levels", {}, { progressToken: 1 }));
    expect(frames.map(({ method }) => method ?? "answer")).to.eql(["answer"]);
  });

  it("[LOG-06] [LOG-11] carries any data, and stands in for what JSON cannot carry", async () => {
    for (const [kind, data] of [
      ["text", "words"],
      ["null", null],
      ["object", { a: [1, { b: true }] }],
      ["list", [1, 2]],
      ["number", 1.5],
      ["missing", null],
      ["function", "[function]"],
      ["circle", { self: "[circular]" }],
      ["bigint", "5"],
    ] as const) {
      const { frames } = await send(call("says", { kind }, { [LOG_LEVEL]: "debug" }));
      expect(frames[0]?.params, kind).to.eql({ level: "error", data });
    }
  });

  it("[LOG-07] refuses a level that is none, and runs nothing", async () => {
    const before = Number(await textOf(call("counted")));
    for (const level of ["loud", "DEBUG", "", 3, null]) {
      const error = await errorOf(call("counted", {}, { [LOG_LEVEL]: level }), 400);
      expect(error).to.deep.include({ code: -32602 });
    }
    expect(Number(await textOf(call("counted")))).to.equal(before + 1);
  });

  it("[LOG-08] lets a handler say itself that it failed, with the number for it", async () => {
    const error = await errorOf(call("throws", { code: -32603, data: 1 }), 200);
    expect(error).to.eql({ code: -32603, message: "thrown on purpose", data: 1 });
  });

  it("[LOG-12] knows no logging/setLevel", async () => {
    const error = await errorOf(request("logging/setLevel", { level: "debug" }), 404);
    expect(error).to.eql({ code: -32601, message: "Method not found" });
  });

  it("[STDIO-02] [STDIO-10] writes each message on one line, and nothing around it", async () => {
    expect(await textOf(call("lines"))).to.equal("one\ntwo\r\nthree\u2028four\u0085five");
  });

  it("[CACHE-07] [CACHE-06] gives caching hints where there are no change notifications either", async () => {
    const result = await resultOf(request("resources/read", { uri: "rules://text" }));
    expect(result).to.deep.include({ ttlMs: 5000, cacheScope: "public" });
    const list = await resultOf(request("tools/list"));
    expect(list).to.deep.include({ ttlMs: 0, cacheScope: "private" });
  });

  it("[RES-24] takes the types of what is no file", async () => {
    const { contents } = await resultOf(request("resources/read", { uri: "rules://folder" }));
    expect(contents).to.eql([{ uri: "rules://folder", mimeType: "inode/directory", text: "rules://text" }]);
    const { resources } = await resultOf(request("resources/list"));
    expect(resources).to.deep.include({
      uri: "rules://folder",
      name: "folder",
      mimeType: "inode/directory",
    });
  });

  it("[TRAN-05] [TRAN-08] asks the same of every request", async () => {
    for (const [method, params] of EVERY_METHOD) {
      const error = await errorOf({ jsonrpc: "2.0", id: 1, method, params }, 400);
      expect(error.code, method).to.equal(-32602);
    }
    expect(META).to.have.property(VERSION);
  });
});

onEveryTransport(
  "the rules of the wire without the handshake revisions",
  stateless,
  ({ send, transport }) => {
    it("[VER-10] [VER-11] [VER-12] names its revision to a client that opens with initialize", async () => {
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "old", version: "1" },
      };
      const { reply, status } = await send({ jsonrpc: "2.0", id: "init", method: "initialize", params });
      expect(reply?.id).to.equal("init");
      if (transport.http) expect(status).to.equal(400);
      else {
        expect(reply?.error).to.eql({
          code: -32022,
          message: "This server speaks 2026-07-28 and has no handshake; call server/discover",
          data: { supported: ["2026-07-28"], requested: "2025-11-25" },
        });
      }
      expect((await send(call("counted"))).reply).to.have.property("result");
    });
  },
);
