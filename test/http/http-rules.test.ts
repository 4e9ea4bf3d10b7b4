import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import * as rules from "../support/rules-server.js";
import * as stateless from "../support/stateless-rules-server.js";
import { fieldsOf, onEveryFront } from "./fronts.js";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

const call = (name: string, args: JsonObject = {}, meta: JsonObject = {}) =>
  request("tools/call", { name, arguments: args }, meta);

onEveryFront("HTTP", rules.build, ({ post, raw }) => {
  it("[HTTP-04] [HTTP-15] answers without an id what it refuses before it reads, and notifications", async () => {
    const foreign = await post(call("counted"), { origin: "https://evil.example" });
    expect(foreign.status).to.equal(403);
    expect(foreign.reply).to.eql({
      jsonrpc: "2.0",
      error: { code: -32600, message: "This origin is not allowed" },
    });
    const malformed = await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: "x" });
    expect(malformed.status).to.equal(400);
    expect(malformed.reply).to.not.have.property("id");
  });

  it("[HTTP-14] [HTTP-18] refuses a malformed notification, and asks no headers of a right one", async () => {
    for (const params of ["x", 5, [], null]) {
      const { status, reply } = await post({ jsonrpc: "2.0", method: "notifications/x", params });
      expect(status, JSON.stringify(params)).to.equal(400);
      expect(reply.error).to.eql({ code: -32600, message: "Invalid request: params must be an object" });
    }
    const none = { "mcp-protocol-version": undefined, "mcp-method": undefined };
    const { status, text } = await post({ jsonrpc: "2.0", method: "notifications/cancelled" }, none);
    expect([status, text]).to.eql([202, ""]);
  });

  it("[HTTP-19] [HTTP-42] streams what goes ahead of an answer, and answers 200 whatever the result says", async () => {
    const { status, headers, frames } = await post(call("burst", { times: 2 }, { progressToken: 1 }));
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.equal("text/event-stream");
    expect(frames.map(({ method }) => method ?? "answer")).to.eql([
      "notifications/progress",
      "notifications/progress",
      "answer",
    ]);
    const failed = await post(call("throws", { code: "no number" }));
    expect([failed.status, (failed.reply.result as JsonObject).isError]).to.eql([200, true]);
  });

  it("[HTTP-20] [PROG-13] [LOG-04] keeps on the stream of a request what belongs to it", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `caller ${index}`);
    const all = await Promise.all(
      names.map((name, index) => {
        const meta = { progressToken: name, [LOG_LEVEL]: "debug" };
        return post({ ...call("interleaved", { name, turns: index % 7 }, meta), id: 1 });
      }),
    );
    for (const [index, { frames }] of all.entries()) {
      const [progress, log, answer] = frames;
      expect(frames).to.have.length(3);
      expect(progress?.params).to.deep.include({ progressToken: names[index] });
      expect(log?.params).to.deep.include({ data: names[index] });
      expect(answer?.result).to.deep.include({ content: [{ type: "text", text: `1: ${names[index]}` }] });
    }
  });

  it("[HTTP-21] sends no request of its own on a stream", async () => {
    const { frames } = await post(call("burst", { times: 50 }, { progressToken: 1, [LOG_LEVEL]: "debug" }));
    expect(frames.filter((frame) => "id" in frame && "method" in frame)).to.eql([]);
  });

  it("[HTTP-28] neither minds nor mints a session id", async () => {
    const { status, headers } = await post(call("counted"), { "mcp-session-id": "x" });
    expect(status).to.equal(200);
    expect(headers.has("mcp-session-id")).to.equal(false);
  });

  it("[HTTP-29] gives its events no ids, and takes up no stream that ended", async () => {
    const { status, text } = await post(call("burst", { times: 2 }, { progressToken: 1 }), {
      "last-event-id": "1",
    });
    expect(status).to.equal(200);
    expect(text).to.match(/^data:/m);
    expect(text).to.not.match(/^id:/m);
    const resumed = await raw({
      method: "GET",
      headers: { accept: "text/event-stream", "last-event-id": "1" },
    });
    expect(resumed.status).to.equal(405);
  });

  it("[HTTP-34] answers a method that it does not have with 404, and JSON with the id", async () => {
    const message = request("unknown/method");
    const { status, headers, reply } = await post(message);
    expect(status).to.equal(404);
    expect(headers.get("content-type")).to.match(/^application\/json/);
    expect(reply).to.eql({
      jsonrpc: "2.0",
      id: message.id,
      error: { code: -32601, message: "Method not found" },
    });
  });

  it("[HTTP-36] refuses another revision with 400, naming its own", async () => {
    const message = request("tools/list", {}, { "io.modelcontextprotocol/protocolVersion": "2027-01-01" });
    const { status, reply } = await post(message);
    expect(status).to.equal(400);
    expect(reply.error).to.eql({
      code: -32022,
      message: "Unsupported protocol version",
      data: { supported: ["2026-07-28"], requested: "2027-01-01" },
    });
  });

  it("[BASE-09] serves two requests of one id at once, each on its own way", async () => {
    const both = await Promise.all(
      ["a", "b"].map((name) => post({ ...call("interleaved", { name, turns: 5 }), id: 1 })),
    );
    expect(both.map(({ reply }) => JSON.stringify(reply.result))).to.satisfy(
      ([first, second]: string[]) => first?.includes("1: a") && second?.includes("1: b"),
    );
  });

  it("[CANC-20] takes a cancellation that is posted for nothing, and disturbs nobody by it", async () => {
    const running = post({ ...call("interleaved", { name: "a", turns: 20 }), id: 7 });
    const cancelled = await post({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7 },
    });
    expect([cancelled.status, cancelled.text]).to.eql([202, ""]);
    expect((await running).reply.result).to.deep.include({ content: [{ type: "text", text: "7: a" }] });
  });

  it("[CANC-04] [HTTP-32] [HTTP-33] stops the work of a client that leaves", async () => {
    const controller = new AbortController();
    const message = call("waits");
    const body = JSON.stringify(message);
    const gone = raw({ method: "POST", headers: fieldsOf(message), body, signal: controller.signal })
      .then((response) => response.text())
      .catch(() => "gone");
    await rules.untilWaiting(1);
    controller.abort();
    expect(await gone).to.be.oneOf(["gone", ""]); // an answer it is not
    await rules.untilWaiting(0);
  });
});

onEveryFront("HTTP without the handshake revisions", stateless.build, ({ post }) => {
  it("[VER-12] [HDR-04] refuses a client that opens with initialize, naming its revision", async () => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "old", version: "1" },
    };
    const legacy = { "mcp-protocol-version": undefined, "mcp-method": undefined };
    const { status, reply } = await post({ jsonrpc: "2.0", id: 0, method: "initialize", params }, legacy);
    expect(status).to.equal(400);
    expect(reply.id).to.equal(0);
    expect(reply.error).to.eql({
      code: -32020,
      message: "The MCP-Protocol-Version header is missing; this server speaks 2026-07-28",
      data: { supported: ["2026-07-28"] },
    });
  });
});
