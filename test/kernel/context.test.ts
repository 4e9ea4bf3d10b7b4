import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as told from "./context-server.js";

onEveryTransport("what a handler is told of its request", told, ({ send, transport }) => {
  it("has the header fields of HTTP and none elsewhere, and cannot change them", async () => {
    const { reply } = await send(request("tools/call", { name: "headers" }));
    const { content = [] } = (reply?.result ?? {}) as { content?: readonly { text: string }[] };
    const heard = JSON.parse(String(content[0]?.text));
    expect(heard.refused).to.eql([true, true, true]);
    if (transport.http) {
      expect(heard.accept).to.equal("application/json, text/event-stream");
      expect(heard.names).to.include.members([
        "content-type",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
      ]);
      for (const name of heard.names) expect(name).to.equal(name.toLowerCase());
    } else expect(heard).to.eql({ refused: [true, true, true], names: [], accept: null });
  });

  it("[LOG-09] may be logged to its client 256 times a turn, and again in the next", async () => {
    const { frames } = await send(
      request("tools/call", { name: "floods" }, { "io.modelcontextprotocol/logLevel": "debug" }),
    );
    const words = frames.slice(0, -1).map(({ params }) => (params as JsonObject).data);
    expect(words).to.eql([...new Array(256).fill("first"), ...new Array(256).fill("second")]);
  });
});
