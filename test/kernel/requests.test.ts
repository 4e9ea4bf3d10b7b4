import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { isRecord, META, request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as probe from "../support/probe-server.js";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

onEveryTransport("the kernel", probe, ({ send, transport }) => {
  async function resultOf(method: string, params?: JsonObject, meta?: JsonObject): Promise<JsonObject> {
    const { reply, status } = await send(request(method, params, meta));
    expect(reply, JSON.stringify(reply)).to.have.property("result");
    if (transport.http) expect(status).to.equal(200);
    return reply?.result as JsonObject; // the line above checked it
  }

  async function errorOf(message: unknown, status: number): Promise<JsonObject> {
    const answer = await send(message);
    expect(answer.reply, JSON.stringify(answer.reply)).to.have.property("error");
    if (transport.http) expect(answer.status).to.equal(status);
    return answer.reply?.error as JsonObject; // the line above checked it
  }

  it("[DISC-01] says what it is in server/discover before anything else", async () => {
    const result = await resultOf("server/discover");
    expect(result.supportedVersions).to.deep.equal(["2026-07-28"]);
    expect(result.instructions).to.equal("Ask anything.");
    expect(result.capabilities).to.deep.equal({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    });
    expect(result._meta).to.deep.equal({
      [SERVER_INFO]: { name: "probe", version: "1.2.3", title: "Probe" },
    });
  });

  it("[META-22] [BASE-13] stamps every result with its type and with name and version", async () => {
    for (const [method, params] of [
      ["tools/list", {}],
      ["tools/call", { name: "nothing" }],
      ["resources/list", {}],
      ["resources/templates/list", {}],
      ["resources/read", { uri: "probe://fixed" }],
      ["prompts/list", {}],
      ["prompts/get", { name: "write", arguments: { topic: "rain" } }],
      [
        "completion/complete",
        { ref: { type: "ref/prompt", name: "write" }, argument: { name: "topic", value: "" } },
      ],
    ] as const) {
      const result = await resultOf(method, params);
      expect(result.resultType, method).to.equal("complete");
      expect(result._meta, method).to.deep.equal({ [SERVER_INFO]: { name: "probe", version: "1.2.3" } });
    }
  });

  it("[BASE-10] echoes an id in its own type and value", async () => {
    for (const id of [0, "", "1", 1, -7, Number.MAX_SAFE_INTEGER]) {
      const { reply } = await send({ ...request("tools/call", { name: "nothing" }), id });
      expect(reply?.id).to.equal(id);
      expect(reply?.result).to.have.property("content").that.is.deep.equal([]);
    }
  });

  it("[BASE-06] [BASE-07] refuses an id that is none, without an id", async () => {
    for (const id of [null, 1.5, true, {}, [], 2 ** 53]) {
      const { reply, status } = await send({ ...request("tools/call", { name: "nothing" }), id });
      expect(reply).to.not.have.property("id");
      expect(reply?.error).to.deep.include({ code: -32600 });
      if (transport.http) expect(status).to.equal(400);
    }
  });

  it("[BASE-04] answers text that is no JSON with a parse error, and goes on", async () => {
    const error = await errorOf('{"jsonrpc":', 400);
    expect(error).to.deep.equal({ code: -32700, message: "Parse error: the message is not JSON" });
    await resultOf("server/discover");
  });

  it("[HTTP-11] refuses a list of messages and runs none of them", async () => {
    for (const batch of [[], [request("tools/call", { name: "nothing" })]]) {
      const error = await errorOf(JSON.stringify(batch), 400);
      expect(error.code).to.equal(-32600);
    }
  });

  it("[META-11] [META-12] [META-13] refuses a request whose _meta lacks or mistypes a field, naming it", async () => {
    const version = "io.modelcontextprotocol/protocolVersion";
    const capabilities = "io.modelcontextprotocol/clientCapabilities";
    const missing = `params._meta is missing; it needs ${version} and ${capabilities}`;
    for (const [params, detail] of [
      [undefined, missing],
      [{}, missing],
      [[], missing],
      ["x", missing],
      [{ _meta: null }, "params._meta must be an object"],
      [{ _meta: "x" }, "params._meta must be an object"],
      [{ _meta: [] }, "params._meta must be an object"],
      [{ _meta: { [capabilities]: {} } }, `${version} must be a string`],
      [{ _meta: { ...META, [version]: 5 } }, `${version} must be a string`],
      [{ _meta: { ...META, [version]: null } }, `${version} must be a string`],
      [{ _meta: { [version]: "2026-07-28" } }, `${capabilities} must be an object`],
      [{ _meta: { ...META, [capabilities]: [] } }, `${capabilities} must be an object`],
      [{ _meta: { ...META, [capabilities]: null } }, `${capabilities} must be an object`],
      [{ _meta: { ...META, [capabilities]: "{}" } }, `${capabilities} must be an object`],
      [{ _meta: { ...META, [LOG_LEVEL]: "loud" } }, `${LOG_LEVEL} must be a level of RFC 5424`],
      [{ _meta: { ...META, progressToken: null } }, "progressToken must be a string or an integer"],
      [{ _meta: { ...META, progressToken: 1.5 } }, "progressToken must be a string or an integer"],
      [{ _meta: { ...META, progressToken: {} } }, "progressToken must be a string or an integer"],
      [{ _meta: { ...META, [CLIENT_INFO]: {} } }, `${CLIENT_INFO} must have a name and a version`],
    ] as const) {
      const { reply, status } = await send({ jsonrpc: "2.0", id: "m", method: "server/discover", params });
      expect(reply, JSON.stringify(params)).to.eql({
        jsonrpc: "2.0",
        id: "m",
        error: { code: -32602, message: `Invalid _meta: ${detail}` },
      });
      if (transport.http) expect(status).to.equal(400);
    }
  });

  it("[VER-02] [VER-03] refuses a revision it does not know and names those it does", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
    const error = await errorOf(request("server/discover", {}, meta), 400);
    expect(error.code).to.equal(-32022);
    expect(error.data).to.deep.equal({ supported: ["2026-07-28"], requested: "1900-01-01" });
  });

  it("[BASE-42] knows none of the methods that were removed, nor any other", async () => {
    for (const method of [
      "initialize",
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "no/such",
      "__proto__",
      "toString",
    ]) {
      const error = await errorOf(request(method), 404);
      expect(error, method).to.deep.equal({ code: -32601, message: "Method not found" });
    }
  });

  it("[BASE-36] [HTTP-13] never answers a notification", async () => {
    for (const method of ["notifications/cancelled", "no/such"]) {
      const { frames, status } = await send({ jsonrpc: "2.0", method });
      expect(frames).to.deep.equal([]);
      if (transport.http) expect(status).to.equal(202);
    }
  });

  it("[TOOL-22] [TOOL-23] answers an unknown tool and a malformed call with protocol errors", async () => {
    for (const [params, message] of [
      [{ name: "nope" }, "Unknown tool"],
      [{ name: "constructor" }, "Unknown tool"],
      [{}, "Invalid params: name must be a string"],
      [
        { name: "echo", arguments: [] },
        "Invalid params: arguments must be an object, not its JSON text or a list",
      ],
      [
        { name: "echo", arguments: '{"text":"x"}' },
        "Invalid params: arguments must be an object, not its JSON text or a list",
      ],
    ] as const) {
      expect(await errorOf(request("tools/call", params), 200)).to.deep.equal({ code: -32602, message });
    }
  });

  it("[TOOL-25] tells the model which argument is wrong, and does not run the tool", async () => {
    const result = await resultOf("tools/call", { name: "add", arguments: { a: "5" } });
    expect(result.isError).to.equal(true);
    const [block] = result.content as readonly JsonObject[];
    expect(block?.text).to.include("/a").and.to.include("integer");
  });

  it("[TOOL-38] [TOOL-39] sends a structured value, and the same as text", async () => {
    const result = await resultOf("tools/call", { name: "add", arguments: { a: 41 } });
    expect(result.structuredContent).to.deep.equal({ total: 42 });
    expect(result.content).to.deep.equal([{ type: "text", text: '{"total":42}' }]);
  });

  it("[TRAN-01] carries any text unchanged", async () => {
    const text = '— 中 🎉 \u2028 \n \t " \\ \u0000 \ufeff';
    const result = await resultOf("tools/call", { name: "echo", arguments: { text } });
    expect(result.content).to.deep.equal([{ type: "text", text }]);
  });

  it("[TOOL-48] keeps to itself what a handler did not say on purpose", async () => {
    for (const how of ["error", "string", "null", "undefined", "late"]) {
      const { frames, reply } = await send(request("tools/call", { name: "fail", arguments: { how } }));
      expect(JSON.stringify(frames)).to.not.match(/10\.0\.0\.5|hunter2|\.js|at /);
      expect(reply?.result).to.deep.include({ isError: true });
      expect(JSON.stringify(reply)).to.match(/The tool failed unexpectedly \(reference [0-9a-f]{12}\)/);
    }
  });

  it("[TOOL-26] gives the model a ToolError's text, and the client an RpcError's number and data", async () => {
    const result = await resultOf("tools/call", { name: "fail", arguments: { how: "tool" } });
    expect(result.content).to.deep.equal([{ type: "text", text: "There is no such thing; try another." }]);
    const error = await errorOf(request("tools/call", { name: "fail", arguments: { how: "rpc" } }), 200);
    expect(error).to.deep.equal({ code: 1001, message: "The desk is closed", data: { opensAt: "08:00" } });
  });

  it("[RES-15] [RES-16] answers an unknown resource with its URI, whether no template or its handler finds none", async () => {
    for (const uri of ["probe://other", "note://gone", "note://", "", "no uri"]) {
      const error = await errorOf(request("resources/read", { uri }), 200);
      expect(error, uri).to.deep.equal({ code: -32602, message: "Resource not found", data: { uri } });
    }
  });

  it("[RES-22] refuses a template variable that climbs, or cannot be decoded", async () => {
    for (const uri of ["note://..%2F..%2Fetc", "note://%2e%2e", "note://%ZZ", "note://a%00"]) {
      const error = await errorOf(request("resources/read", { uri }), 200);
      expect(error.code, uri).to.equal(-32602);
    }
    const result = await resultOf("resources/read", { uri: "note://v1..v2" });
    expect(result.contents).to.deep.equal([
      { uri: "note://v1..v2", mimeType: "application/json", text: '{"id":"v1..v2"}' },
    ]);
  });

  it("[BASE-25] uses the five general numbers for what they are for", async () => {
    expect((await errorOf("{", 400)).code, "no JSON").to.equal(-32700);
    expect((await errorOf({ jsonrpc: "2.0", id: 1 }, 400)).code, "no request").to.equal(-32600);
    expect((await errorOf(request("no/such"), 404)).code, "no method").to.equal(-32601);
    expect((await errorOf(request("tools/call", { name: 5 }), 200)).code, "no params").to.equal(-32602);
    const failed = await errorOf(request("resources/read", { uri: "probe://broken" }), 200);
    expect(failed.code, "internal").to.equal(-32603);
  });

  it("[RES-18] [PROM-14] [LOG-08] answers a failure outside a tool with an internal error that says nothing", async () => {
    const error = await errorOf(request("resources/read", { uri: "probe://broken" }), 200);
    expect(error.code).to.equal(-32603);
    expect(error.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
  });

  it("[PROM-12] [PROM-13] refuses an unknown prompt and a missing argument", async () => {
    const unknown = await errorOf(request("prompts/get", { name: "nope" }), 200);
    expect(unknown).to.deep.equal({ code: -32602, message: "Unknown prompt" });
    const missing = await errorOf(request("prompts/get", { name: "write" }), 200);
    expect(missing.code).to.equal(-32602);
    expect(missing.message).to.include("topic");
    const mistyped = await errorOf(request("prompts/get", { name: "write", arguments: { topic: 5 } }), 200);
    expect(mistyped.message).to.equal("Invalid params: arguments must be a map of strings");
  });

  it("[COMP-03] [COMP-09] completes with the best matches first, and 100 of them at most", async () => {
    const ref = { type: "ref/resource", uri: "note://{id}" };
    const few = await resultOf("completion/complete", { ref, argument: { name: "id", value: "BET" } });
    expect(few.completion).to.deep.equal({ values: ["beta", "alphabet"], total: 2, hasMore: false });
    const prompt = { type: "ref/prompt", name: "write" };
    const many = await resultOf("completion/complete", {
      ref: prompt,
      argument: { name: "topic", value: "x" },
    });
    expect(many.completion).to.deep.include({ total: 250, hasMore: true });
    expect((many.completion as { values: string[] }).values).to.have.length(100);
  });

  it("[COMP-02] [COMP-06] [COMP-07] refuses a completion for nothing it knows", async () => {
    const argument = { name: "id", value: "" };
    for (const params of [
      {},
      { ref: { type: "ref/tool", name: "echo" }, argument },
      { ref: { type: "ref/prompt", name: "nope" }, argument },
      { ref: { type: "ref/resource", uri: "nope://{id}" }, argument },
      { ref: { type: "ref/prompt", name: "write" }, argument },
      { ref: { type: "ref/prompt", name: "write" }, argument: { value: "" } },
      { ref: { type: "ref/prompt", name: "write" }, argument: { name: "topic", value: 5 } },
      {
        ref: { type: "ref/prompt", name: "write" },
        argument: { name: "topic", value: "" },
        context: { arguments: { a: 1 } },
      },
    ]) {
      expect((await errorOf(request("completion/complete", params), 200)).code).to.equal(-32602);
    }
  });

  it("[META-19] [META-20] [META-21] refuses a tool whose client lacks what it needs, naming it", async () => {
    const error = await errorOf(request("tools/call", { name: "sampled" }), 400);
    expect(error.code).to.equal(-32021);
    expect(error.data).to.deep.equal({ requiredCapabilities: { sampling: { tools: {} } } });
    const meta = { "io.modelcontextprotocol/clientCapabilities": { sampling: { tools: {} } } };
    const result = await resultOf("tools/call", { name: "sampled" }, meta);
    expect(result.isError).to.equal(undefined);
  });

  it("[STATE-01] [STATE-02] [OTEL-05] tells a handler what this very request says", async () => {
    const traceparent = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`;
    const meta = { traceparent, "io.modelcontextprotocol/clientCapabilities": { sampling: {} } };
    const said = await resultOf("tools/call", { name: "whoami" }, meta);
    const [text] = said.content as readonly { text: string }[];
    expect(JSON.parse(String(text?.text)).slice(1)).to.deep.equal([
      "tools/call",
      "2026-07-28",
      true,
      traceparent,
    ]);
    const plain = await resultOf("tools/call", { name: "whoami" }, { traceparent: "junk" });
    const [other] = plain.content as readonly { text: string }[];
    expect(JSON.parse(String(other?.text)).slice(3)).to.deep.equal([false, null]);
  });

  it("[META-23] [META-24] shows a handler the same, whatever its client calls itself", async () => {
    const heard = [];
    for (const info of [undefined, { name: "admin", version: "9" }, { name: "probe", version: "1.2.3" }]) {
      const meta = info === undefined ? {} : { [CLIENT_INFO]: info };
      const { content } = await resultOf("tools/call", { name: "whoami" }, meta);
      heard.push(JSON.parse((content as [{ text: string }])[0].text).slice(1));
    }
    expect(heard[0]).to.eql(["tools/call", "2026-07-28", false, null]);
    expect(heard[1]).to.eql(heard[0]);
    expect(heard[2]).to.eql(heard[0]);
  });

  it("[PROG-05] [PROG-12] sends progress that rises, before the answer, under the token as it came", async () => {
    for (const progressToken of ["t", 0, ""]) {
      const { frames } = await send(request("tools/call", { name: "march" }, { progressToken }));
      const reports = frames.slice(0, -1).map(({ params }) => params as JsonObject);
      const values = reports.map(({ progress }) => progress as number);
      expect(values[0]).to.equal(1);
      expect(values.at(-1)).to.equal(3);
      expect(values).to.deep.equal([...new Set(values)].sort());
      for (const report of reports) {
        expect(report).to.deep.include({ progressToken, total: 3, message: `step ${report.progress}` });
      }
      expect(frames.at(-1)).to.have.property("result");
    }
    const { frames } = await send(request("tools/call", { name: "march" }));
    expect(frames).to.have.length(1);
  });

  it("[LOG-02] [LOG-03] logs to the client only what this request asked for", async () => {
    const { frames: none } = await send(request("tools/call", { name: "chat" }));
    expect(none).to.have.length(1);
    for (const level of ["info", "notice", "warning"]) {
      const { frames } = await send(request("tools/call", { name: "chat" }, { [LOG_LEVEL]: level }));
      expect(
        frames.slice(0, -1).map(({ method, params }) => [method, params]),
        level,
      ).to.deep.equal([
        ["notifications/message", { level: "warning", data: { loud: true }, logger: "probe" }],
      ]);
    }
    const { frames: above } = await send(request("tools/call", { name: "chat" }, { [LOG_LEVEL]: "error" }));
    expect(above).to.have.length(1);
  });

  it("[BASE-01] acknowledges a listen of which nothing is honored, and completes it", async () => {
    const { frames } = await send({
      ...request("subscriptions/listen", { notifications: { toolsListChanged: false } }),
      id: "ear",
    });
    const [ack, result] = frames;
    const tag = { "io.modelcontextprotocol/subscriptionId": "ear" };
    expect(ack?.method).to.equal("notifications/subscriptions/acknowledged");
    expect(ack?.params).to.deep.equal({ notifications: {}, _meta: tag });
    expect(isRecord(result?.result) && result.result._meta).to.deep.include(tag);
    expect(frames).to.have.length(2);
  });

  it("[PAG-06] refuses a cursor it never gave", async () => {
    for (const cursor of ["bogus", "", null, 5]) {
      const error = await errorOf(request("tools/list", { cursor }), 200);
      expect(error).to.deep.equal({ code: -32602, message: "Invalid cursor" });
    }
  });

  it("[BASE-19] refuses a message that is nested too deep, or holds too much, with its id", async () => {
    const deep = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${'{"a":'.repeat(200)}1${"}".repeat(200)}}`;
    const wide = JSON.stringify({
      jsonrpc: "2.0",
      id: 8,
      method: "x",
      params: { list: new Array(100_002).fill(0) },
    });
    for (const [text, id, message] of [
      [deep, 7, "Invalid request: nested deeper than 64 levels"],
      [wide, 8, "Invalid request: more than 100000 elements"],
    ] as const) {
      const { reply } = await send(text);
      expect(reply?.id).to.equal(id);
      expect(reply?.error).to.deep.equal({ code: -32600, message });
    }
  });
});
