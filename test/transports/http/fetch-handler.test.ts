import { expect } from "chai";
import { describe, it } from "mocha";
import { BlazonError } from "../../../src/errors/blazon-error.js";
import { createFetchHandler } from "../../../src/transports/http/fetch-handler.js";
import { FakePort, progress, until } from "../fake-port.js";
import { USUAL } from "./fronts.js";

const call = (method = "echo", params: unknown = null) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const request = (init: RequestInit & { duplex?: "half" } = {}) =>
  new Request("http://localhost:3000/mcp", { method: "POST", headers: USUAL, ...init });

describe("the fetch front", () => {
  it("is not made without hosts, a public URL or the word that any will do", () => {
    expect(() => createFetchHandler(new FakePort(), {}))
      .to.throw(BlazonError, /^ERR_OPTION_INVALID: hosts is missing: .* or say hosts: "any"\.$/)
      .with.property("code", "ERR_OPTION_INVALID");
    createFetchHandler(new FakePort(), { hosts: "any" });
    createFetchHandler(new FakePort(), { publicUrl: "https://mcp.example.com" });
  });

  it("takes the host of the URL where there is no Host field", async () => {
    const served = await createFetchHandler(new FakePort(), { hosts: ["localhost"] })(
      request({ body: call() }),
    );
    expect(served.status).to.equal(200);
    const refused = await createFetchHandler(new FakePort(), { hosts: ["a.example"] })(
      request({ body: call() }),
    );
    expect(refused.status).to.equal(403);
  });

  it("gives the response of a stream before its answer is there", async () => {
    const port = new FakePort();
    const pending = createFetchHandler(port, { hosts: "any" })(request({ body: call("hold") }));
    await until(() => port.exchanges.length === 1);
    port.exchanges[0]?.send(progress(1));
    const response = await pending;
    expect(response.headers.get("content-type")).to.equal("text/event-stream");
    port.release();
    expect(await response.text()).to.equal(
      `data: ${progress(1)}\n\ndata: {"jsonrpc":"2.0","id":1,"result":null}\n\n`,
    );
  });

  it("[HTTP-31] stops the request when its stream is cancelled, and takes no frame after it", async () => {
    const port = new FakePort();
    const pending = createFetchHandler(port, { hosts: "any" })(request({ body: call("hang") }));
    await until(() => port.exchanges.length === 1);
    port.exchanges[0]?.send(progress(1));
    await (await pending).body?.cancel();
    await until(() => port.stopped.length === 1);
    port.exchanges[0]?.send(progress(2));
    expect(port.exchanges[0]?.closed).to.equal(true);
    expect(port.stopped).to.deep.equal(["1: left"]);
  });

  it("[CANC-04] stops the request when its signal aborts, streaming or not, and settles either way", async () => {
    for (const streams of [true, false]) {
      const port = new FakePort();
      const controller = new AbortController();
      const { signal } = controller;
      const pending = createFetchHandler(port, { hosts: "any" })(request({ body: call("hang"), signal }));
      await until(() => port.exchanges.length === 1);
      if (streams) port.exchanges[0]?.send(progress(1));
      controller.abort();
      const response = await pending;
      expect(port.stopped).to.deep.equal(["1: left"]);
      expect(response.status).to.equal(streams ? 200 : 499);
      if (streams) expect(await response.text().catch((error: Error) => error.name)).to.equal("AbortError");
    }
  });

  it("answers 400 where the body ends early, and 500 where somebody has read it", async () => {
    const port = new FakePort();
    const handler = createFetchHandler(port, { hosts: "any" });
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect((await handler(request({ body, duplex: "half" }))).status).to.equal(400);
    const read = request({ body: call() });
    await read.text();
    expect((await handler(read)).status).to.equal(500);
    expect(port.refused).to.deep.equal(["ERR_HTTP_BODY_ABORTED", "ERR_HTTP_BODY_READ"]);
  });

  it("stops reading a body that goes on beyond the limit", async () => {
    let pulled = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1000));
      },
      cancel() {
        cancelled = true;
      },
    });
    const handler = createFetchHandler(new FakePort(), { hosts: "any", maxBodyBytes: 2500 });
    expect((await handler(request({ body, duplex: "half" }))).status).to.equal(413);
    expect(pulled).to.be.lessThan(6);
    expect(cancelled).to.equal(true);
  });

  it("ends the stream of a client that reads nothing when its queue is full", async () => {
    const port = new FakePort();
    const pending = createFetchHandler(port, { hosts: "any", maxQueuedBytes: 1000 })(
      request({ body: call("hang") }),
    );
    await until(() => port.exchanges.length === 1);
    for (let count = 0; count < 100; count++) port.exchanges[0]?.send(progress(count));
    expect(port.stopped).to.deep.equal(["1: left"]);
    const failure = await (await pending).text().catch((error: Error) => error.message);
    expect(failure).to.contain("does not read its stream");
  });

  it("gives header fields that are no members of every object", async () => {
    const port = new FakePort();
    const headers = { ...USUAL, constructor: "x" };
    await createFetchHandler(port, { hosts: "any" })(request({ body: call(), headers }));
    const fields = port.exchanges[0]?.headers;
    expect(fields?.constructor).to.equal("x");
    expect(fields?.toString).to.equal(undefined);
  });
});
