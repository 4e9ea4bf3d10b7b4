import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { META, request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as probe from "../support/probe-server.js";

onEveryTransport("hard cases on the wire", probe, ({ send, transport }) => {
  const text = async (message: unknown) => {
    const { reply } = await send(message);
    const result = reply?.result as { content: { text: string }[] } | undefined;
    return result?.content[0]?.text;
  };

  it("A01: carries characters of two, three and four bytes, and characters that need escapes", async () => {
    for (const words of [
      "—",
      "中",
      "🎉",
      "— 中 🎉".repeat(500),
      "\ud800 lone",
      "\u2028\u2029\u0085",
      '\\ " \u0000',
    ]) {
      expect(await text(request("tools/call", { name: "echo", arguments: { text: words } }))).to.equal(words);
    }
  });

  it("A07: echoes legal ids in their own type, and refuses the others without one", async () => {
    for (const id of [
      0,
      "",
      "1",
      1,
      -1,
      2_147_483_648,
      Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
      "é\n🎉",
    ]) {
      const { reply } = await send({ ...request("tools/call", { name: "nothing" }), id });
      expect(reply?.id, JSON.stringify(id)).to.equal(id);
    }
    const body = (id: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"nothing","_meta":${JSON.stringify(META)}}}`;
    for (const id of ["9007199254740993", "1e400", "1.5", "null", "true", "{}", "[]", "-9007199254740993"]) {
      const { reply, status } = await send(body(id));
      expect(reply, id).to.not.have.property("id");
      expect(reply?.error, id).to.eql({
        code: -32600,
        message: "Invalid request: the id must be a string or an integer",
      });
      if (transport.http) expect(status).to.equal(400);
    }
  });

  it("A09: has a number for every kind of mistake", async () => {
    for (const [message, code] of [
      [request("totally/bogus"), -32601],
      [request("tools/call", { name: "nope" }), -32602],
      [request("tools/list", {}, { "io.modelcontextprotocol/logLevel": "not-a-level" }), -32602],
      [{ jsonrpc: "2.0", id: 1, params: {} }, -32600],
      [request("resources/read", { uri: "probe://unknown" }), -32602],
      [request("prompts/get", { name: "nope" }), -32602],
    ] as const) {
      const { reply } = await send(message);
      expect(reply?.error, JSON.stringify(message)).to.deep.include({ code });
    }
  });

  it("A22: decodes a variable once, and lets nothing climb", async () => {
    const read = async (uri: string) => (await send(request("resources/read", { uri }))).reply;
    for (const [uri, id] of [
      ["note://%C2%A7%20141", "§ 141"],
      ["note://%252e%252e", "%2e%2e"],
      ["note://100%25", "100%"],
      ["note://v1..v2", "v1..v2"],
    ] as const) {
      const result = (await read(uri))?.result as { contents: { text: string }[] };
      expect(JSON.parse(String(result.contents[0]?.text)), uri).to.eql({ id });
    }
    for (const uri of [
      "note://%ZZ",
      "note://%",
      "note://%C3%28",
      "note://..",
      "note://%2e%2e",
      "note://..%2F..%2Fetc",
    ]) {
      const { error } = (await read(uri)) as { error: JsonObject };
      expect(error.code, uri).to.equal(-32602);
      expect(error.message, uri).to.not.match(/\.js|at /);
    }
  });

  it("A24: keeps to itself what a handler did not say on purpose, in every kind of handler", async () => {
    for (const message of [
      ...["error", "string", "null", "undefined", "late"].map((how) =>
        request("tools/call", { name: "fail", arguments: { how } }),
      ),
      request("resources/read", { uri: "probe://broken" }),
    ]) {
      const { frames } = await send(message);
      expect(JSON.stringify(frames)).to.match(/reference [0-9a-f]{12}/);
      expect(JSON.stringify(frames)).to.not.match(/ECONNREFUSED|10\.0\.0\.5|hunter2|\.js|node_modules|\bat /);
    }
  });

  it("B09: takes no arguments and null for none, and refuses everything else that is no object", async () => {
    for (const params of [{}, { arguments: null }, { arguments: {} }]) {
      const { reply } = await send(request("tools/call", { name: "nothing", ...params }));
      expect(reply?.result).to.deep.include({ content: [] });
    }
    for (const args of [[], 0, "", false, true, "x", 1.5, [{}], "{}"]) {
      const { reply } = await send(request("tools/call", { name: "nothing", arguments: args }));
      expect(reply?.error, JSON.stringify(args)).to.eql({
        code: -32602,
        message: "Invalid params: arguments must be an object, not its JSON text or a list",
      });
    }
    const missing = (await send(request("tools/call", { name: "echo" }))).reply?.result as JsonObject;
    expect(missing.isError).to.equal(true);
  });

  it("B13: refuses what is nested too deep or holds too much, with its id, and lives", async () => {
    const nested = (levels: number, [open, close]: readonly [string, string]) =>
      `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nothing","arguments":{"a":${open.repeat(levels)}1${close.repeat(levels)}}}}`;
    for (const brackets of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      for (const levels of [200, 1_000, 10_000, 200_000]) {
        const { reply } = await send(nested(levels, brackets));
        expect([reply?.id, reply?.error], `${levels}`).to.eql([
          9,
          { code: -32600, message: "Invalid request: nested deeper than 64 levels" },
        ]);
      }
    }
    const wide = `{"jsonrpc":"2.0","id":9,"method":"x","params":{"a":[${"0,".repeat(500_000)}0]}}`;
    const { reply } = await send(wide);
    expect([reply?.id, reply?.error]).to.eql([
      9,
      { code: -32600, message: "Invalid request: more than 100000 elements" },
    ]);
    const deep = `${"[".repeat(70)}${"]".repeat(70)}`;
    const malformed = await send(`{"deep":${deep},"jsonrpc":"1.0","method":"x"}`);
    expect(malformed.reply, "no notification, since it is of another version").to.eql({
      jsonrpc: "2.0",
      error: { code: -32600, message: "Invalid request: nested deeper than 64 levels" },
    });
    const notification = await send(`{"deep":${deep},"jsonrpc":"2.0","method":"x"}`);
    if (!transport.http) expect(notification.frames).to.eql([]);
    expect(await text(request("tools/call", { name: "echo", arguments: { text: "alive" } }))).to.equal(
      "alive",
    );
  });
});
