import { expect } from "chai";
import { describe, it } from "mocha";
import { createMemoryLink } from "../../../src/transports/memory/memory-link.js";
import { FakePort, progress, until } from "../fake-port.js";

const call = (id: number, method = "echo", params: unknown = null) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("a link in memory", () => {
  it("answers objects and text alike, and records every frame in order", async () => {
    const seen: unknown[] = [];
    const link = createMemoryLink(new FakePort(), { onFrame: (frame) => void seen.push(frame) });
    const first = await link.send(call(1, "notify", 1));
    const second = await link.send('{"jsonrpc":"2.0","id":2,"method":"page"}');
    expect(first).to.deep.equal({ jsonrpc: "2.0", id: 1, result: 1 });
    expect(second).to.deep.equal({ jsonrpc: "2.0", id: 2, result: { tools: ["世界"] } });
    expect(link.frames).to.deep.equal([JSON.parse(progress(1)), first, second]);
    expect(seen).to.deep.equal(link.frames);
  });

  it("shares no object between the two sides", async () => {
    const port = new FakePort();
    const params = { list: [1] };
    const reply = await createMemoryLink(port).send(call(1, "echo", params));
    expect(port.received).to.deep.equal([JSON.stringify(call(1, "echo", params))]);
    expect(reply?.result).to.deep.equal(params);
    expect(reply?.result === params).to.equal(false);
  });

  it("resolves with undefined for a notification", async () => {
    const link = createMemoryLink(new FakePort());
    expect(await link.send({ jsonrpc: "2.0", method: "notifications/nothing" })).to.equal(undefined);
    expect(link.frames).to.deep.equal([]);
  });

  it("[CANC-11] stops a request, and sends nothing for it", async () => {
    const port = new FakePort();
    const link = createMemoryLink(port);
    const running = link.send(call(7, "hang"));
    link.cancel(7, "enough");
    expect(await running).to.equal(undefined);
    expect(port.received[1]).to.equal(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"enough"}}',
    );
    expect(port.stopped).to.deep.equal(["7: asked to"]);
    expect(link.frames).to.deep.equal([]);
  });

  it("[CANC-04] cancels what runs when it is closed, and takes nothing any more", async () => {
    const port = new FakePort();
    const link = createMemoryLink(port);
    const running = link.send(call(1, "hang"));
    const late = link.send(call(2, "hold"));
    await until(() => port.exchanges.length === 2);
    link.close();
    port.release();
    expect(await running).to.equal(undefined);
    expect(await late).to.equal(undefined);
    expect(await link.send(call(3))).to.equal(undefined);
    expect(port.stopped).to.deep.equal(["1: The connection is closed"]);
    expect(port.received).to.have.length(2);
    expect(link.frames).to.deep.equal([]);
  });
});
