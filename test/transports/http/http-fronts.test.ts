import { expect } from "chai";
import { describe, it } from "mocha";
import { BlazonError } from "../../../src/errors/blazon-error.js";
import type { Logger } from "../../../src/logging/logger.js";
import type { HttpOptions } from "../../../src/transports/http/http-options.js";
import { FakePort, progress } from "../fake-port.js";
import { FRONTS, type Front, type Received, type Sent } from "./fronts.js";

const call = (method = "echo", params: unknown = null) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const answer = (result: unknown = null) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });
const refusal = (code: number, message: string) =>
  JSON.stringify({ jsonrpc: "2.0", error: { code, message } });

for (const [name, createFront] of Object.entries(FRONTS)) {
  const port = { current: new FakePort() };
  const withFront = async (options: HttpOptions, body: (front: Front) => Promise<void>) => {
    port.current = new FakePort();
    const front = await createFront(port.current, options);
    try {
      await body(front);
    } finally {
      await front.close();
    }
  };
  const send = async (sent: Sent, options: HttpOptions = {}): Promise<Received> => {
    let received: Received | undefined;
    await withFront(options, async (front) => {
      received = await front.send(sent);
    });
    if (received === undefined) throw new Error("nothing was received");
    return received;
  };

  describe(`HTTP by ${name}: answers`, () => {
    it("[HTTP-16] answers a request with one JSON object", async () => {
      for (const method of ["echo", "later"]) {
        const { status, headers, text } = await send({ body: call(method, "世界 🎉") });
        expect(status).to.equal(200);
        expect(headers["content-type"]).to.equal("application/json");
        expect(text).to.equal(answer("世界 🎉"));
      }
    });

    it("[HTTP-13] answers a notification with 202 and nothing else", async () => {
      const { status, headers, text } = await send({ body: '{"jsonrpc":"2.0","method":"notifications/x"}' });
      expect(status).to.equal(202);
      expect(text).to.equal("");
      expect(headers["content-type"]).to.equal(undefined);
    });

    it("writes a page behind its text", async () => {
      const { text } = await send({ body: call("page") });
      expect(text).to.equal('{"jsonrpc":"2.0","id":1,"result":{"tools":["世界"]}}');
    });

    it("keeps the status of a late refusal while nothing was streamed", async () => {
      expect((await send({ body: call("refused-late") })).status).to.equal(400);
    });

    it("[HTTP-22] [HTTP-24] [HTTP-37] streams what goes ahead of the reply, an event each, and ends with it", async () => {
      const { status, headers, text } = await send({ body: call("notify", 2) });
      expect(status).to.equal(200);
      expect(headers["content-type"]).to.equal("text/event-stream");
      expect(headers["x-accel-buffering"]).to.equal("no");
      expect(headers["cache-control"]).to.equal("no-store");
      expect(text).to.equal(`data: ${progress(1)}\n\ndata: ${progress(2)}\n\ndata: ${answer(2)}\n\n`);
    });

    it("streams a page in one event", async () => {
      const { text } = await send({ body: call("page-after-notify") });
      expect(text).to.equal(
        `data: ${progress(1)}\n\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":["世界"]}}\n\n`,
      );
    });

    it("answers a client that takes no events with JSON, and drops what goes ahead", async () => {
      for (const accept of ["application/json", "text/event-stream;q=0", "text/event-stream; q=0.0, */*"]) {
        const { headers, text } = await send({ body: call("notify", 2), headers: { accept } });
        expect(headers["content-type"], accept).to.equal("application/json");
        expect(text).to.equal(answer(2));
      }
    });

    it("streams to a client that takes anything", async () => {
      for (const accept of ["*/*", "text/*", "application/json, TEXT/EVENT-STREAM;q=0.5", undefined]) {
        const { headers } = await send({ body: call("notify", 1), headers: { accept } });
        expect(headers["content-type"], String(accept)).to.equal("text/event-stream");
      }
    });

    it("[HTTP-38] keeps requests of one id apart", async () => {
      await withFront({}, async (front) => {
        const replies = await Promise.all(
          ["a", "b", "c"].map((params) => front.send({ body: call("later", params) })),
        );
        expect(replies.map(({ text }) => text)).to.deep.equal(["a", "b", "c"].map(answer));
      });
    });

    it("drops frames after the reply", async () => {
      await withFront({}, async (front) => {
        const { text } = await front.send({ body: call() });
        port.current.exchanges[0]?.send(progress(1));
        expect(text).to.equal(answer());
        expect(port.current.exchanges[0]?.closed).to.equal(true);
      });
    });

    it("[HDR-12] gives the kernel the header fields in lower case", async () => {
      await send({ body: call(), headers: { "MCP-Method": "echo" } });
      expect(port.current.exchanges[0]?.headers?.["mcp-method"]).to.equal("echo");
    });
  });

  describe(`HTTP by ${name}: hosts and origins`, () => {
    const forbidden = async (sent: Sent, code: string, options: HttpOptions = {}) => {
      const { status, headers, text } = await send({ body: call(), ...sent }, options);
      expect(status).to.equal(403);
      expect(port.current.refused).to.deep.equal([code]);
      expect(port.current.received).to.deep.equal([]);
      expect(headers["access-control-allow-origin"]).to.equal(undefined);
      const message =
        code === "ERR_HTTP_HOST" ? "This host is not served here" : "This origin is not allowed";
      expect(text).to.equal(refusal(-32600, message));
    };

    for (const host of [
      "evil.example:3000",
      "[::1]evil.com",
      "[::1]:99999",
      "localhost.evil.com",
      "0.0.0.0",
    ]) {
      it(`refuses the host ${host} to a connection over loopback`, () =>
        forbidden({ headers: { host } }, "ERR_HTTP_HOST"));
    }

    it("serves the names of this machine in any spelling, and again", async () => {
      await withFront({}, async (front) => {
        for (const host of ["localhost", "LOCALHOST.:1", "[::1]:3000", "127.0.0.1", "127.0.0.1"]) {
          expect((await front.send({ body: call(), headers: { host } })).status, host).to.equal(200);
        }
      });
    });

    it("serves the hosts that are named, with their port or any, and no others", async () => {
      const options = { hosts: ["api.example.com", "desk.example.com:8443"] };
      for (const host of ["api.example.com", "API.example.com:9", "desk.example.com:8443"]) {
        expect((await send({ body: call(), headers: { host } }, options)).status, host).to.equal(200);
      }
      for (const host of ["desk.example.com", "desk.example.com:80", "localhost"]) {
        await forbidden({ headers: { host } }, "ERR_HTTP_HOST", options);
      }
    });

    it("serves the host and the origin of the public URL", async () => {
      const options = { publicUrl: "https://mcp.example.com/mcp", hosts: [] };
      const host = "mcp.example.com";
      const headers = { host, origin: "https://mcp.example.com" };
      expect((await send({ body: call(), headers }, options)).status).to.equal(200);
      await forbidden(
        { headers: { host, origin: "https://mcp.example.com:8443" } },
        "ERR_HTTP_ORIGIN",
        options,
      );
      await forbidden({ headers: { host: "localhost" } }, "ERR_HTTP_HOST", options);
    });

    it("serves any host where the check is turned off, and checks the origin still", async () => {
      const host = "evil.example";
      expect((await send({ body: call(), headers: { host } }, { hosts: "any" })).status).to.equal(200);
      await forbidden({ headers: { host, origin: `http://${host}` } }, "ERR_HTTP_ORIGIN", { hosts: "any" });
    });

    const foreign = [
      "http://127.0.0.1.evil.com",
      "http://localhost.evil.com",
      "http://localhost:3000.evil.com",
      "http://evil.example.com",
      "https://127.0.0.1",
      "http://localhost:1",
      "null",
      "",
    ];
    for (const origin of foreign) {
      it(`[HTTP-03] refuses the origin ${JSON.stringify(origin)}`, () =>
        forbidden({ headers: { origin } }, "ERR_HTTP_ORIGIN"));
    }

    it("[HTTP-02] refuses a foreign origin on every method", async () => {
      for (const method of ["GET", "DELETE", "OPTIONS", "PUT"]) {
        const headers = { origin: "http://evil.example.com", "access-control-request-method": "POST" };
        const { status } = await send({ method, headers });
        expect(status, method).to.equal(403);
        expect(port.current.refused).to.deep.equal(["ERR_HTTP_ORIGIN"]);
      }
    });

    it("serves a page of its own, by any name of this machine and in any case", async () => {
      await withFront({}, async (front) => {
        const number = front.host.split(":")[1];
        for (const origin of [
          `http://localhost:${number}`,
          `HTTP://LOCALHOST:${number}`,
          `http://[::1]:${number}`,
        ]) {
          const headers = { origin, host: front.host };
          expect((await front.send({ body: call(), headers })).status, origin).to.equal(200);
        }
      });
    });

    it("refuses two origins in one request", async () => {
      const origins = ["https://app.example.com", "http://evil.example.com"];
      await forbidden({ headers: { origin: origins } }, "ERR_HTTP_ORIGIN", { origins: origins.slice(0, 1) });
    });

    it("lets the page of a listed origin read the answer, refusals included", async () => {
      const origin = "https://app.example.com";
      for (const sent of [
        { body: call() },
        { method: "GET" },
        { body: call("notify", 1) },
        { body: "junk" },
      ]) {
        const { headers } = await send({ ...sent, headers: { origin } }, { origins: [origin] });
        expect(headers["access-control-allow-origin"]).to.equal(origin);
        expect(headers.vary).to.equal("origin");
        expect(headers["access-control-expose-headers"]).to.contain("WWW-Authenticate");
      }
    });

    it("answers the preflight of a listed origin with 204", async () => {
      const origin = "https://app.example.com";
      const asked = "content-type, mcp-method, mcp-param-region";
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": asked,
      };
      const {
        status,
        headers: given,
        text,
      } = await send({ method: "OPTIONS", headers }, { origins: [origin] });
      expect(status).to.equal(204);
      expect(text).to.equal("");
      expect(given["access-control-allow-origin"]).to.equal(origin);
      expect(given["access-control-allow-methods"]).to.equal("POST");
      expect(given["access-control-allow-headers"]).to.equal(asked);
      expect(given["access-control-max-age"]).to.equal("600");
      expect(port.current.received).to.deep.equal([]);
    });

    it("sends nothing back that a preflight asks for and is not a list of fields", async () => {
      const headers = {
        origin: "https://app.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "a b; c",
      };
      const { headers: given } = await send({ method: "OPTIONS", headers }, { origins: "any" });
      expect(given["access-control-allow-headers"]).to.match(/^content-type, accept, authorization, mcp-/);
    });
  });

  describe(`HTTP by ${name}: methods and bodies`, () => {
    it("[HTTP-27] refuses every method but POST with 405, Allow and no body", async () => {
      for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"]) {
        const { status, headers, text } = await send({ method });
        expect(status, method).to.equal(405);
        expect(headers.allow).to.equal("POST");
        expect(text).to.equal("");
        expect(port.current.refused).to.deep.equal(["ERR_HTTP_METHOD"]);
      }
    });

    it("refuses a content type that is not JSON with 415", async () => {
      for (const type of ["text/plain", "application/jsonp", "application/json, text/plain", "", undefined]) {
        const { status, text } = await send({ body: Buffer.from(call()), headers: { "content-type": type } });
        expect(status, String(type)).to.equal(415);
        expect(text).to.equal(refusal(-32600, "The content type must be application/json, in UTF-8"));
      }
    });

    it("[TRAN-01] refuses a content type that says another charset than UTF-8", async () => {
      for (const parameters of [
        "charset=utf-16",
        "charset=iso-8859-1",
        'charset="utf-16"',
        "charset=",
        "charset=utf-8;charset=utf-16",
        "x=y ; CHARSET=UTF-16",
        "charset*=utf-8''utf-16",
        "charset = utf-16",
      ]) {
        const type = `application/json; ${parameters}`;
        const { status } = await send({ body: Buffer.from(call()), headers: { "content-type": type } });
        expect(status, type).to.equal(415);
        expect(port.current.refused).to.deep.equal(["ERR_HTTP_CONTENT_TYPE"]);
      }
    });

    it("takes the content type with parameters and in any case", async () => {
      for (const type of [
        "application/json; charset=utf-8",
        'application/json;charset="UTF-8"; x=y',
        "application/json; charset=utf8",
        "Application/JSON",
        "application/json ;x=y",
        "application/json; charsets=many",
      ]) {
        expect((await send({ body: call(), headers: { "content-type": type } })).status, type).to.equal(200);
      }
    });

    it("refuses a compressed body with 415, and takes one that is not", async () => {
      const compressed = await send({ body: call(), headers: { "content-encoding": "gzip" } });
      expect(compressed.status).to.equal(415);
      expect(compressed.headers["accept-encoding"]).to.equal("identity");
      expect(compressed.text).to.equal(refusal(-32600, "The body must not be compressed"));
      expect((await send({ body: call(), headers: { "content-encoding": "identity" } })).status).to.equal(
        200,
      );
    });

    it("refuses a body beyond the limit with 413, and takes one that reaches it", async () => {
      const body = call("echo", "x".repeat(1000));
      const limit = Buffer.byteLength(body);
      expect((await send({ body }, { maxBodyBytes: limit })).status).to.equal(200);
      const { status, text } = await send({ body }, { maxBodyBytes: limit - 1 });
      expect(status).to.equal(413);
      expect(text).to.equal(refusal(-32600, `The body is larger than ${limit - 1} bytes`));
      expect(port.current.received).to.deep.equal([]);
    });

    it("[TRAN-01] refuses a body that is not UTF-8", async () => {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
      const { status, text } = await send({ body });
      expect(status).to.equal(400);
      expect(text).to.equal(refusal(-32700, "Parse error: the message is not UTF-8"));
    });

    it("hands an empty body to the kernel, which refuses it", async () => {
      expect((await send({ body: "" })).status).to.equal(400);
      expect(port.current.refused).to.deep.equal(["ERR_WIRE_JSON"]);
    });
  });

  describe(`HTTP by ${name}: options`, () => {
    const wrong: readonly (readonly [string, HttpOptions, RegExp])[] = [
      [
        "a body limit of NaN",
        { maxBodyBytes: Number.NaN },
        /^ERR_OPTION_INVALID: maxBodyBytes is NaN. Fix: Give an/,
      ],
      ["a body limit without end", { maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes is Infinity/],
      ["a body limit of zero", { maxBodyBytes: 0 }, /maxBodyBytes is 0/],
      ["a negative interval", { keepAliveMs: -1 }, /keepAliveMs is -1/],
      [
        "a host with a scheme",
        { hosts: ["https://a.example"] },
        /hosts has "https:\/\/a.example", which is not a host/,
      ],
      ["hosts in one string", { hosts: "a.example" as "any" }, /hosts is not a list/],
      ["an origin with a path", { origins: ["https://a.example/"] }, /origins has "https:\/\/a.example\/"/],
      ["the origin null", { origins: ["null"] }, /origins has "null", which is not an origin/],
      ["a public URL without a scheme", { publicUrl: "a.example/mcp" }, /publicUrl is "a.example\/mcp"/],
    ];
    it("logs a check that is turned off", async () => {
      const warnings: string[] = [];
      const ignore = () => {};
      const warn: Logger["warn"] = (_fields, message) => void warnings.push(message);
      const logger = { debug: ignore, info: ignore, warn, error: ignore };
      await withFront({ hosts: "any", origins: "any", logger }, async () => {});
      expect(warnings).to.deep.equal([
        "The Host of requests is not checked",
        "The Origin of requests is not checked",
      ]);
    });

    for (const [what, options, message] of wrong) {
      it(`refuses ${what} when it is made`, async () => {
        const error: unknown = await createFront(new FakePort(), options).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(BlazonError).with.property("code", "ERR_OPTION_INVALID");
        expect((error as BlazonError).message).to.match(message);
      });
    }
  });
}
