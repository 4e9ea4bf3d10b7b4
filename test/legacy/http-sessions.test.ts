import { createServer, type LegacyOption, type Server, Tool } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";

class Desk {
  @Tool({ description: "Greets" })
  greet(): string {
    return "Hello";
  }
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } },
};
const PING = { jsonrpc: "2.0", id: 2, method: "ping" };

describe("sessions over HTTP", () => {
  let server: Server;
  afterEach(() => server.close());

  const serve = async (legacy?: LegacyOption): Promise<void> => {
    server = await createServer({
      name: "desk",
      version: "1.0.0",
      features: [Desk],
      hosts: "any",
      requestState: { principal: ({ headers }) => headers["x-user"] as string | undefined },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ...(legacy && { legacy }),
    });
  };
  const send = (method: string, headers: Record<string, string> = {}, body?: object): Promise<Response> =>
    server.fetch(
      new Request("http://localhost/mcp", {
        method,
        headers: {
          ...(body && { "content-type": "application/json" }),
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const open = async (headers: Record<string, string> = {}): Promise<string> =>
    (await send("POST", headers, INITIALIZE)).headers.get("mcp-session-id") ?? "";

  it("[LEG-11] have an id of visible characters that cannot be guessed", async () => {
    await serve();
    const ids = [await open(), await open()];
    for (const id of ids) expect(id).to.match(/^[\x21-\x7e]{32}$/);
    expect(ids[0]).to.not.equal(ids[1]);
  });

  it("[LEG-12] are over when their client says so, and known no more", async () => {
    await serve();
    const headers = { "mcp-session-id": await open() };
    expect((await send("POST", headers, PING)).status).to.equal(200);
    expect((await send("DELETE", headers)).status).to.equal(204);
    expect((await send("POST", headers, PING)).status).to.equal(404);
    expect((await send("POST", { "mcp-protocol-version": "2025-11-25" }, PING)).status).to.equal(400);
  });

  it("[LEG-09] refuse a version that is not theirs", async () => {
    await serve();
    const headers = { "mcp-session-id": await open() };
    expect((await send("POST", { ...headers, "mcp-protocol-version": "1999-01-01" }, PING)).status).to.equal(
      400,
    );
  });

  it("[LEG-13] take notifications without a body in return", async () => {
    await serve();
    const headers = { "mcp-session-id": await open() };
    const response = await send("POST", headers, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([response.status, await response.text()]).to.eql([202, ""]);
  });

  it("[T-70] are nobody's but who opened them", async () => {
    await serve();
    const headers = { "mcp-session-id": await open({ "x-user": "ada" }) };
    expect((await send("POST", { ...headers, "x-user": "eve" }, PING)).status).to.equal(404);
    expect((await send("DELETE", { ...headers, "x-user": "eve" })).status).to.equal(404);
    expect((await send("POST", { ...headers, "x-user": "ada" }, PING)).status).to.equal(200);
  });

  it("are refused beyond what one caller may have, and none that is open is ended", async () => {
    await serve({ maxSessionsPerCaller: 1 });
    const headers = { "mcp-session-id": await open() };
    expect((await send("POST", {}, INITIALIZE)).status).to.equal(429);
    expect((await send("POST", headers, PING)).status).to.equal(200);
  });

  it("[LEG-10] [LEG-14] tell news on one stream of several", async () => {
    await serve();
    const headers = { "mcp-session-id": await open() };
    await send("POST", headers, { jsonrpc: "2.0", method: "notifications/initialized" });
    const streams = [await send("GET", headers), await send("GET", headers)];
    for (const stream of streams) expect(stream.headers.get("content-type")).to.equal("text/event-stream");
    server.notify.toolsChanged();
    await send("DELETE", headers);
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    for (const text of texts) expect(text).to.match(/^id: \d+-1\nretry: 1000\ndata:\n\n/);
    expect(texts.filter((text) => text.includes("tools/list_changed"))).to.have.length(1);
  });

  it("[T-05] are refused where the server has no handshake", async () => {
    await serve("off");
    const response = await send("POST", {}, INITIALIZE);
    expect(response.status).to.equal(400);
    expect(await response.text()).to.include("2026-07-28");
    expect((await send("GET")).status).to.equal(405);
  });

  it("are none where each request stands for itself", async () => {
    await serve("stateless");
    const response = await send("POST", {}, INITIALIZE);
    expect(response.headers.get("mcp-session-id")).to.equal(null);
    expect((await send("POST", { "mcp-protocol-version": "2025-11-25" }, PING)).status).to.equal(200);
    expect((await send("GET")).status).to.equal(405);
  });
});
