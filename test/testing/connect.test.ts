import { BlazonError, BootError, type Server } from "blazon";
import { connect, RpcFailure, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Clock, createDesk, DIARY } from "./desk.js";

/** What a promise rejects with, which may be anything. */
async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ resolved: true }),
    (error: unknown) => ({ resolved: false, error }),
  );
  if (!("error" in outcome)) throw new Error("it resolved");
  return outcome.error;
}

const STOPPED = { token: Clock, useValue: { now: () => "08:00" } };

const textOf = async (result: Promise<{ readonly content: readonly unknown[] }>): Promise<unknown> =>
  (await result).content.map((block) => (block as { readonly text?: string }).text).join("\n"); // text blocks alone

describe("the testing client", () => {
  let server: Server;
  let client: TestClient;

  beforeEach(async () => {
    server = await createDesk();
    client = await connect(server);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  describe("its calls", () => {
    it("call a tool with arguments, and with none", async () => {
      expect((await client.callTool("say", { text: "hello" })).content).to.eql([
        { type: "text", text: "hello" },
      ]);
      expect(await textOf(client.callTool("now"))).to.equal("the real time");
    });

    it("resolve with a tool's own error and with refused arguments: both are results", async () => {
      const error = await client.callTool("refuse");
      expect(error).to.deep.include({
        isError: true,
        content: [{ type: "text", text: "There is no such ticket." }],
      });
      const refused = await client.callTool("say", { text: 1 });
      expect(refused.isError).to.equal(true);
      expect(refused.content).to.eql([
        { type: "text", text: "Invalid arguments: /text must be string, got number 1" },
      ]);
    });

    it("read a resource by its URI", async () => {
      const { contents } = await client.readResource("note://a");
      expect(contents).to.eql([{ uri: "note://a", mimeType: "text/plain", text: "note a" }]);
    });

    it("get a prompt with arguments, and with none", async () => {
      const { messages } = await client.getPrompt("write", { topic: "rain" });
      expect(messages).to.eql([
        { role: "user", content: { type: "text", text: "Write about rain, plain." } },
      ]);
      expect((await client.getPrompt("greet")).messages).to.have.length(1);
    });

    it("complete an argument of a template, named by itself or by a URI of it", async () => {
      const typed = { name: "id", value: "al" };
      expect(await client.complete({ resource: "note://{id}" }, typed)).to.eql(["alpha", "alps"]);
      expect(await client.complete({ resource: "note://x" }, typed)).to.eql(["alpha", "alps"]);
    });

    it("complete an argument of a prompt, with the arguments chosen so far", async () => {
      const typed = { name: "tone", value: "dry" };
      expect(await client.complete({ prompt: "write" }, typed)).to.eql(["dry and about nothing"]);
      const chosen = { topic: "rain" };
      expect(await client.complete({ prompt: "write" }, typed, chosen)).to.eql(["dry and about rain"]);
    });

    it("discover what the server is", async () => {
      const { supportedVersions, capabilities } = await client.discover();
      expect(supportedVersions).to.eql(["2026-07-28"]);
      expect(capabilities).to.include.keys("tools", "resources", "prompts", "completions");
    });

    it("make a request of any method", async () => {
      const { tools } = await client.request("tools/list", {});
      expect(tools).to.have.length(2);
    });
  });

  describe("its lists", () => {
    const namesOf = (items: readonly { readonly name?: unknown }[]) => items.map(({ name }) => name);

    it("[PROM-16] follow every page, in order", async () => {
      expect(namesOf(await client.listTools())).to.eql([
        "now",
        "say",
        "who",
        "sample",
        "march",
        "wait",
        "break_later",
        "break_oddly",
        "lie",
        "refuse",
        "close",
      ]);
      expect(namesOf(await client.listResources())).to.eql(["one", "two", "three"]);
      expect(namesOf(await client.listResourceTemplates())).to.eql(["note"]);
      expect(namesOf(await client.listPrompts())).to.eql(["write", "greet", "leave"]);
    });

    it("ask once for each page", async () => {
      await client.listPrompts();
      expect(client.frames).to.have.length(2);
    });
  });

  describe("what it presents", () => {
    it("is its own name and no capability, unless something else is said", async () => {
      expect(await textOf(client.callTool("who"))).to.equal("blazon-testing false null");
      const failure = await rejectionOf(client.callTool("sample"));
      expect(failure).to.include({ name: "RpcFailure", code: -32021 });
    });

    it("is what connect was told, in every request", async () => {
      const clientInfo = { name: "desk-test", version: "2.0.0" };
      const other = await connect(server, { clientInfo, capabilities: { sampling: {} } });
      expect(await textOf(other.callTool("who"))).to.equal("desk-test true null");
      expect(await textOf(other.callTool("sample"))).to.equal("sampled");
      await other.close();
    });

    it("is what one request says, for that request alone", async () => {
      const options = { capabilities: { sampling: {} }, meta: { "com.example/tag": 7 } };
      expect(await textOf(client.callTool("who", {}, options))).to.equal("blazon-testing true 7");
      expect(await textOf(client.callTool("who"))).to.equal("blazon-testing false null");
    });
  });

  describe("a failure", () => {
    it("of the protocol rejects with an RpcFailure: code, message and data", async () => {
      const closed = await rejectionOf(client.callTool("close"));
      expect(closed).to.be.instanceOf(RpcFailure);
      expect(closed).to.include({ code: 1001, message: "The desk is closed" });
      expect(closed).to.have.property("data").that.eqls({ opensAt: "08:00" });
      const gone = await rejectionOf(client.readResource("note://gone"));
      expect(gone).to.include({ code: -32602, message: "Resource not found" });
      expect(gone).to.have.property("data").that.eqls({ uri: "note://gone" });
      const unknown = await rejectionOf(client.getPrompt("nobody"));
      expect(unknown).to.include({ code: -32602, message: "Unknown prompt", data: undefined });
    });

    it("of a tool's handler rejects with the handler's own error, though a client sees a result", async () => {
      const error = await rejectionOf(client.callTool("break_later", { text: "the store is gone" }));
      expect(error).to.be.instanceOf(TypeError).and.to.include({ message: "the store is gone" });
      expect(JSON.stringify(client.frames)).to.include("The tool failed unexpectedly (reference ");
      expect(JSON.stringify(client.frames)).not.to.include("the store is gone");
    });

    it("of a resource's handler rejects with the handler's own error", async () => {
      const error = await rejectionOf(client.readResource("note://burnt"));
      expect(error).to.be.instanceOf(RangeError).and.to.include({ message: "It burnt down" });
    });

    it("that is undefined is one too", async () => {
      expect(await rejectionOf(client.callTool("break_oddly"))).to.equal(undefined);
    });

    it("to return what was declared rejects with what the log says", async () => {
      const error = await rejectionOf(client.callTool("lie"));
      expect(error).to.be.instanceOf(BlazonError).and.to.include({ code: "ERR_OUTPUT_INVALID" });
      expect(error).to.have.property("message").that.includes("Desk.lie returned a value");
    });

    it("belongs to the request that failed, not to others at the same time", async () => {
      const texts = ["one", "two", "three"];
      const calls = texts.map((text) => rejectionOf(client.callTool("break_later", { text })));
      const said = client.callTool("say", { text: "well" });
      expect((await Promise.all(calls)).map((error) => (error as Error).message)).to.eql(texts); // TypeErrors
      expect(await textOf(said)).to.equal("well");
    });

    it("belongs to the client that made the request, not to others of the same server", async () => {
      const other = await connect(server);
      await rejectionOf(client.callTool("break_later", { text: "first" }));
      expect(await textOf(other.callTool("say", { text: "well" }))).to.equal("well");
      const [mine, theirs] = await Promise.all([
        rejectionOf(client.callTool("break_later", { text: "mine" })),
        rejectionOf(other.callTool("break_later", { text: "theirs" })),
      ]);
      expect([mine, theirs].map((error) => (error as Error).message)).to.eql(["mine", "theirs"]); // TypeErrors
      await other.close();
    });

    it("is not hidden by one before it", async () => {
      await rejectionOf(client.callTool("break_later", { text: "once" }));
      expect(await textOf(client.callTool("say", { text: "again" }))).to.equal("again");
    });
  });

  describe("its frames", () => {
    it("are everything the server sent, replies included, in order", async () => {
      await client.callTool("march", {}, { meta: { progressToken: "t" } });
      const kinds = client.frames.map(
        ({ method, result }) => method ?? (result === undefined ? "error" : "result"),
      );
      expect(kinds).to.eql(["notifications/progress", "notifications/progress", "result"]);
    });

    it("give the params of each notification of one method", async () => {
      const meta = { progressToken: 0, "io.modelcontextprotocol/logLevel": "warning" };
      await client.callTool("march", {}, { meta });
      expect(client.notifications("notifications/progress")).to.eql([
        { progressToken: 0, progress: 1, total: 2, message: "half" },
        { progressToken: 0, progress: 2, total: 2, message: "done" },
      ]);
      expect(client.notifications("notifications/message")).to.eql([{ level: "warning", data: "tired" }]);
      expect(client.notifications("notifications/cancelled")).to.eql([]);
    });

    it("show the wire as it is where a message is sent raw", async () => {
      const reply = await client.send("{");
      expect(reply).to.eql({
        jsonrpc: "2.0",
        error: { code: -32700, message: "Parse error: the message is not JSON" },
      });
      expect(client.frames).to.eql([reply]);
    });

    it("stay empty for what is never answered", async () => {
      expect(await client.send({ jsonrpc: "2.0", method: "notifications/nobody-knows" })).to.equal(undefined);
      expect(client.frames).to.eql([]);
    });
  });

  describe("cancellation", () => {
    let diary: string[];
    let watched: Server;
    let canceller: TestClient;

    beforeEach(async () => {
      diary = [];
      watched = await createDesk(diary);
      canceller = await connect(watched);
    });
    afterEach(async () => {
      await canceller.close();
      await watched.close();
    });

    it("by a signal stops the handler, and rejects the call with the signal's reason", async () => {
      const stop = new AbortController();
      const rejection = rejectionOf(canceller.callTool("wait", {}, { signal: stop.signal }));
      const reason = new Error("enough");
      stop.abort(reason);
      expect(await rejection).to.equal(reason);
      expect(diary).to.eql(["made", "stopped: the test gave up"]);
      expect(canceller.frames).to.eql([]);
    });

    it("by a signal that is aborted already sends nothing", async () => {
      const reason = new Error("too late");
      const rejection = rejectionOf(
        canceller.callTool("say", { text: "x" }, { signal: AbortSignal.abort(reason) }),
      );
      expect(await rejection).to.equal(reason);
      expect(canceller.frames).to.eql([]);
    });

    it("by a signal that aborts after the answer changes nothing", async () => {
      const stop = new AbortController();
      const said = await textOf(canceller.callTool("say", { text: "x" }, { signal: stop.signal }));
      stop.abort();
      expect(said).to.equal("x");
      expect(await textOf(canceller.callTool("say", { text: "y" }))).to.equal("y");
    });

    it("by id stops a request that was sent raw, which is then not answered", async () => {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const message = { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "wait", _meta } };
      const reply = canceller.send(message);
      canceller.cancel(5, "changed my mind");
      expect(await reply).to.equal(undefined);
      expect(diary).to.eql(["made", "stopped: changed my mind"]);
    });
  });

  describe("overrides", () => {
    it("take the place of the server's own providers, which the server itself keeps", async () => {
      const other = await connect(server, { override: [STOPPED] });
      expect(await textOf(other.callTool("now"))).to.equal("08:00");
      expect(await textOf(client.callTool("now"))).to.equal("the real time");
      await other.close();
    });

    it("build a server of the client's own, whose singletons end with the client", async () => {
      const diary: string[] = [];
      const other = await connect(server, { override: [{ token: DIARY, useValue: diary }] });
      expect(diary).to.eql(["made"]);
      await other.close();
      expect(diary).to.eql(["made", "disposed"]);
      expect(await textOf(client.callTool("say", { text: "still here" }))).to.equal("still here");
    });

    it("are refused like any provider where they are wrong", async () => {
      const wrong = { token: undefined as unknown as string, useValue: 1 }; // what the types refuse
      const error = await rejectionOf(connect(server, { override: [wrong] }));
      expect(error).to.be.instanceOf(BootError);
      expect((error as BootError).problems.map(({ code }) => code)).to.eql(["ERR_PROVIDER_INVALID"]);
    });

    it("build nothing where there are none", async () => {
      const diary: string[] = [];
      const watched = await createDesk(diary);
      await (await connect(watched, { override: [] })).close();
      expect(diary).to.eql(["made"]);
      await watched.close();
      expect(diary).to.eql(["made", "disposed"]);
    });
  });

  describe("its end", () => {
    it("leaves the server it was connected to open", async () => {
      await client.close();
      const next = await connect(server);
      expect(await textOf(next.callTool("say", { text: "hello" }))).to.equal("hello");
      await next.close();
    });

    it("cancels what still runs, and rejects the calls that wait for it", async () => {
      const rejection = rejectionOf(client.callTool("wait"));
      await client.close();
      expect(await rejection)
        .to.be.an("error")
        .that.includes({ message: "tools/call was not answered" });
    });

    it("comes with `await using` too", async () => {
      const diary: string[] = [];
      const other = await connect(server, { override: [{ token: DIARY, useValue: diary }] });
      await other[Symbol.asyncDispose]();
      expect(diary).to.eql(["made", "disposed"]);
    });
  });

  it("connects to nothing but a server of createServer", async () => {
    const error = await rejectionOf(connect({} as Server)); // what the types refuse
    expect(error)
      .to.be.instanceOf(BlazonError)
      .and.to.include({
        code: "ERR_OPTION_INVALID",
        message:
          "ERR_OPTION_INVALID: connect() is given something that createServer() of this copy of Blazon did not make. " +
          "Fix: Give what createServer() resolves with.",
      });
  });
});
