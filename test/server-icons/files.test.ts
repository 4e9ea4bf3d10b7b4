import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { BlazonError, createServer, type Logger, type Server } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { fieldsOf } from "../http/fronts.js";
import { request } from "../support/link.js";
import { rejectionOf } from "../support/rejection.js";
import { drawing } from "./drawings.js";
import { OPTIONS } from "./gallery-server.js";

const PUBLIC = { ...OPTIONS, publicUrl: "https://icons.example/desk/mcp" };

interface WireIcon {
  readonly src: string;
  readonly mimeType: string;
}

interface Front {
  readonly server: Server;
  send(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Response>;
  close(): Promise<void>;
}

async function onListen(): Promise<Front> {
  const server = await createServer(PUBLIC);
  const { url } = await server.listen({ port: 0, signals: false });
  return { server, send: (path, init) => fetch(new URL(path, url), init), close: () => server.close() };
}

/** Mounted as frameworks do it: with the mount path cut off from the URL, and the whole beside it. */
async function onMount(): Promise<Front> {
  const server = await createServer(PUBLIC);
  const handler = server.nodeHandler;
  const outer = createHttpServer((req: IncomingMessage & { originalUrl?: string }, res) => {
    req.originalUrl = req.url ?? "";
    req.url = req.originalUrl.replace(/^\/(?:mcp|icons)/, "") || "/";
    handler(req, res);
  });
  await once(outer.listen(0, "127.0.0.1"), "listening");
  const { port } = outer.address() as AddressInfo; // it listens on a port
  return {
    server,
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    close: async () => {
      outer.close();
      outer.closeAllConnections();
      await server.close();
    },
  };
}

async function onFetch(): Promise<Front> {
  const server = await createServer(PUBLIC);
  return {
    server,
    send: (path, init) => server.fetch(new Request(`http://localhost${path}`, init)),
    close: () => server.close(),
  };
}

for (const [name, open] of [
  ["listen", onListen],
  ["a mounted nodeHandler", onMount],
  ["fetch", onFetch],
] as const) {
  describe(`icons as files, by ${name}`, () => {
    let front: Front;
    let icons: readonly WireIcon[];

    before(async () => {
      front = await open();
      await using client = await connect(front.server);
      const tools = await client.listTools();
      icons = tools.flatMap((tool) => (tool.icons as readonly WireIcon[] | undefined) ?? []);
    });
    after(() => front.close());

    const own = () => icons.filter(({ src }) => src.startsWith("https://icons.example/"));
    const pathOf = ({ src }: WireIcon) => new URL(src).pathname;

    it("[ICON-02] [ICON-14] have URLs of the server's own origin, named for what they hold", async () => {
      expect(own()).to.have.length(9);
      for (const icon of own()) {
        const [, sha256, extension] = /^\/icons\/([0-9a-f]{64})\.(png|svg)$/.exec(pathOf(icon)) ?? [];
        const response = await front.send(pathOf(icon));
        expect(response.status).to.equal(200);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(createHash("sha256").update(bytes).digest("hex")).to.equal(sha256);
        expect(icon.mimeType).to.equal(extension === "png" ? "image/png" : "image/svg+xml");
        expect(response.headers.get("content-type")).to.equal(icon.mimeType);
        expect(response.headers.get("content-length")).to.equal(String(bytes.length));
      }
    });

    it("may be kept for ever, are shown to any origin, and run nothing", async () => {
      const [icon] = own();
      const { headers } = await front.send(pathOf(icon as WireIcon), {
        headers: { origin: "https://anybody.example" },
      });
      expect(headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
      expect(headers.get("access-control-allow-origin")).to.equal("*");
      expect(headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
      expect(headers.get("content-security-policy")).to.equal("default-src 'none'; sandbox");
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
      expect(headers.has("access-control-allow-credentials")).to.equal(false);
      expect(headers.has("set-cookie")).to.equal(false);
    });

    it("have the same head without their bytes", async () => {
      const path = pathOf(own()[0] as WireIcon);
      const [got, head] = [await front.send(path), await front.send(path, { method: "HEAD" })];
      expect(head.status).to.equal(200);
      expect(await head.text()).to.equal("");
      for (const field of ["content-type", "content-length", "cache-control", "x-content-type-options"])
        expect(head.headers.get(field), field).to.equal(got.headers.get(field));
    });

    it("are read, and nothing else", async () => {
      const path = pathOf(own()[0] as WireIcon);
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
        const response = await front.send(path, { method, ...(method === "POST" && { body: "{}" }) });
        expect(response.status, method).to.equal(405);
        expect(response.headers.get("allow")).to.equal("GET, HEAD");
      }
    });

    it("are all that is below their folder", async () => {
      const path = pathOf(own()[0] as WireIcon);
      for (const other of [
        "/icons/",
        "/icons/..%2f..%2fpackage.json",
        `${path}.map`,
        path.replace(/[0-9a-f]{64}/, (name) => name.toUpperCase()),
        path.replace(/.{4}\.png$/, "0000.png"),
        "/icons/__proto__",
      ]) {
        const response = await front.send(other);
        expect(response.status, other).to.equal(404);
        expect(await response.text()).to.equal("Not found");
        expect(response.headers.get("cache-control")).to.equal("no-store");
      }
      expect((await front.send(`${path}?v=1`)).status).to.equal(200);
    });

    it("leave messages alone", async () => {
      const message = request("server/discover");
      const response = await front.send("/mcp", {
        method: "POST",
        headers: fieldsOf(message),
        body: JSON.stringify(message),
      });
      expect(response.status).to.equal(200);
      expect((await front.send("/mcp")).status).to.equal(405);
    });
  });
}

describe("icons as files", () => {
  it("are not served under a host that is not", async () => {
    const server = await createServer(PUBLIC);
    const { url } = await server.listen({ port: 0, signals: false });
    try {
      await using client = await connect(server);
      const [tool] = await client.listTools();
      const [icon] = (tool?.icons ?? []) as readonly WireIcon[];
      const { pathname } = new URL(icon?.src ?? "");
      const statusFor = (host: string, path = pathname) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = requestHttp(url, { path, headers: { host } }, (response) => {
            response.resume();
            resolve(response.statusCode);
          });
          sent.on("error", reject).end();
        });
      expect(await statusFor("icons.example")).to.equal(200);
      expect(await statusFor("localhost")).to.equal(200);
      expect(await statusFor("rebound.example")).to.equal(403);
      // A target in absolute-form names the host that counts (RFC 9112 §3.2.2).
      expect(await statusFor("rebound.example", `http://icons.example${pathname}`)).to.equal(200);
      expect(await statusFor("icons.example", `http://rebound.example${pathname}`)).to.equal(403);
    } finally {
      await server.close();
    }
  });

  it("have the origin of publicUrl, whatever host a client names", async () => {
    const { hosts: _, ...options } = { ...PUBLIC, hosts: undefined };
    await using server = await createServer({ ...options, hosts: ["localhost", "evil.example"] });
    const message = request("tools/list");
    const response = await server.fetch(
      new Request("http://evil.example/mcp", {
        method: "POST",
        headers: { ...fieldsOf(message), host: "evil.example", "x-forwarded-host": "evil.example" },
        body: JSON.stringify(message),
      }),
    );
    expect(response.status).to.equal(200);
    const text = await response.text();
    expect(text).to.include("https://icons.example/icons/").and.not.include("evil.example");
  });

  it("are not there without publicUrl: their folder is a path like any other", async () => {
    await using server = await createServer(OPTIONS);
    const { url } = await server.listen({ port: 0, signals: false, path: "/icons/mcp" });
    expect((await fetch(new URL("/icons/x.png", url))).status).to.equal(404);
    expect((await fetch(url)).status).to.equal(405);
  });

  it("keep a path of the endpoint from standing in their folder", async () => {
    await using server = await createServer(PUBLIC);
    const error = await rejectionOf(server.listen({ port: 0, signals: false, path: "/icons/mcp" }));
    expect(error).to.be.instanceOf(BlazonError).and.to.include({ code: "ERR_OPTION_INVALID" });
    expect(String(error)).to.include('path is "/icons/mcp", and icons are served below /icons/');
  });

  it("log what is asked for in vain, with its row of the ladder", async () => {
    const rows: unknown[] = [];
    const keep = (fields: unknown) => void rows.push(fields);
    const logger = { debug: keep, info: keep, warn: keep, error: keep } as Logger;
    await using server = await createServer({ ...PUBLIC, icons: drawing("red"), logger });
    rows.length = 0;
    await server.fetch(new Request("http://localhost/icons/x.png"));
    await server.fetch(new Request("http://rebound.example/icons/x.png"));
    expect(rows.map((fields) => (fields as { code?: unknown; row?: unknown }).code)).to.eql([
      "ERR_HTTP_PATH",
      "ERR_HTTP_HOST",
    ]);
  });
});
