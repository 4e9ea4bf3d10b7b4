import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Server } from "blazon";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { replay } from "./fuzz.js";
import { build } from "./fuzz-server.js";
import { findResponse } from "./http-response.js";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

describe("a short run of the fuzzer", () => {
  const cases = Array.from({ length: 60 }, (_, index) => index);
  for (const transport of ["stdio", "http"] as const) {
    it(`finds nothing over ${transport}`, async () => {
      expect(await replay(transport, 1, cases)).to.eql([]);
    }).timeout(60_000);
  }
});

/** Found over HTTP: refused by its head alone, the body still on its way, the answer was lost in a reset. */
describe("a refusal ahead of the body, on a connection that closes", () => {
  let server: Server;
  let port: number;
  before(async () => {
    server = await build({ logger: SILENT });
    ({ port } = await server.listen({ signals: false }));
  });
  after(() => server.close());

  const refused: readonly [title: string, line: string, field: string, status: number][] = [
    ["a method that is not served", "DELETE /mcp", "x-a: b", 405],
    ["a foreign host", "POST /mcp", "host: evil.example", 403],
    ["a foreign origin", "POST /mcp", "origin: https://evil.example", 403],
    ["another content type", "POST /mcp", "content-type: text/plain", 415],
    ["a compressed body", "POST /mcp", "content-type: application/json\r\ncontent-encoding: gzip", 415],
  ];
  for (const [title, line, field, status] of refused) {
    for (const framing of ["content-length: 20000", "transfer-encoding: chunked"]) {
      it(`reaches a client that goes on sending: ${title}, ${framing}`, async () => {
        const host = field.startsWith("host") ? "" : "host: localhost\r\n";
        const socket = connect(port, "127.0.0.1");
        const errors: unknown[] = [];
        const received: Buffer[] = [];
        socket.on("error", (error) => errors.push(error)).on("data", (bytes) => received.push(bytes));
        const closed = once(socket, "close");
        socket.write(`${line} HTTP/1.1\r\n${host}${field}\r\nconnection: close\r\n${framing}\r\n\r\n`);
        await once(socket, "data");
        const isChunked = framing.startsWith("transfer");
        for (let part = 0; part < 20; part++) {
          socket.write(isChunked ? `3e8\r\n${"x".repeat(1000)}\r\n` : "x".repeat(1000));
          await turn();
        }
        if (isChunked) socket.write("0\r\n\r\n");
        await closed;
        expect(errors).to.eql([]);
        expect(findResponse(Buffer.concat(received), "POST")).to.include({ status, isComplete: true });
      });
    }
  }
});
