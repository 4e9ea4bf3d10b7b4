import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { mirrorsOf } from "../support/link.js";
import * as desk from "./desk-server.js";
import { HttpClient, STATELESS_ID } from "./legacy-client.js";
import { onEveryLegacyTransport } from "./on-every-legacy-transport.js";

const NAMES = { elicitation: {} };

const STATELESS_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const textOf = ({ content }: JsonObject): unknown => (content as readonly JsonObject[])[0]?.text;
const accept = (content: JsonObject): JsonObject => ({ result: { action: "accept", content } });
const isQuestion = ({ id, method }: JsonObject): boolean => id !== undefined && method !== undefined;
const paramsOf = ({ params }: JsonObject): JsonObject => params as JsonObject; // of a frame that has some

onEveryLegacyTransport("a session of the handshake revisions", desk, ({ client, transport }) => {
  it("[LEG-05] says version, capabilities, what it is and how to use it when it is opened", async () => {
    const result = await client().open();
    expect(result).to.have.all.keys("protocolVersion", "capabilities", "serverInfo", "instructions");
    expect(result.serverInfo).to.eql({
      name: "desk",
      version: "1.0.0",
      title: "The desk",
      description: "A desk to test with",
      websiteUrl: "https://desk.example",
    });
    expect(result.capabilities).to.eql({
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
    });
  });

  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
    it(`[LEG-06] speaks ${version} with who asks for it`, async () => {
      expect((await client().open(version)).protocolVersion).to.equal(version);
    });
  }

  it("[LEG-06] speaks 2024-11-05 on connections alone: its transport over HTTP is another", async () => {
    const { protocolVersion } = await client().open("2024-11-05");
    expect(protocolVersion).to.equal(transport.http ? "2025-11-25" : "2024-11-05");
  });

  for (const version of ["2026-07-28", "1999-01-01"]) {
    it(`[LEG-06] (T-71) (A11) speaks its newest handshake revision with who asks for ${version}`, async () => {
      expect((await client().open(version)).protocolVersion).to.equal("2025-11-25");
    });
  }

  it("refuses to be opened by what says no version, no capabilities or a wrong name, and by the same client twice", async () => {
    const info = { name: "old", version: "1" };
    for (const params of [
      {},
      { protocolVersion: 5, capabilities: {} },
      { protocolVersion: "2025-11-25" },
      { protocolVersion: "2025-11-25", capabilities: [] },
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: 5 } },
    ])
      expect((await client().error("initialize", params)).code, JSON.stringify(params)).to.equal(-32602);
    await client().open();
    const again = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info };
    expect((await client().error("initialize", again)).code).to.equal(-32600);
    expect(await client().result("ping")).to.eql({});
  });

  it("[LEG-17] answers a ping with an empty result, before it is told that the client is ready, too", async () => {
    await client().open("2025-11-25", {}, false);
    expect(await client().result("ping")).to.eql({});
  });

  it("[LEG-18] has the methods of these revisions, and none of the stateless one", async () => {
    await client().open();
    const uri = "desk://rules";
    expect(await client().result("logging/setLevel", { level: "error" })).to.eql({});
    expect(await client().result("resources/subscribe", { uri })).to.eql({});
    expect(await client().result("resources/unsubscribe", { uri })).to.eql({});
    for (const method of ["server/discover", "subscriptions/listen", "no/such", "toString", "__proto__"])
      expect(await client().error(method, { notifications: {} }), method).to.eql({
        code: -32601,
        message: "Method not found",
      });
  });

  it("[LEG-18] tells what the level lets through that was set in this session", async () => {
    await client().open();
    await client().call("log");
    expect(
      client()
        .of("notifications/message")
        .map((frame) => paramsOf(frame).level),
    ).to.eql(["info", "error"]);
    await client().result("logging/setLevel", { level: "error" });
    await client().call("log");
    expect(
      client()
        .of("notifications/message")
        .map((frame) => paramsOf(frame).level),
    ).to.eql(["info", "error", "error"]);
  });

  it("[LEG-18] tells of changed lists unasked, and of resources it subscribed to", async () => {
    await client().open();
    await client().result("resources/subscribe", { uri: "desk://rules" });
    await client().call("touch", { uri: "desk://other" });
    await client().call("touch", { uri: "desk://rules" });
    const updated = await client().until(({ method }) => method === "notifications/resources/updated");
    expect(updated.params).to.eql({ uri: "desk://rules" });
    await client().result("resources/unsubscribe", { uri: "desk://rules" });
    await client().call("touch", { uri: "desk://rules" });
    await client().call("change");
    await client().until(({ method }) => method === "notifications/tools/list_changed");
    expect(client().of("notifications/resources/updated")).to.have.length(1);
  });

  it("[LEG-19] (T-70) leaves the stamp and the caching hints out of results", async () => {
    await client().open();
    const called = await client().call("greet", { name: "Ada" });
    expect(called).to.have.all.keys("content", "structuredContent");
    expect(await client().result("tools/list")).to.have.all.keys("tools");
    expect(await client().result("resources/list")).to.have.all.keys("resources");
    expect(await client().result("resources/templates/list")).to.have.all.keys("resourceTemplates");
    expect(await client().result("prompts/list")).to.have.all.keys("prompts");
    expect(await client().result("resources/read", { uri: "desk://rules" })).to.have.all.keys("contents");
  });

  it("[LEG-20] (A09) (T-70) has a number of its own for a resource that is not there", async () => {
    await client().open();
    const uri = "desk://none";
    expect(await client().error("resources/read", { uri })).to.eql({
      code: -32002,
      message: "Resource not found",
      data: { uri },
    });
    expect((await client().error("resources/subscribe", { uri })).code).to.equal(-32002);
    expect((await client().error("totally/bogus")).code).to.equal(-32601);
    expect((await client().error("tools/call", { name: "nope" })).code).to.equal(-32602);
    expect((await client().error("logging/setLevel", { level: "not-a-level" })).code).to.equal(-32602);
    await client().send({ jsonrpc: "2.0", id: "no-method", params: {} });
    const refused = await client().until(({ id, error }) => error !== undefined && id === "no-method");
    expect(refused.error).to.include({ code: -32600 });
  });

  it("[LEG-22] (T-70) tells a structured value that is no object as text alone", async () => {
    await client().open();
    expect(await client().call("numbers")).to.eql({ content: [{ type: "text", text: "[1,2]" }] });
    const { tools } = (await client().result("tools/list")) as { readonly tools: readonly JsonObject[] };
    const declared = Object.fromEntries(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    expect(declared.numbers).to.equal(undefined);
    expect(declared.greet).to.include({ type: "object" });
  });

  it("[LEG-08] asks with requests while the call runs, each with an id of its own", async () => {
    await client().open("2025-11-25", NAMES);
    client().onQuestion(({ params }) => accept({ name: String((params as JsonObject).message) }));
    expect(textOf(await client().call("ask_more"))).to.match(/^First\?, Second\?, Third of \d+\?$/);
    expect(textOf(await client().call("ask"))).to.equal("Hello, Who?");
    const ids = client()
      .frames.filter(isQuestion)
      .map(({ id }) => id);
    expect(new Set(ids).size).to.equal(4);
  });

  it("[LEG-25] never gives an id twice to its own requests, and takes an id that is free again", async () => {
    await client().open("2025-11-25", NAMES);
    client().onQuestion(() => accept({ name: "Ada" }));
    for (let round = 0; round < 5; round++) await client().call("ask");
    const ids = client()
      .frames.filter(isQuestion)
      .map(({ id }) => id);
    expect(new Set(ids).size).to.equal(5);
  });

  it("asks before a call begins what it declares, and again where an answer does not fit", async () => {
    await client().open("2025-11-25", NAMES);
    const answers = [accept({ sure: "perhaps" }), accept({ sure: true })];
    client().onQuestion(() => answers.shift());
    expect(textOf(await client().call("sure"))).to.equal("done");
    const messages = client()
      .frames.filter(isQuestion)
      .map((frame) => String(paramsOf(frame).message));
    expect(messages[0]).to.equal("Sure?");
    expect(messages[1]).to.match(/^Sure\?\n\(The last answer was not accepted: .*sure/);
  });

  it("asks by hand what a handler gives back, and runs it again with the answers and its state", async () => {
    await client().open("2025-11-25", { roots: {} });
    client().onQuestion(() => ({ result: { roots: [{ uri: "file:///a" }] } }));
    expect(textOf(await client().call("by_hand"))).to.equal('{"roots":[{"uri":"file:///a"}]} {"asked":1}');
  });

  it("asks the client's model, its folders, and for a page to be opened", async () => {
    const { elicitation, ...rest } = { elicitation: { url: {} }, sampling: {}, roots: {} };
    await client().open("2025-11-25", { elicitation, ...rest });
    client().onQuestion(({ method }) => {
      if (method === "roots/list") return { result: { roots: [{ uri: "file:///a" }] } };
      if (method === "elicitation/create") return { result: { action: "accept" } };
      const content = { type: "text", text: "Spoken" };
      return { result: { role: "assistant", content, model: "m", stopReason: "endTurn" } };
    });
    expect(textOf(await client().call("speak"))).to.equal("Spoken");
    expect(textOf(await client().call("folders"))).to.equal("file:///a");
    expect(textOf(await client().call("open_page"))).to.equal("accept");
    const page = client().frames.filter(isQuestion).at(-1) ?? {};
    expect(paramsOf(page)).to.include({ mode: "url", url: "https://desk.example/sign-in" });
    expect(paramsOf(page).elicitationId).to.match(/^[0-9a-f-]{36}$/);
  });

  it("[LEG-08] tells the model that a client cannot be asked that declared nothing", async () => {
    await client().open();
    for (const name of ["ask", "ask_more", "sure", "by_hand", "open_page", "speak", "folders"]) {
      const result = await client().call(name);
      expect(result.isError, name).to.equal(true);
      expect(textOf(result), name).to.match(/^The client did not declare a capability this needs: /);
    }
    expect(client().frames.filter(isQuestion)).to.eql([]);
  });

  it("[LEG-08] says it with a number of its own where there is no model to tell", async () => {
    await client().open();
    const message = "The client did not declare a capability this needs: elicitation.form";
    const internal = { code: -32603, message };
    expect(await client().error("prompts/get", { name: "greeting" })).to.eql(internal);
    expect(await client().error("resources/read", { uri: "desk://rooms/1" })).to.eql(internal);
  });

  it("tells the model what a client declined, and that it refused to answer", async () => {
    await client().open("2025-11-25", NAMES);
    client().onQuestion(() => ({ result: { action: "decline" } }));
    expect(textOf(await client().call("ask"))).to.equal("Nobody.");
    client().onQuestion(() => ({ error: { code: -1, message: "no" } }));
    const result = await client().call("ask");
    expect(result.isError).to.equal(true);
    expect(textOf(result)).to.equal("The client refused to answer: no");
    expect(await client().error("prompts/get", { name: "greeting" })).to.eql({
      code: -32603,
      message: "The client refused to answer: no",
    });
  });

  it("[LEG-07] asks nothing before it is told that the client is ready", async () => {
    await client().open("2025-11-25", NAMES, false);
    client().onQuestion(() => accept({ name: "Ada" }));
    const { answer } = client().start("tools/call", { name: "ask", arguments: {} });
    await client().result("ping");
    expect(client().frames.filter(isQuestion)).to.eql([]);
    await client().ready();
    expect(textOf((await answer).result as JsonObject)).to.equal("Hello, Ada");
  });

  it("ignores answers to questions that nobody asked, and progress of none", async () => {
    await client().open();
    await client().send({ jsonrpc: "2.0", id: 77, result: {} });
    await client().send({ jsonrpc: "2.0", id: "x", error: { code: 1, message: "no" } });
    await client().notify("notifications/progress", { progressToken: 5, progress: 1 });
    await client().notify("notifications/roots/list_changed");
    expect(await client().result("ping")).to.eql({});
  });

  it("[LEG-24] (T-35) stops what the client cancels and answers it no more, and cannot have its opening cancelled", async () => {
    await client().open();
    await client().notify("notifications/cancelled", { requestId: 1, reason: "too late" });
    const before = JSON.parse(String(textOf(await client().call("seen")))) as Record<string, number>;
    const { id } = client().start("tools/call", {
      name: "hold",
      arguments: {},
      _meta: { progressToken: "p" },
    });
    await client().until(({ method }) => method === "notifications/progress");
    await client().notify("notifications/cancelled", { requestId: id, reason: "enough" });
    const after = JSON.parse(String(textOf(await client().call("seen")))) as Record<string, number>;
    expect(after.aborted).to.equal((before.aborted ?? 0) + 1);
    expect(client().frames.filter((frame) => frame.id === id)).to.eql([]);
  });

  it("withdraws the question of a call that is cancelled", async () => {
    await client().open("2025-11-25", NAMES);
    const { id } = client().start("tools/call", { name: "ask", arguments: {} });
    const question = await client().until(isQuestion);
    await client().notify("notifications/cancelled", { requestId: id });
    const withdrawn = await client().until(({ method }) => method === "notifications/cancelled");
    expect(paramsOf(withdrawn).requestId).to.equal(question.id);
  });

  it("[LEG-23] has no tasks, and runs a call at once whose client would take one", async () => {
    const { capabilities } = await client().open("2025-11-25", { tasks: {} });
    expect(capabilities).to.not.have.property("tasks");
    expect((await client().error("tasks/list")).code).to.equal(-32601);
    expect((await client().error("tasks/get", { taskId: "1" })).code).to.equal(-32601);
    const params = { name: "greet", arguments: { name: "Ada" }, task: { ttl: 1000 } };
    expect(textOf(await client().result("tools/call", params))).to.include("Ada");
    const { tools } = (await client().result("tools/list")) as { readonly tools: readonly JsonObject[] };
    for (const tool of tools) expect(tool).to.not.have.property("execution");
  });

  it("[LEG-26] answers the messages of a batch in one, where the revision has them", async () => {
    await client().open("2025-03-26");
    const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });
    const note = { jsonrpc: "2.0", method: "notifications/roots/list_changed" };
    await client().send([ping("a"), note, { jsonrpc: "2.0", id: "b", method: "no/such" }]);
    const [a, b] = [
      await client().until(({ id }) => id === "a"),
      await client().until(({ id }) => id === "b"),
    ];
    expect(a.result).to.eql({});
    expect(b.error).to.include({ code: -32601 });
    const refused = async (batch: readonly object[]): Promise<unknown> => {
      const before = client().frames.length;
      await client().send(batch);
      await client().until((frame) => frame.error !== undefined && client().frames.indexOf(frame) >= before);
      return client().frames.slice(before)[0]?.error;
    };
    for (const batch of [[], [ping("c"), ping("c")], Array.from({ length: 101 }, (_, id) => ping(id + 1000))])
      expect(await refused(batch)).to.include({ code: -32600 });
  });

  it("[LEG-26] refuses a batch where the revision has none", async () => {
    await client().open("2025-06-18");
    await client().send([{ jsonrpc: "2.0", id: "a", method: "ping" }]);
    const refused = await client().until(({ error }) => error !== undefined);
    expect(refused.error).to.eql({ code: -32600, message: "Invalid request: 2025-06-18 has no batches" });
  });

  let count = 0;
  /** A request of the stateless era, on the same way. */
  const stateless = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const id = `${STATELESS_ID}${++count}`;
    const message = { jsonrpc: "2.0", id, method, params: { ...params, _meta: STATELESS_META } };
    const link = client();
    if (link instanceof HttpClient)
      await link.read(await link.post(message, { headers: mirrorsOf(message) }));
    else await link.send(message);
    return link.until((frame) => frame.id === id);
  };
  const GREET = { name: "greet", arguments: { name: "Ada" } };

  it("[LEG-02] (T-69) opens a session for who probed for the stateless revision before", async () => {
    expect((await stateless("server/discover")).result).to.have.property("resultType");
    await client().open();
    expect(await client().call("greet", { name: "Ada" })).to.not.have.property("resultType");
  });

  it("[LEG-01] [LEG-03] serves the stateless revision beside a session, and both by turns", async () => {
    await client().open();
    for (let turn = 0; turn < 3; turn++) {
      expect((await stateless("tools/call", GREET)).result).to.have.property("resultType");
      expect(await client().call("greet", { name: "Ada" })).to.not.have.property("resultType");
    }
    expect((await stateless("server/discover")).result).to.have.property("supportedVersions");
  });

  it("[LEG-04] [LEG-18] (T-06) has none of the methods of sessions in a stateless request, be there a session or not", async () => {
    const removed = [
      "initialize",
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
    ];
    const refuseAll = async (): Promise<void> => {
      for (const method of removed)
        expect((await stateless(method)).error, method).to.eql({ code: -32601, message: "Method not found" });
    };
    await refuseAll();
    await client().open();
    await refuseAll();
    const link = client();
    if (link instanceof HttpClient)
      expect(link.statuses.filter((status) => status === 404)).to.have.length(10);
  });
});
