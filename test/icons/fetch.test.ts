import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { fetchIconBy } from "../../src/icons/fetch-icon.js";
import {
  createSharpEngine,
  type FetchIconOptions,
  type FetchOutcome,
  fetchIcon,
  fetchIcons,
} from "../../src/icons/index.js";
import { isPublicAddress } from "../../src/icons/public-address.js";
import { makeCertificate } from "../support/certificate.js";
import { rejectionOf } from "../support/rejection.js";
import { svgOf } from "./clean-svg.js";
import { readVector } from "./corpus.js";
import { makePng } from "./image-parts.js";
import { refusalOf } from "./refusal.js";

const HOST = "icons.test";
const PNG = makePng(8, 8);
const DATA = `data:image/png;base64,${PNG.toString("base64")}`;

type Answer = (response: ServerResponse) => void;

/** What the server answers, by path. */
const ANSWERS = new Map<string, Answer>([
  ["/a.png", ok("image/png", PNG)],
  ["/a.jpg", ok("image/jpeg", readVector("square.jpg"))],
  ["/a.svg", ok("image/svg+xml; charset=utf-8", Buffer.from(svgOf('<path d="M0 0"/>')))],
  ["/unknown-type", ok("application/octet-stream", PNG)],
  ["/no-type", (response) => void response.end(PNG)],
  ["/html", ok("image/png", Buffer.from("<!doctype html>"))],
  ["/wrong-type", ok("image/webp", PNG)],
  ["/text-type", ok("text/html", PNG)],
  ["/packed", (response) => void response.setHeader("content-encoding", "gzip").end("x")],
  ["/missing", (response) => void response.writeHead(404).end(PNG)],
  ["/part", (response) => void response.writeHead(206).end(PNG)],
  ["/claims-much", (response) => void response.writeHead(200, { "content-length": 2 ** 30 }).write("x")],
  ["/endless", sendWithoutEnd],
  ["/broken", breakOff],
  [
    "/upgrade",
    (response) =>
      void response.socket?.end(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      ),
  ],
  ["/no-http", (response) => void response.socket?.end("this is no HTTP\r\n\r\n")],
  ["/silent", () => {}],
  ["/silent-body", (response) => void response.writeHead(200).write("x")],
]);

function ok(type: string, bytes: Uint8Array): Answer {
  return (response) => void response.setHeader("content-type", type).end(bytes);
}

function sendWithoutEnd(response: ServerResponse): void {
  const block = Buffer.alloc(65_536);
  const send = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on("drain", send).on("close", () => response.removeAllListeners("drain"));
  send();
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { "content-length": 1000 }).write("x", () => response.socket?.destroy());
}

