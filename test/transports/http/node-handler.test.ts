import http from "node:http";
import net from "node:net";
import { expect } from "chai";
import { describe, it } from "mocha";
import type { Logger } from "../../../src/logging/logger.js";
import type { HttpOptions } from "../../../src/transports/http/http-options.js";
import { createNodeHandler, type NodeHandler } from "../../../src/transports/http/node-handler.js";
import { FakePort, progress, until } from "../fake-port.js";
import { sendNode, serveNode, USUAL } from "./fronts.js";

const call = (method = "echo", params: unknown = null) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const answer = (result: unknown = null) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });

type Served = Awaited<ReturnType<typeof serveNode>> & { readonly server: FakePort };

async function withServer(
  options: HttpOptions,
  body: (served: Served) => Promise<void>,
  wrap = (handler: NodeHandler): NodeHandler => handler,
): Promise<void> {
  const server = new FakePort();
  const served = await serveNode(wrap(createNodeHandler(server, options)));
  try {
    await body({ ...served, server });
  } finally {
    await served.close();
  }
}

/** Sends bytes as they are and gives all that comes back, until the connection ends. */
function exchangeRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

const head = (...fields: string[]) =>
  ["POST /mcp HTTP/1.1", "Content-Type: application/json", ...fields, "", ""].join("\r\n");

