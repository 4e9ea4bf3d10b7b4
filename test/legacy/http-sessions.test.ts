import type { EventStore, JsonObject, LegacyOption } from "blazon";
import { MemoryEventStore } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { buildWith } from "./desk-server.js";
import { HttpClient } from "./legacy-client.js";
import { listening } from "./legacy-transports.js";

const PARAMS = { capabilities: {}, clientInfo: { name: "old", version: "1" } };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: "open",
  method: "initialize",
  params: { ...PARAMS, protocolVersion: "2025-11-25" },
};
const PING = { jsonrpc: "2.0", id: "ping", method: "ping" };
const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const isNews = ({ method }: JsonObject): boolean => method === "notifications/tools/list_changed";
const isProgress = ({ method }: JsonObject): boolean => method === "notifications/progress";
const HOLD = { name: "hold", arguments: {}, _meta: { progressToken: "p" } };

describe("sessions over HTTP", () => {
  let clients: HttpClient[] = [];
  afterEach(async () => {
    for (const client of clients) await client.close();
    clients = [];
  });

  const serve = async (legacy?: LegacyOption): Promise<HttpClient> => {
    const client = await listening(() => buildWith(legacy));
    clients.push(client);
    return client;
  };
  /** Another client of the same server. */
  const another = (of: HttpClient): HttpClient => new HttpClient(of.fetch, async () => {});
  const seen = async (client: HttpClient): Promise<Record<string, number>> => {
    const { content } = await client.call("seen");
    return JSON.parse((content as readonly { readonly text: string }[])[0]?.text ?? "{}");
  };
  const errorOf = async (response: Response): Promise<JsonObject> => {
    const { error } = await frameOf(response);
    return error as JsonObject; // an error is an object
  };

  it("[LEG-11] have an id of visible characters that cannot be guessed", async () => {
    const client = await serve();
    const ids = new Set<string>();
    for (let count = 0; count < 50; count++) {
      const { session } = await opened(another(client));
      expect(session).to.match(/^[\x21-\x7e]{32}$/);
      ids.add(String(session));
    }
    expect(ids.size).to.equal(50);
  });

  it("[LEG-12] are over when their client says so, and known no more", async () => {
    const client = await opened(await serve());
    expect((await client.end()).status).to.equal(204);
    for (const response of [await client.post(PING), await client.listen(), await client.end()]) {
      expect(response.status).to.equal(404);
      expect(await errorOf(response)).to.eql({
        code: -32600,
        message: "This session is over, or never was; call initialize again",
      });
    }
  });

  it("[LEG-12] are asked for where a message of these revisions names none", async () => {
    const client = await serve();
    const response = await client.post(PING, { headers: { "mcp-protocol-version": "2025-11-25" } });
    expect(response.status).to.equal(400);
    expect(await errorOf(response)).to.eql({
      code: -32600,
      message: "Invalid request: Mcp-Session-Id is missing; call initialize first",
    });
  });

  it("give no answer of a client its own id back where there is no session for it", async () => {
    for (const mode of ["sessions", "stateless"] as const) {
      const client = await serve(mode);
      for (const fields of [{ result: {} }, { error: { code: 1, message: "no" } }]) {
        for (const headers of [
          { "mcp-protocol-version": "2025-11-25" },
          { "mcp-session-id": "none" },
          { "mcp-session-id": "none", "mcp-protocol-version": "1999-01-01" },
        ] as readonly Record<string, string>[]) {
          const response = await client.post({ jsonrpc: "2.0", id: 7, ...fields }, { headers });
          const text = await response.text();
          if (text !== "") expect(JSON.parse(text), mode).to.not.have.property("id");
          expect(response.status, mode).to.be.oneOf(mode === "sessions" ? [400, 404] : [202, 400]);
        }
      }
    }
  });

  it("[LEG-12] are not known by another server, which says so with what makes a client start again", async () => {
    const client = await opened(await serve());
    const replica = await serve();
    replica.session = client.session;
    expect((await replica.post(PING)).status).to.equal(404);
    expect(await client.result("ping")).to.eql({});
  });

  it("[LEG-09] refuse a version that is not theirs, and take none for theirs", async () => {
    const client = await opened(await serve());
    for (const version of ["1999-01-01", "2025-06-18", "2024-11-05"]) {
      const response = await client.post(PING, { headers: { "mcp-protocol-version": version } });
      expect(response.status, version).to.equal(400);
      expect(await errorOf(response)).to.eql({
        code: -32600,
        message: "Invalid request: MCP-Protocol-Version must be 2025-11-25",
      });
    }
    expect((await client.post(PING)).status).to.equal(200);
    expect((await client.post(PING, { headers: { "mcp-protocol-version": "2025-11-25" } })).status).to.equal(
      200,
    );
  });

  it("[HDR-05] [LEG-09] takes a message without a version for 2025-03-26, where there are no sessions to tell", async () => {
    const client = await serve("stateless");
    const greet = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "greet", arguments: { name: "Ada" } },
    };
    const greeted = async (headers: Record<string, string>): Promise<unknown> =>
      frameOf(await client.post(greet, { headers })).then(({ result }) => result);
    expect(await greeted({})).to.have.all.keys("content");
    const version = { "mcp-protocol-version": "2025-06-18" };
    expect(await greeted(version)).to.have.all.keys("content", "structuredContent");
    for (const version of ["1999-01-01", "2024-11-05"]) {
      const response = await client.post(greet, { headers: { "mcp-protocol-version": version } });
      expect(response.status, version).to.equal(400);
    }
  });

  it("[HDR-05] (T-04) (T-68) serves no message as stateless whose header does not say so, nor the other way round", async () => {
    const client = await opened(await serve());
    const params = { _meta: MODERN };
    const bare = await client.post({ jsonrpc: "2.0", id: 1, method: "server/discover", params });
    expect(bare.status).to.equal(400);
    expect((await errorOf(bare)).code).to.equal(-32020);
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "ping" };
    const old = await client.post(PING, { headers });
    expect(old.status).to.equal(400);
  });

  it("[LEG-28] (T-68) takes no message for one of a session whose header names the stateless revision", async () => {
    const client = await opened(await serve());
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    for (const params of [{}, { _meta: {} }, { _meta: { progressToken: 1 } }]) {
      const response = await client.post(
        { jsonrpc: "2.0", id: 1, method: "tools/list", params },
        { headers },
      );
      expect(response.status).to.equal(400);
      expect((await errorOf(response)).code, JSON.stringify(params)).to.be.oneOf([-32602, -32020]);
    }
  });

  it("[LEG-27] (T-67) names the stateless revisions alone to who asks for another in a stateless request", async () => {
    const client = await opened(await serve());
    const post = async (version: string): Promise<JsonObject> => {
      const headers = { "mcp-protocol-version": version, "mcp-method": "server/discover" };
      const _meta = { ...MODERN, "io.modelcontextprotocol/protocolVersion": version };
      const message = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } };
      return frameOf(await client.post(message, { headers }));
    };
    const { result } = (await post("2026-07-28")) as { readonly result: JsonObject };
    expect(result.supportedVersions).to.eql(["2026-07-28"]);
    for (const version of ["2025-11-25", "2024-11-05", "1999-01-01"]) {
      const { error } = (await post(version)) as { readonly error: JsonObject };
      expect(error.code, version).to.equal(-32022);
      expect(error.data, version).to.eql({ supported: ["2026-07-28"], requested: version });
    }
  });

  it("[LEG-13] take notifications and answers without a body in return", async () => {
    const client = await opened(await serve());
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
      { jsonrpc: "2.0", id: 5, result: {} },
    ]) {
      const response = await client.post(message);
      expect([response.status, await response.text()]).to.eql([202, ""]);
    }
  });

  it("(T-70) are nobody's but who opened them", async () => {
    const client = await serve();
    const as = (user: string) => ({ headers: { "x-user": user } });
    await client.post(INITIALIZE, as("ada"));
    for (const user of ["eve", "Ada", ""]) expect((await client.post(PING, as(user))).status).to.equal(404);
    expect((await client.post(PING)).status).to.equal(404);
    const headers = { ...client.headers, "x-user": "eve" };
    expect((await client.fetch({ method: "DELETE", headers })).status).to.equal(404);
    expect((await client.fetch({ method: "GET", headers })).status).to.equal(404);
    expect((await client.post(PING, as("ada"))).status).to.equal(200);
  });

  it("are refused beyond what one caller may have, and none that is open is ended", async () => {
    const client = await serve({ maxSessionsPerCaller: 2, maxSessions: 3 });
    const as = (user: string) => ({ headers: { "x-user": user } });
    await client.post(INITIALIZE, as("ada"));
    await another(client).post(INITIALIZE, as("ada"));
    const often = await another(client).post(INITIALIZE, as("ada"));
    expect(often.status).to.equal(429);
    expect((await errorOf(often)).message).to.equal(
      "This caller has 2 sessions open, and may have no more; end one",
    );
    await another(client).post(INITIALIZE, as("bea"));
    const full = await another(client).post(INITIALIZE, as("cyd"));
    expect(full.status).to.equal(503);
    expect((await client.post(PING, as("ada"))).status).to.equal(200);
    await client.fetch({ method: "DELETE", headers: { ...client.headers, "x-user": "ada" } });
    expect((await another(client).post(INITIALIZE, as("cyd"))).status).to.equal(200);
  });

  it("[LEG-10] have streams for news, and nothing to be had by GET without a session", async () => {
    const client = await serve();
    const response = await client.listen();
    expect([response.status, response.headers.get("allow")]).to.eql([405, "POST"]);
    await opened(client);
    expect((await client.listen()).headers.get("content-type")).to.equal("text/event-stream");
    const headers = { ...client.headers, accept: "application/json" };
    expect((await client.fetch({ method: "GET", headers })).status).to.equal(406);
  });

  it("[LEG-14] tell news on one stream of several", async () => {
    const client = await opened(await serve());
    await client.notify("notifications/initialized");
    const streams = [another(client), another(client)];
    for (const stream of streams) {
      stream.session = client.session;
      void stream.read(await stream.listen());
    }
    for (let count = 0; count < 3; count++) await client.call("change");
    await Promise.race(streams.map((stream) => stream.until(() => stream.frames.length === 3)));
    expect(streams.map(({ frames }) => frames.length).sort()).to.eql([0, 3]);
  });

  it("keep news until there is a stream to tell them on, each once", async () => {
    const client = await opened(await serve());
    await client.notify("notifications/initialized");
    await client.result("resources/subscribe", { uri: "desk://rules" });
    for (let count = 0; count < 3; count++) await client.call("change");
    await client.call("touch", { uri: "desk://rules" });
    void client.read(await client.listen());
    await client.until(({ method }) => method === "notifications/resources/updated");
    expect(client.frames.filter(isNews)).to.have.length(1);
  });

  it("[LEG-15] begin a stream with an event that it can be resumed behind, where clients take such", async () => {
    for (const [version, primed] of [
      ["2025-11-25", true],
      ["2025-06-18", false],
    ] as const) {
      const client = await opened(await serve(), version);
      void client.read(await client.listen());
      await client.notify("notifications/initialized");
      await client.call("change");
      await client.until(isNews);
      const [event] = client.events;
      expect(event?.id).to.match(/^\d+-1$/);
      expect(event?.data === "", version).to.equal(primed);
      expect(event?.retry, version).to.equal(primed ? "1000" : undefined);
    }
  });

  it("[LEG-15] replay what a stream for news carried behind an event, and go on with it", async () => {
    const client = await opened(await serve());
    await client.notify("notifications/initialized");
    const cut = new AbortController();
    const reading = client.read(await client.listen(undefined, cut.signal));
    await client.call("change");
    await client.until(isNews);
    const last = client.events.at(-1)?.id;
    cut.abort();
    await reading;
    await client.call("change");
    await client.call("change");
    const again = another(client);
    again.session = client.session;
    void again.read(await again.listen(last));
    await again.until(() => again.frames.length === 2);
    await client.call("change");
    await again.until(() => again.frames.length === 3);
    const numbers = [...client.events, ...again.events].map(({ id }) => id);
    expect(new Set(numbers).size).to.equal(numbers.length);
    expect(again.frames.every(isNews)).to.equal(true);
  });

  it("[LEG-15] [LEG-16] go on with a call whose connection broke, and give its answer to who comes back for it", async () => {
    const client = await opened(await serve());
    const before = await seen(client);
    const cut = new AbortController();
    const message = { jsonrpc: "2.0", id: "held", method: "tools/call", params: HOLD };
    const reading = client.read(await client.post(message, { signal: cut.signal }));
    await client.until(isProgress);
    const last = client.events.at(-1)?.id;
    cut.abort();
    await reading;
    const again = another(client);
    again.session = client.session;
    const resumed = again.read(await again.listen(last));
    await client.call("let_go");
    await again.until(({ id }) => id === "held");
    await resumed; // nothing more comes on it
    const after = await seen(client);
    expect(after.released).to.equal((before.released ?? 0) + 1);
    expect(after.aborted).to.equal(before.aborted);
    const late = another(client);
    late.session = client.session;
    await late.read(await late.listen(last));
    expect(late.frames.map(({ id }) => id)).to.eql(["held"]);
  });

  it("[LEG-16] go on with a call whose client went away, without sessions as well", async () => {
    const client = await serve("stateless");
    const before = await seen(client);
    const cut = new AbortController();
    const message = { jsonrpc: "2.0", id: "held", method: "tools/call", params: HOLD };
    const reading = client.read(await client.post(message, { signal: cut.signal }));
    await client.until(isProgress);
    cut.abort();
    await reading;
    await client.call("let_go");
    const after = await seen(client);
    expect(after.released).to.equal((before.released ?? 0) + 1);
    expect(after.aborted).to.equal(before.aborted);
  });

  it("[LEG-15] replay nothing of another session, whatever event is named", async () => {
    const client = await opened(await serve());
    await client.notify("notifications/initialized");
    void client.read(await client.listen());
    await client.call("change");
    await client.until(isNews);
    const other = await opened(another(client));
    for (const { id } of client.events) {
      const stream = another(other);
      stream.session = other.session;
      const response = await stream.listen(id);
      await stream.read(response); // a stream that is not there has an end
      expect(stream.frames).to.eql([]);
    }
    const odd = await other.listen("no-event-of-ours");
    expect(odd.headers.get("content-type")).to.equal("text/event-stream");
  });

  it("end what still runs, and every stream, when they are over", async () => {
    const client = await opened(await serve());
    const before = await seen(client);
    const news = another(client);
    news.session = client.session;
    const reading = news.read(await news.listen());
    const held = client.read(
      await client.post({ jsonrpc: "2.0", id: "held", method: "tools/call", params: HOLD }),
    );
    await client.until(isProgress);
    await client.end();
    await Promise.all([reading, held]);
    expect(client.frames.some(({ id }) => id === "held")).to.equal(false);
    const other = await opened(another(client));
    expect((await seen(other)).aborted).to.equal((before.aborted ?? 0) + 1);
  });

  it("[LEG-20] [LEG-21] name the page that has to be opened to a client that takes no questions with its answer", async () => {
    const client = await serve();
    await client.open("2025-11-25", { elicitation: { url: {} } });
    const call = (name: string) => ({
      jsonrpc: "2.0",
      id: name,
      method: "tools/call",
      params: { name, arguments: {} },
    });
    const response = await client.post(call("open_page"), { headers: { accept: "application/json" } });
    const { code, message, data } = await errorOf(response);
    expect([code, message]).to.eql([-32042, "A page has to be opened first: Please sign in"]);
    const { elicitations } = data as { readonly elicitations: readonly JsonObject[] };
    expect(elicitations).to.have.length(1);
    expect(elicitations[0]).to.include({
      mode: "url",
      url: "https://desk.example/sign-in",
      message: "Please sign in",
    });
    expect(elicitations[0]?.elicitationId).to.match(/^[0-9a-f-]{36}$/);
    const asking = await opened(another(client), "2025-11-25", { elicitation: {} });
    const plain = await asking.post(call("ask"), { headers: { accept: "application/json" } });
    const { result } = (await frameOf(plain)) as { readonly result: JsonObject };
    expect(JSON.stringify(result)).to.include("takes no stream of events");
    expect(result.isError).to.equal(true);
  });

  it("go on where their events cannot be kept", async () => {
    const broken: readonly Partial<EventStore>[] = [
      {
        append() {
          throw new Error("full");
        },
      },
      { append: () => Promise.reject(new Error("full")) },
      { readAfter: () => Promise.reject(new Error("gone")), drop: () => Promise.reject(new Error("gone")) },
    ];
    for (const faults of broken) {
      const kept = new MemoryEventStore();
      const eventStore: EventStore = {
        append: (key, event) => kept.append(key, event),
        readAfter: (key, number) => kept.readAfter(key, number),
        drop: (session) => kept.drop(session),
        ...faults,
      };
      const client = await opened(await serve({ eventStore }));
      await client.notify("notifications/initialized");
      void client.read(await client.listen());
      await client.call("change");
      await client.until(isNews);
      const again = another(client);
      again.session = client.session;
      void again.read(await again.listen(client.events.at(-1)?.id));
      await client.call("change");
      await again.until(isNews);
      expect((await client.end()).status).to.equal(204);
    }
  });

  it("read of a store that takes its time what was written before", async () => {
    const kept = new MemoryEventStore();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const eventStore: EventStore = {
      append: (key, event) => turn().then(() => kept.append(key, event)),
      readAfter: (key, number) => turn().then(() => kept.readAfter(key, number)),
      drop: (session) => turn().then(() => kept.drop(session)),
    };
    const client = await opened(await serve({ eventStore }));
    await client.notify("notifications/initialized");
    const cut = new AbortController();
    const reading = client.read(await client.listen(undefined, cut.signal));
    await client.call("change");
    await client.until(isNews);
    cut.abort();
    await reading;
    for (let count = 0; count < 5; count++) await client.call("change");
    const again = another(client);
    again.session = client.session;
    void again.read(await again.listen(client.events.at(-1)?.id));
    await again.until(() => again.frames.length === 5);
  });

  it("(T-05) [VER-10] are refused where the server has no handshake", async () => {
    const client = await serve("off");
    const response = await client.post(INITIALIZE);
    expect(response.status).to.equal(400);
    expect(await errorOf(response)).to.eql({
      code: -32020,
      message: "The MCP-Protocol-Version header is missing; this server speaks 2026-07-28",
      data: { supported: ["2026-07-28"] },
    });
    expect((await client.listen()).status).to.equal(405);
  });

  it("are none where each request stands for itself, and nothing is offered that needs one", async () => {
    const client = await serve("stateless");
    const result = await client.result("initialize", { ...PARAMS, protocolVersion: "2025-11-25" });
    expect(client.session).to.equal(undefined);
    expect(result.capabilities).to.eql({ tools: {}, resources: {}, prompts: {} });
    client.version = "2025-11-25";
    expect(await client.result("ping")).to.eql({});
    expect((await client.error("logging/setLevel", { level: "info" })).code).to.equal(-32601);
    expect((await client.error("resources/subscribe", { uri: "desk://rules" })).code).to.equal(-32601);
    expect((await client.call("ask")).isError).to.equal(true);
    expect((await client.listen()).status).to.equal(405);
  });
});

/** The one frame of a response that is no stream. */
function frameOf(response: Response): Promise<JsonObject> {
  return response.json() as Promise<JsonObject>; // a frame is an object
}

async function opened(
  client: HttpClient,
  version = "2025-11-25",
  capabilities: JsonObject = {},
): Promise<HttpClient> {
  await client.result("initialize", { ...PARAMS, protocolVersion: version, capabilities });
  return client;
}