describe("fetching icons", () => {
  const certificate = makeCertificate([HOST, "other.test"]);
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  let server: Server;
  let origin: string;
  before(async () => {
    server = createServer(certificate, ({ url = "", headers }, response) => {
      requests.push({ path: url, headers });
      const to = new URL(url, origin).searchParams.get("to");
      if (to !== null) return void response.writeHead(302, { location: to }).end();
      ANSWERS.get(url)?.(response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `https://${HOST}:${(server.address() as AddressInfo).port}`; // listens on a port, not a pipe
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => void requests.splice(0));

  const local = (address: string) => address === "127.0.0.1";
  const options = (): FetchIconOptions => ({
    serverOrigin: `${origin}/mcp`,
    ca: certificate.cert,
    allowAddress: local,
    engine: createSharpEngine(),
  });
  const resolve = async (): Promise<readonly string[]> => ["127.0.0.1"];
  const load = (path: string, more: Partial<FetchIconOptions> = {}, icon: object = {}) =>
    fetchIconBy({ src: new URL(path, origin).href, ...icon }, { ...options(), ...more }, { resolve });

  it("[ICON-08] loads an icon of the server, made anew", async () => {
    const { bytes, mimeType, size, theme } = await load("/a.png", {}, { theme: "dark" });
    expect({ mimeType, size, theme }).to.eql({ mimeType: "image/png", size: "8x8", theme: "dark" });
    expect(Buffer.from(bytes).subarray(1, 4).toString()).to.equal("PNG");
    expect(await load("/a.svg")).to.have.property("mimeType", "image/svg+xml");
    expect(await load("/a.jpg")).to.have.property("mimeType", "image/png");
  });

  it("[ICON-13] sends nothing that tells who asks: no cookies, no credentials, no referrer", async () => {
    await load("/a.png");
    const [{ headers } = { headers: undefined }] = requests;
    expect(headers).to.eql({
      accept: "image/png, image/jpeg, image/webp, image/svg+xml",
      "accept-encoding": "identity",
      host: new URL(origin).host,
      connection: "close",
    });
  });

  it("[ICON-14, ICON-17] loads from the server's own origin, and from those that are trusted", async () => {
    const foreign = "ERR_ICON_FETCH: its origin is not the server's";
    const { port } = new URL(origin);
    for (const serverOrigin of [
      undefined,
      `http://${HOST}:${port}`,
      `https://${HOST}`,
      `https://other.test:${port}`,
      `https://${HOST}.:${port}`,
      `https://a.${HOST}:${port}`,
    ]) {
      const { serverOrigin: _, ...rest } = options();
      const given = serverOrigin === undefined ? rest : { ...rest, serverOrigin };
      expect(await refusalOf(() => fetchIcon({ src: `${origin}/a.png` }, given)), serverOrigin).to.equal(
        foreign,
      );
    }
    expect(requests).to.eql([]);
    const trusting = { serverOrigin: "https://desk.example.com", trustedOrigins: [origin] };
    expect(await load("/a.png", trusting)).to.have.property("size", "8x8");
    expect(await refusalOf(() => load("/a.png", { serverOrigin: "desk" }))).to.equal(
      "ERR_OPTION_INVALID: is no URL",
    );
  });

  it("[ICON-09] refuses every scheme but https and data", async () => {
    for (const src of [
      "http://icons.test/a.png",
      "javascript:alert(1)",
      "file:///a.png",
      "ftp://icons.test/a",
      "ws://icons.test/",
      "a.png",
      "//icons.test/a.png",
      "vscode:a",
    ]) {
      expect(await refusalOf(() => fetchIcon({ src }, options())), src).to.match(/^ERR_ICON_SOURCE: /);
    }
    expect(await fetchIcon({ src: DATA }, { engine: createSharpEngine() })).to.have.property("size", "8x8");
  });

  it("[ICON-10] follows at most three redirects, within the origin", async () => {
    const through = (hops: number): string =>
      hops === 0 ? "/a.png" : `/?to=${encodeURIComponent(through(hops - 1))}`;
    expect(await load(through(3))).to.have.property("size", "8x8");
    expect(requests).to.have.length(4);
    expect(await refusalOf(() => load(through(4)))).to.equal(
      "ERR_ICON_FETCH: it redirects more than 3 times",
    );
  });

  it("[ICON-10] follows no redirect to another origin or scheme, and none to nowhere", async () => {
    const { port } = new URL(origin);
    for (const [to, refusal] of [
      [`https://other.test:${port}/a.png`, "it redirects to another origin"],
      [`https://${HOST}/a.png`, "it redirects to another origin"],
      [`//other.test:${port}/a.png`, "it redirects to another origin"],
      [`http://${HOST}:${port}/a.png`, "it redirects to another origin"],
      ["http://169.254.169.254/", "it redirects to another origin"],
      [DATA, "it redirects to another origin"],
      ["javascript:alert(1)", "it redirects to another origin"],
      ["file:///etc/passwd", "it redirects to another origin"],
      [`https://user:secret@${HOST}:${port}/a.png`, "it redirects to a URL with credentials"],
      ["https://", "it redirects to nowhere"],
    ] as const) {
      expect(await refusalOf(() => load(`/?to=${encodeURIComponent(to)}`)), to).to.equal(
        `ERR_ICON_FETCH: ${refusal}`,
      );
    }
    expect(new Set(requests.map(({ path }) => path.slice(0, 4)))).to.eql(new Set(["/?to"]));
  });

  it("[ICON-16] compares what is declared, sent and found", async () => {
    for (const path of ["/unknown-type", "/no-type"])
      expect(await load(path)).to.have.property("size", "8x8");
    expect(await refusalOf(() => load("/html"))).to.equal("ERR_ICON_FORMAT: it is HTML");
    expect(await refusalOf(() => load("/wrong-type"))).to.equal(
      "ERR_ICON_MISMATCH: it has the type image/webp, and its bytes are PNG",
    );
    expect(await refusalOf(() => load("/text-type"))).to.equal(
      "ERR_ICON_MISMATCH: it has the type text/html, and its bytes are PNG",
    );
    expect(await refusalOf(() => load("/no-type", {}, { mimeType: "image/svg+xml" }))).to.equal(
      "ERR_ICON_MISMATCH: it has the type image/svg+xml, and its bytes are PNG",
    );
  });

  it("[ICON-11, ICON-12] stops at the limit of bytes, whether they are announced or not", async () => {
    for (const path of ["/claims-much", "/endless"]) {
      expect(await refusalOf(() => load(path))).to.equal(
        "ERR_ICON_BOUNDS: its server sends more than 524288 bytes",
      );
    }
    const limits = { maxBytes: PNG.length };
    expect(await load("/a.png", { limits })).to.have.property("size", "8x8");
    expect(await refusalOf(() => load("/a.png", { limits: { maxBytes: PNG.length - 1 } }))).to.match(
      /^ERR_ICON_BOUNDS/,
    );
  });

  it("[ICON-11] stops when time is up, whatever it waits for", async () => {
    const late = "ERR_ICON_TIME: fetching took longer than 30 ms";
    for (const path of ["/silent", "/silent-body"]) {
      expect(await refusalOf(() => load(path, { fetchTimeoutMs: 30 })), path).to.equal(late);
    }
    const never = { resolve: () => new Promise<never>(() => {}) };
    expect(
      await refusalOf(() =>
        fetchIconBy({ src: `${origin}/a.png` }, { ...options(), fetchTimeoutMs: 30 }, never),
      ),
    ).to.equal(late);
  });

  it("stops with the signal, and says what it was aborted with", async () => {
    const reason = new Error("closed");
    expect(await rejectionOf(load("/a.png", { signal: AbortSignal.abort(reason) }))).to.equal(reason);
    for (const path of ["/silent", "/silent-body"]) {
      const controller = new AbortController();
      const loading = load(path, { signal: controller.signal });
      server.once("request", () => setImmediate(() => controller.abort(reason)));
      expect(await rejectionOf(loading), path).to.equal(reason);
    }
  });

  it("refuses every other answer with one sentence", async () => {
    for (const [path, refusal] of [
      ["/missing", "its server answers with status 404"],
      ["/part", "its server answers with status 206"],
      ["/packed", "it is compressed"],
      ["/broken", "it ended early (ECONNRESET)"],
      ["/upgrade", "its host does not answer"],
      ["/no-http", "its host does not answer (HPE_INVALID_CONSTANT)"],
    ] as const) {
      expect(await refusalOf(() => load(path)), path).to.equal(`ERR_ICON_FETCH: ${refusal}`);
    }
  });

  it("refuses a server whose certificate nobody trusts, or that is another's", async () => {
    const { ca: _, ...untrusting } = options();
    const icon = { src: `${origin}/a.png` };
    expect(await refusalOf(() => fetchIconBy(icon, untrusting, { resolve }))).to.equal(
      "ERR_ICON_FETCH: its host does not answer (DEPTH_ZERO_SELF_SIGNED_CERT)",
    );
    const { port } = new URL(origin);
    const named = { ...options(), serverOrigin: `https://third.test:${port}` };
    expect(
      await refusalOf(() => fetchIconBy({ src: `https://third.test:${port}/a.png` }, named, { resolve })),
    ).to.equal("ERR_ICON_FETCH: its host does not answer (ERR_TLS_CERT_ALTNAME_INVALID)");
    expect(requests).to.eql([]);
  });

  describe("from addresses", () => {
    const hidden = "ERR_ICON_FETCH: its host has an address that is not public";
    const fetchFrom = (
      src: string,
      more: Partial<FetchIconOptions> = {},
      addresses: readonly string[] = [],
    ) => fetchIconBy({ src }, { serverOrigin: src, ...more }, { resolve: async () => addresses });

    it("[ICON-09] D12: refuses addresses that are not public, in every spelling a URL has for them", async () => {
      for (const host of [
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "0x7f.1",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.1.",
        "0",
        "10.1",
        "192.0.0.192",
        "169.254.169.254",
        "0xa9fea9fe",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:a9fe:a9fe]",
        "[::ffff:169.254.169.254]",
        "[::ffff:127.0.0.1]",
        "[::169.254.169.254]",
        "[64:ff9b::a9fe:a9fe]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[2002:a9fe:a9fe::1]",
        "[2001:0:a9fe:a9fe::]",
        "[fd00:ec2::254]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
        "[100::1]",
        "[2001:db8::1]",
        "１２７.0.0.1",
        "127。0。0。1",
      ]) {
        expect(await refusalOf(() => fetchFrom(`https://${host}/a.png`)), host).to.equal(hidden);
      }
    });

    it("D12: refuses what is no host at all", async () => {
      for (const host of [
        "[fe80::1%25eth0]",
        "[fe80::1%eth0]",
        "256.1.1.1",
        "1.2.3.4.5",
        "0x1ffffffff",
        "a b",
      ]) {
        expect(await refusalOf(() => fetchFrom(`https://${host}/a.png`)), host).to.match(
          /^ERR_ICON_SOURCE: it is no URL/,
        );
      }
    });

    it("D12: refuses a name that has one such address, whatever others it has", async () => {
      for (const address of [
        "127.0.0.1",
        "10.0.0.1",
        "::1",
        "fe80::1%eth0",
        "::ffff:8.8.8.8",
        "2606:4700::1%eth0",
        "localhost",
        "",
      ]) {
        expect(
          await refusalOf(() => fetchFrom("https://a.test/a.png", {}, ["93.184.216.34", address])),
          address,
        ).to.equal(hidden);
      }
      expect(await refusalOf(() => fetchFrom("https://a.test/a.png"))).to.equal(
        "ERR_ICON_FETCH: its host has no address",
      );
    });

    it("D12: refuses names of this machine as the system resolves them", async () => {
      for (const host of ["localhost", "localhost.", "LOCALHOST"]) {
        const src = `https://${host}/a.png`;
        // Some systems know no such name with a dot behind it.
        const refusal = await refusalOf(() => fetchIcon({ src }, { serverOrigin: src }));
        expect([hidden, "ERR_ICON_FETCH: its host is not known (ENOTFOUND)"], host).to.include(refusal);
      }
    });

    it("D12: dials the address that was checked, and checks it anew at each redirect", async () => {
      const asked: string[] = [];
      const rebinding = async (hostname: string) => {
        asked.push(hostname);
        return asked.length === 1 ? ["127.0.0.1"] : ["10.0.0.1"];
      };
      const icon = (path: string) => ({ src: new URL(path, origin).href });
      expect(await fetchIconBy(icon("/a.png"), options(), { resolve: rebinding })).to.have.property(
        "size",
        "8x8",
      );
      expect(asked).to.eql([HOST]);
      asked.splice(0);
      expect(
        await refusalOf(() => fetchIconBy(icon("/?to=/a.png"), options(), { resolve: rebinding })),
      ).to.equal(hidden);
      expect(asked).to.eql([HOST, HOST]);
    });

    it("tries the next address where one does not answer, and at most eight", async () => {
      const dead = Array(7).fill("127.0.0.2");
      const allowAddress = (address: string) => address.startsWith("127.");
      const given = { ...options(), allowAddress };
      const icon = { src: `${origin}/a.png` };
      expect(
        await fetchIconBy(icon, given, { resolve: async () => [...dead, "127.0.0.1"] }),
      ).to.have.property("size", "8x8");
      expect(
        await refusalOf(() =>
          fetchIconBy(icon, given, { resolve: async () => [...dead, dead[0], "127.0.0.1"] }),
        ),
      ).to.match(/^ERR_ICON_FETCH: its host does not answer \(E[A-Z]+\)$/);
    });

    it("D12: knows which addresses are public", () => {
      for (const address of [
        "1.1.1.1",
        "93.184.216.34",
        "100.63.255.255",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00::1",
        "2001:200::1",
        "3ffe::1",
      ]) {
        expect(isPublicAddress(address), address).to.equal(true);
      }
      for (const address of [
        "0.0.0.0",
        "100.64.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "2001::1",
        "2001:1ff::1",
        "3fff::1",
        "4000::1",
        "fc00::1",
        "::8.8.8.8",
        "1.1.1",
        "a.test",
      ]) {
        expect(isPublicAddress(address), address).to.equal(false);
      }
    });
  });
});

describe("fetching a list of icons", () => {
  const engine = createSharpEngine();
  const kindOf = (outcome: FetchOutcome) => (outcome.ok ? outcome.size : outcome.code);

  it("[ICON-08] gives a verdict for each, whatever a server sent", async () => {
    const list = [
      { src: DATA },
      null,
      1,
      "https://example.com/a.png",
      [],
      { src: 1 },
      { src: { href: DATA } },
      { src: DATA, theme: "blue" },
      { src: DATA, sizes: "1" },
      { src: DATA, mimeType: "image/webp" },
      { src: "javascript:alert(1)" },
      { src: DATA, theme: "light" },
    ];
    const outcomes = await fetchIcons(list, { engine });
    expect(outcomes.map(kindOf)).to.eql([
      "8x8",
      ...Array(8).fill("ERR_ICON_SOURCE"),
      "ERR_ICON_MISMATCH",
      "ERR_ICON_SOURCE",
      "8x8",
    ]);
    expect(outcomes.at(-1)).to.have.property("theme", "light");
    expect(outcomes[10])
      .to.have.property("reason")
      .that.matches(/^ERR_ICON_SOURCE: .* Fix: /);
  });

  it("[ICON-08] takes what is no list as an empty one, and of a long one the first 16", async () => {
    for (const icons of [undefined, null, {}, "x", 1, { length: 5 }])
      expect(await fetchIcons(icons, {})).to.eql([]);
    expect(await fetchIcons(Array(1000).fill({ src: DATA }), { engine })).to.have.length(16);
  });

  it("throws what is no verdict: wrong options, and what the signal was aborted with", async () => {
    const reason = new Error("closed");
    expect(await rejectionOf(fetchIcons([{ src: DATA }], { signal: AbortSignal.abort(reason) }))).to.equal(
      reason,
    );
    expect(await refusalOf(() => fetchIcons([{ src: DATA }], { limits: { maxBytes: -1 } }))).to.match(
      /^ERR_OPTION_INVALID/,
    );
  });
});