describe("the node front: heads", () => {
  it("refuses a repeated Host, whichever comes first", async () => {
    await withServer({}, async ({ port, server, host }) => {
      for (const pair of [
        [`Host: ${host}`, "Host: evil.example"],
        ["hOST: localhost", `Host: ${host}`],
      ]) {
        const text = await exchangeRaw(port, `${head(...pair, "Content-Length: 2", "Connection: close")}{}`);
        expect(text).to.match(/^HTTP\/1\.1 40[03] /);
      }
      expect(server.received).to.deep.equal([]);
    });
  });

  it("hands the kernel every value of a field of the protocol that came several times, in any case", async () => {
    await withServer({}, async ({ port, server, host }) => {
      const body = call();
      const fields = [
        ["Mcp-Param-Region: a", "mcp-PARAM-region: b"],
        ["Mcp-Name: a, b", "X-Other: a", "X-Other: b"],
        ["Mcp-Method: ", "Mcp-Method: ", "Mcp-Method: x"],
        ["Accept: application/json", "Accept: text/event-stream", "MCP-Protocol-Version: 1"],
      ];
      for (const each of fields) {
        await exchangeRaw(
          port,
          head(`Host: ${host}`, ...each, `Content-Length: ${body.length}`, "Connection: close") + body,
        );
      }
      const seen = server.exchanges.map(({ headers }) => headers ?? {});
      expect(seen[0]?.["mcp-param-region"]).to.deep.equal(["a", "b"]);
      expect([seen[1]?.["mcp-name"], seen[1]?.["x-other"]]).to.deep.equal(["a, b", "a, b"]);
      expect(seen[2]?.["mcp-method"]).to.deep.equal(["", "", "x"]);
      expect([seen[3]?.accept, seen[3]?.["mcp-protocol-version"]]).to.deep.equal([
        "application/json, text/event-stream",
        "1",
      ]);
    });
  });

  it("takes the host from a target that names one, whatever stands in Host", async () => {
    await withServer({}, async ({ port, server, host }) => {
      const body = call();
      const send = async (target: string, ...fields: string[]) => {
        const start = head(...fields, `Content-Length: ${body.length}`, "Connection: close");
        const text = await exchangeRaw(port, start.replace("/mcp", target) + body);
        return Number(/^HTTP\/1\.1 (\d+) /.exec(text)?.[1]);
      };
      for (const target of [`http://${host}/mcp`, "HTTP://LOCALHOST./mcp?x=1", "http://[::1]:1"]) {
        expect(await send(target, "Host: evil.example"), target).to.equal(200);
      }
      for (const target of [
        "http://evil.example/mcp",
        "http://localhost@evil.example/mcp",
        "http://evil.example?http://localhost/mcp",
        "http://localhost:99999/mcp",
        "http:///mcp",
      ]) {
        expect(await send(target, `Host: ${host}`), target).to.equal(403);
      }
      expect(server.refused).to.deep.equal(new Array(5).fill("ERR_HTTP_HOST"));
      expect(await send(`http://${host}/mcp`, "Host: localhost", `Host: ${host}`)).to.be.oneOf([400, 403]);
      expect(server.received).to.have.length(3);
    });
  });

  it("compares an origin with the host that the target names", async () => {
    await withServer({}, async ({ port, host }) => {
      const body = call();
      for (const [origin, status] of [
        [`http://${host}`, "200"],
        ["http://evil.example", "403"],
      ]) {
        const fields = ["Host: evil.example", `Origin: ${origin}`, `Content-Length: ${body.length}`];
        const start = head(...fields, "Connection: close").replace("/mcp", `http://${host}/mcp`);
        expect(await exchangeRaw(port, start + body)).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      }
    });
  });

  it("refuses a missing Host", async () => {
    await withServer({}, async ({ port, server }) => {
      const text = await exchangeRaw(port, "POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\n\r\n");
      expect(text).to.match(/^HTTP\/1\.1 403 /);
      expect(server.refused).to.deep.equal(["ERR_HTTP_HOST"]);
    });
  });

  it("keeps the connection for the next request, after a refusal too", async () => {
    await withServer({}, async ({ port, host }) => {
      const body = call();
      const one = head(`Host: ${host}`, `Content-Length: ${body.length}`) + body;
      const get = `GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const last = head(`Host: ${host}`, "Connection: close", `Content-Length: ${body.length}`) + body;
      const text = await exchangeRaw(port, one + get + last);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      expect(statuses).to.deep.equal(["200", "405", "200"]);
    });
  });
});

describe("the node front: bodies", () => {
  it("refuses a body by its announced length, before any of it has come", async () => {
    await withServer({}, async ({ port, server, host }) => {
      const text = await exchangeRaw(port, head(`Host: ${host}`, "Content-Length: 5000000000"));
      expect(text).to.match(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i);
      expect(server.refused).to.deep.equal(["ERR_HTTP_BODY_SIZE"]);
    });
  });

  it("counts a body without a length while it comes, answers 413 and closes the connection", async () => {
    await withServer({}, async ({ port, server, host }) => {
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
      const text = await exchangeRaw(
        port,
        `${head(`Host: ${host}`, "Transfer-Encoding: chunked")}${chunk.repeat(80)}0\r\n\r\n`,
      );
      expect(text).to.match(/^HTTP\/1\.1 413 /);
      expect(text).to.contain('"message":"The body is larger than 4194304 bytes"');
      expect(server.received).to.deep.equal([]);
    });
  });

  it("closes on a client that never stops sending", async () => {
    await withServer({ maxBodyBytes: 1000 }, async ({ port, host }) => {
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
      const text = await exchangeRaw(
        port,
        head(`Host: ${host}`, "Transfer-Encoding: chunked") + chunk.repeat(8),
      );
      expect(text).to.match(/^HTTP\/1\.1 413 /);
    });
  });

  it("survives a body that is broken off, by FIN and by RST, and never answers 500", async () => {
    await withServer({}, async ({ port, server, host }) => {
      const half = `${head(`Host: ${host}`, "Content-Length: 100")}{"half":`;
      const fin = net.connect(port, "127.0.0.1", () => fin.end(half));
      let text = "";
      for await (const chunk of fin) text += String(chunk);
      expect(text).not.to.contain(" 500 ");
      const rst = net.connect(port, "127.0.0.1", () => rst.write(half, () => rst.resetAndDestroy()));
      await until(() => server.refused.length === 2);
      expect(server.refused).to.deep.equal(["ERR_HTTP_BODY_ABORTED", "ERR_HTTP_BODY_ABORTED"]);
      expect((await sendNode(port, { body: call() })).status).to.equal(200);
    });
  });

  it("joins a body that comes in pieces, through the middle of a character", async () => {
    await withServer({}, async ({ port }) => {
      const bytes = Buffer.from(call("echo", "世界"));
      const text = await new Promise<string>((resolve) => {
        const request = http.request(
          { port, host: "127.0.0.1", method: "POST", headers: USUAL },
          (response) => {
            response.setEncoding("utf8").on("data", resolve);
          },
        );
        const at = bytes.indexOf("世") + 1;
        request.write(bytes.subarray(0, at), () => setImmediate(() => request.end(bytes.subarray(at))));
      });
      expect(text).to.equal(answer("世界"));
    });
  });
});

describe("the node front: behind a body parser", () => {
  const parsing =
    (parse: (bytes: Buffer) => unknown) =>
    (handler: NodeHandler): NodeHandler =>
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        Object.assign(request, { body: parse(Buffer.concat(chunks)) });
        handler(request, response);
      });
    };

  it("takes the value, the text or the bytes that the parser left in request.body", async () => {
    const parsers: readonly ((bytes: Buffer) => unknown)[] = [
      (bytes) => JSON.parse(String(bytes)),
      String,
      (b) => b,
    ];
    for (const [index, parse] of parsers.entries()) {
      const body = call("echo", "世界");
      const handed = index === 0 ? `parsed ${body}` : body;
      await withServer(
        {},
        async ({ port, server }) => {
          expect((await sendNode(port, { body })).text).to.equal(answer("世界"));
          expect(server.received).to.deep.equal([handed]);
        },
        parsing(parse),
      );
    }
  });

  it("says what is wrong where the body was read and nothing was left", async () => {
    await withServer(
      {},
      async ({ port, server }) => {
        const { status, text } = await sendNode(port, { body: call() });
        expect(status).to.equal(500);
        expect(text).to.contain(
          "something ahead of this server read the body and left nothing in request.body",
        );
        expect(server.refused).to.deep.equal(["ERR_HTTP_BODY_READ"]);
      },
      parsing(() => undefined),
    );
  });

  it("[TRAN-01] refuses bytes that are not UTF-8 there too", async () => {
    await withServer(
      {},
      async ({ port, server }) => {
        await sendNode(port, { body: Buffer.from([0x22, 0xff, 0x22]) });
        expect(server.refused).to.deep.equal(["ERR_WIRE_UTF8"]);
      },
      parsing((bytes) => bytes),
    );
  });

  it("reads a body itself that a parser passed over, whatever stands in request.body", async () => {
    await withServer(
      {},
      async ({ port }) => {
        expect((await sendNode(port, { body: call() })).text).to.equal(answer());
      },
      (handler) => (request, response) => handler(Object.assign(request, { body: {} }), response),
    );
  });
});

/** Sends a request and leaves when the server has it. */
async function leave(port: number, server: FakePort, method: string, params: unknown = null): Promise<void> {
  const request = http.request({ port, host: "127.0.0.1", method: "POST", headers: USUAL });
  request.on("error", () => {});
  request.end(call(method, params));
  await until(() => server.exchanges.length > 0);
  request.destroy();
}

describe("the node front: a client that leaves", () => {
  it("[CANC-04] stops the request that it waited for, and sends nothing for it", async () => {
    await withServer({}, async ({ port, server }) => {
      await leave(port, server, "hang");
      await until(() => server.stopped.length === 1);
      expect(server.stopped).to.deep.equal(["1: left"]);
      expect(server.exchanges[0]?.closed).to.equal(true);
      server.exchanges[0]?.send(progress(1));
    });
  });

  it("[HTTP-31] stops a request that streams, and writes no keep-alive after it", async () => {
    await withServer({ keepAliveMs: 1 }, async ({ port, server }) => {
      await leave(port, server, "hold");
      const exchange = server.exchanges[0];
      exchange?.send(progress(1));
      await until(() => exchange?.closed === true);
      let told = 0;
      exchange?.onClose(() => void told++);
      expect(told).to.equal(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      server.release();
    });
  });

  it("is told of once, by everybody who asked, and not after the reply", async () => {
    await withServer({}, async ({ port, server }) => {
      const told: string[] = [];
      const gone = leave(port, server, "hold");
      await until(() => server.exchanges.length === 1);
      server.exchanges[0]?.onClose(() => void told.push("first"));
      server.exchanges[0]?.onClose(() => void told.push("second"));
      await gone;
      await until(() => told.length === 2);
      const answered = sendNode(port, { body: call("hold") });
      await until(() => server.exchanges.length === 2);
      server.exchanges[1]?.onClose(() => void told.push("wrong"));
      server.release();
      await answered;
      await until(() => server.exchanges[1]?.closed === true);
      expect(told).to.deep.equal(["first", "second"]);
    });
  });

  it("listens to nothing on the response until somebody asks", async () => {
    let count: number | undefined;
    await withServer(
      {},
      async ({ port, server }) => {
        const answered = sendNode(port, { body: call("hold") });
        await until(() => server.exchanges.length === 1);
        server.release();
        await answered;
      },
      (handler) => (request, response) => {
        const before = response.listenerCount("close");
        handler(request, response);
        count = response.listenerCount("close") - before;
      },
    );
    expect(count).to.equal(0);
  });
});

describe("the node front: streams", () => {
  it("[HTTP-25] keeps an idle stream open with comments, and not where they are turned off", async () => {
    await withServer({ keepAliveMs: 1 }, async ({ port, server }) => {
      const done = sendNode(port, { body: call("hold") });
      await until(() => server.exchanges.length === 1);
      server.exchanges[0]?.send(progress(1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      server.release();
      expect((await done).text).to.match(/^data: [^\n]+\n\n(?::\n\n)+data: [^\n]+\n\n$/);
    });
    await withServer({ keepAliveMs: 0 }, async ({ port, server }) => {
      const done = sendNode(port, { body: call("hold") });
      await until(() => server.exchanges.length === 1);
      server.exchanges[0]?.send(progress(1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      server.release();
      expect((await done).text).to.equal(`data: ${progress(1)}\n\ndata: ${answer()}\n\n`);
    });
  });

  async function stall(options: HttpOptions, act: (server: FakePort) => void): Promise<string[]> {
    const warnings: string[] = [];
    const ignore = () => {};
    const warn: Logger["warn"] = (_fields, message) => void warnings.push(message);
    const logger = { debug: ignore, info: ignore, warn, error: ignore };
    await withServer({ ...options, logger }, async ({ port, server, host }) => {
      const body = call("hang");
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.pause();
      socket.write(head(`Host: ${host}`, `Content-Length: ${body.length}`) + body);
      await until(() => server.exchanges.length === 1);
      act(server);
      await until(() => server.stopped.length === 1);
      expect(server.stopped).to.deep.equal(["1: left"]);
      socket.destroy();
    });
    return warnings;
  }
  const warning = "A client does not read its stream; it is ended";

  it("ends a client that reads nothing when its queue is full", async () => {
    const frame = progress(1).padEnd(65_536);
    const warnings = await stall({ keepAliveMs: 0 }, (server) => {
      for (let count = 0; count < 1000; count++) server.exchanges[0]?.send(frame);
    });
    expect(warnings).to.deep.equal([warning]);
  });

  it("ends a client that took nothing between two keep-alives", async () => {
    const warnings = await stall({ keepAliveMs: 10, maxQueuedBytes: 1_073_741_824 }, (server) => {
      for (let count = 0; count < 500; count++) server.exchanges[0]?.send(progress(1).padEnd(65_536));
    });
    expect(warnings).to.deep.equal([warning]);
  });
});
