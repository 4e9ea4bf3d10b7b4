import http from "node:http";
import net from "node:net";
import { expect } from "chai";
import { describe, it } from "mocha";
import { BlazonError } from "../../../src/errors/blazon-error.js";
import type { Refusal } from "../../../src/errors/refusal.js";
import type { Logger } from "../../../src/logging/logger.js";
import { type HttpListener, type ListenOptions, listen } from "../../../src/transports/http/listen.js";
import { createNodeHandler } from "../../../src/transports/http/node-handler.js";
import { FakePort, progress, until } from "../fake-port.js";
import { sendNode, USUAL } from "./fronts.js";

const call = (method = "echo") => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: null });

async function withListener(
  options: ListenOptions,
  body: (listener: HttpListener, server: FakePort) => Promise<void>,
): Promise<void> {
  const server = new FakePort();
  const listener = await listen(createNodeHandler(server), options);
  try {
    await body(listener, server);
  } finally {
    await listener.close();
  }
}

const get = (url: string, init: RequestInit = {}) =>
  fetch(url, { headers: { connection: "close" }, ...init });

/** Whether anybody listens there. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

describe("listening", () => {
  it("[HTTP-01] [HTTP-05] serves /mcp on a free port of the loopback address", async () => {
    await withListener({}, async ({ url, port }) => {
      expect(url).to.equal(`http://127.0.0.1:${port}/mcp`);
      const response = await get(url, { method: "POST", headers: USUAL, body: call() });
      expect(await response.json()).to.deep.equal({ jsonrpc: "2.0", id: 1, result: null });
    });
  });

  it("[HTTP-35] answers 404 in plain text elsewhere, and tells of it", async () => {
    const refused: string[] = [];
    const refuse = ({ code }: Refusal) => refused.push(code);
    await withListener({ path: "/api/mcp", refuse }, async ({ url, port }) => {
      for (const path of ["/", "/mcp", "/api/mcp/", "/api/mcpx", "/API/mcp", "//api/mcp"]) {
        const response = await get(`http://127.0.0.1:${port}${path}`, { method: "POST", body: call() });
        expect(response.status, path).to.equal(404);
        expect(response.headers.get("content-type")).to.equal("text/plain; charset=utf-8");
        expect(await response.text()).to.equal("Not found");
      }
      expect(refused).to.deep.equal(new Array(6).fill("ERR_HTTP_PATH"));
      expect((await get(`${url}?a=1`, { method: "POST", headers: USUAL, body: call() })).status).to.equal(
        200,
      );
    });
  });

  it("[HTTP-01] takes a target in absolute-form for the path in it, on every route", async () => {
    await withListener({}, async ({ url, port }, server) => {
      const get = (method: string, path: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const options = { port, host: "127.0.0.1", method, path, headers: USUAL, agent: false };
          const sent = http.request(options, (response) => resolve(response.resume().statusCode));
          sent.on("error", reject);
          sent.end(method === "POST" ? call() : undefined);
        });
      const origin = new URL(url).origin;
      for (const target of [url, `${url}?a=/x`, url.replace("http", "HTTP"), url.replace("http", "https")]) {
        expect(await get("POST", target), target).to.equal(200);
      }
      expect(server.received).to.deep.equal(new Array(4).fill(call()));
      expect(await get("GET", `${origin}/readyz`)).to.equal(200);
      for (const target of [
        origin,
        `${origin}/`,
        `${origin}?/mcp`,
        `${origin}/mcp/`,
        `ftp:${url.slice(5)}`,
      ]) {
        expect(await get("POST", target), target).to.equal(404);
      }
      expect(await get("OPTIONS", "*")).to.equal(404);
    });
  });

  it("checks the host of a connection over loopback where it listens on every address (E01)", async () => {
    await withListener({ host: "0.0.0.0" }, async ({ port }, server) => {
      for (const [host, status] of [
        ["evil.example", 403],
        [`evil.example:${port}`, 403],
        [`LOCALHOST.:${port}`, 200],
      ] as const) {
        expect((await sendNode(port, { body: call(), headers: { host } })).status, host).to.equal(status);
      }
      expect(server.refused).to.deep.equal(["ERR_HTTP_HOST", "ERR_HTTP_HOST"]);
    });
  });

  it("answers its health paths under any host, and to GET and HEAD alone", async () => {
    await withListener({}, async ({ port }) => {
      for (const path of ["/healthz", "/readyz"]) {
        const url = `http://127.0.0.1:${port}${path}`;
        expect(await (await get(url)).text()).to.equal("ok");
        expect((await get(url, { method: "HEAD" })).status).to.equal(200);
        const refused = await get(url, { method: "POST" });
        expect(refused.status).to.equal(405);
        expect(refused.headers.get("allow")).to.equal("GET, HEAD");
        const status = await new Promise((resolve) => {
          const headers = { host: "evil.example" };
          http.get(url, { headers, agent: false }, (response) => resolve(response.resume().statusCode));
        });
        expect(status).to.equal(200);
      }
    });
  });

  it("serves the routes it is given ahead of the host check", async () => {
    const routes = new Map([
      [
        "/.well-known/x",
        (_: http.IncomingMessage, response: http.ServerResponse) => void response.end("here"),
      ],
    ]);
    await withListener({ routes }, async ({ port }) => {
      expect(await (await get(`http://127.0.0.1:${port}/.well-known/x`)).text()).to.equal("here");
    });
  });

  it("says who to ask where the address is taken or not this machine's", async () => {
    await withListener({}, async ({ port }) => {
      const taken: unknown = await listen(() => {}, { port }).catch((error: unknown) => error);
      expect(taken).to.be.instanceOf(BlazonError).with.property("code", "ERR_LISTEN");
      expect((taken as BlazonError).message).to.equal(
        `ERR_LISTEN: The server cannot listen on 127.0.0.1:${port}: another program listens there. ` +
          "Fix: Stop it, or give another `port` (0 takes one that is free).",
      );
    });
    const foreign: unknown = await listen(() => {}, { host: "192.0.2.1" }).catch((error: unknown) => error);
    expect(foreign).to.be.instanceOf(BlazonError).with.property("code", "ERR_LISTEN");
    expect((foreign as BlazonError).message).to.contain("this machine has no such address");
  });

  const wrong: readonly (readonly [string, ListenOptions])[] = [
    ["port", { port: 65_536 }],
    ["port", { port: "3000" as unknown as number }],
    ["drainMs", { drainMs: Number.NaN }],
    ["path", { path: "mcp" }],
    ["path", { path: "/mcp?x" }],
    ["path", { path: "/ö" }],
  ];
  for (const [option, options] of wrong) {
    it(`refuses ${JSON.stringify(options)} before it listens`, async () => {
      const error: unknown = await listen(() => {}, options).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(BlazonError).with.property("code", "ERR_OPTION_INVALID");
      expect((error as BlazonError).message).to.match(new RegExp(`^ERR_OPTION_INVALID: ${option} is `));
    });
  }

  it("warns where other machines can reach it under any name, and only there", async () => {
    const ignore = () => {};
    const open: readonly (readonly [ListenOptions, number])[] = [
      [{ host: "0.0.0.0" }, 1],
      [{ host: "0.0.0.0", hosts: ["a.example"] }, 0],
      [{ host: "0.0.0.0", publicUrl: "https://a.example" }, 0],
      [{ host: "localhost" }, 0],
      [{}, 0],
    ];
    for (const [options, count] of open) {
      const warnings: string[] = [];
      const warn: Logger["warn"] = (_fields, message) => void warnings.push(message);
      const logger = { debug: ignore, info: ignore, warn, error: ignore };
      await withListener({ ...options, logger }, async () => {});
      expect(warnings, JSON.stringify(options)).to.have.length(count);
      if (count === 1) expect(warnings[0]).to.match(/set `hosts` or `publicUrl`/);
    }
  });
});

describe("closing a listener", () => {
  it("lets a running call finish, takes no new connection, and closes idle ones", async () => {
    await withListener({ drainMs: 60_000 }, async (listener, server) => {
      const agent = new http.Agent({ keepAlive: true });
      const idle = await new Promise<net.Socket>((resolve) => {
        http.get(`http://127.0.0.1:${listener.port}/readyz`, { agent }, (response) => {
          const { socket } = response;
          response.resume().on("end", () => resolve(socket));
        });
      });
      const running = sendNode(listener.port, { body: call("hold") });
      await until(() => server.exchanges.length === 1);
      let over = false;
      const closing = listener.close().then(() => {
        over = true;
      });
      expect(await isOpen(listener.port)).to.equal(false);
      await until(() => idle.destroyed);
      expect(over).to.equal(false);
      server.release();
      expect((await running).text).to.equal('{"jsonrpc":"2.0","id":1,"result":null}');
      await closing;
      agent.destroy();
    });
  });

  it("cuts what is still open at the deadline, and cancels it", async () => {
    await withListener({ drainMs: 20 }, async (listener, server) => {
      const running = sendNode(listener.port, { body: call("hang") }).catch((error: Error) => error);
      await until(() => server.exchanges.length === 1);
      server.exchanges[0]?.send(progress(1));
      await listener.close();
      expect(await running).to.be.instanceOf(Error);
      await until(() => server.stopped.length === 1);
    });
  });

  it("closes a kept connection when the call on it is done", async () => {
    await withListener({ drainMs: 60_000 }, async (listener, server) => {
      const agent = new http.Agent({ keepAlive: true });
      const done = new Promise((resolve) => {
        const options = {
          port: listener.port,
          host: "127.0.0.1",
          path: "/mcp",
          method: "POST",
          headers: USUAL,
          agent,
        };
        http.request(options, (response) => response.resume().on("end", resolve)).end(call("hold"));
      });
      await until(() => server.exchanges.length === 1);
      const closing = listener.close();
      server.release();
      await done;
      await closing;
      agent.destroy();
    });
  });

  it("is one closing, however often it is asked for", async () => {
    await withListener({}, async (listener) => {
      expect(listener.close()).to.equal(listener.close());
      await listener.close();
    });
  });
});
