import net from "node:net";
import { createServer, Feature, Field, type JsonObject, Resource, type Server, Tool } from "blazon";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { encodeHeader, META } from "../support/link.js";

class Place {
  @Field({ header: "Region", optional: true, maxLength: 100 }) region?: string;
  @Field({ header: "Level", integer: true, optional: true }) level?: number;
}
class Id {
  @Field({ maxLength: 100 }) id!: string;
}

const WRAPPED_NAME = "=?base64?dGVzdA==?=";

@Feature()
class Desk {
  runs = 0;

  @Tool()
  find(_place: Place): string {
    return String(++this.runs);
  }

  @Tool({ name: WRAPPED_NAME })
  wrapped(): string {
    return "wrapped";
  }

  @Tool()
  test(): string {
    return "plain";
  }

  @Tool()
  é(): void {}

  @Tool()
  查询(): void {}

  @Tool({ name: "🎉" })
  party(): void {}

  @Resource("oni://{id}", { mimeType: "text/plain" })
  read({ id }: Id): string {
    return id;
  }
}

/** Bytes of a header, one a character, as they travel. */
const raw = (text: string) => Buffer.from(text).toString("latin1");

describe("headers that repeat the body, as bytes on a connection (E05)", () => {
  let server: Server;
  let port: number;

  before(async () => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    server = await createServer({ name: "desk", version: "1.0.0", features: [Desk], logger });
    ({ port } = await server.listen({ port: 0, signals: false }));
  });
  after(() => server.close());

  /** Sends a request with these lines in its head, and gives its status and answer. */
  async function post(method: string, params: JsonObject, lines: readonly string[]) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
    const head = [
      "POST /mcp HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "MCP-Protocol-Version: 2026-07-28",
      `Mcp-Method: ${method}`,
      ...lines,
    ].join("\r\n");
    const socket = net.connect(port, "127.0.0.1");
    socket.write(`${head}\r\n\r\n`, "latin1");
    socket.write(body);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    const [start = "", answer = "{}"] = text.split("\r\n\r\n");
    return { status: Number(start.split(" ")[1]), reply: JSON.parse(answer) as JsonObject };
  }

  async function refused(method: string, params: JsonObject, lines: readonly string[]): Promise<unknown> {
    const { status, reply } = await post(method, params, lines);
    expect([status, reply.id], lines.join()).to.eql([400, 1]);
    const { code, message } = reply.error as { code: number; message: string };
    expect(code, lines.join()).to.equal(-32020);
    return message;
  }

  async function served(method: string, params: JsonObject, lines: readonly string[]): Promise<void> {
    const { status, reply } = await post(method, params, lines);
    expect([status, reply.error], lines.join()).to.eql([200, undefined]);
  }

  const find = (args: JsonObject) => ({ name: "find", arguments: args });

  it("[HDR-39] [HDR-40] refuses an argument's header that came several times, also where both together are the argument", async () => {
    for (const [args, lines] of [
      [{ region: "a, b" }, ["Mcp-Param-Region: a", "Mcp-Param-Region: b"]],
      [{ region: "a, b" }, ["mcp-param-region: a", "MCP-PARAM-REGION: b"]],
      [{ region: "a" }, ["Mcp-Param-Region: a", "Mcp-Param-Region: a"]],
      [{ region: ", " }, ["Mcp-Param-Region:", "Mcp-Param-Region:"]],
      [{ region: "a, b" }, ["Mcp-Param-Region: a", "X-Between: 1", "Mcp-Param-Region: b"]],
      [{ level: 4 }, ["Mcp-Param-Level: 4", "Mcp-Param-Level: 4"]],
    ] as const) {
      const message = await refused("tools/call", find(args), ["Mcp-Name: find", ...lines]);
      expect(message).to.match(/^Header mismatch: mcp-param-(?:region|level) is repeated$/);
    }
    await served("tools/call", find({ region: "a, b" }), ["Mcp-Name: find", "Mcp-Param-Region: a, b"]);
  });

  it("[HDR-07] refuses a name, a method and a revision that came several times", async () => {
    await refused("resources/read", { uri: "oni://a, oni://b" }, ["Mcp-Name: oni://a", "Mcp-Name: oni://b"]);
    await served("resources/read", { uri: "oni://a,b" }, ["Mcp-Name: oni://a,b"]);
    await refused("tools/list", {}, ["Mcp-Method: tools/list"]);
    await refused("tools/list", {}, ["Mcp-Method: tools/call"]);
    await refused("tools/list", {}, ["MCP-Protocol-Version: 2026-07-28"]);
    await refused("tools/list, tools/call", {}, ["Mcp-Method: tools/call"]);
  });

  it("[HDR-45] minds no header of an argument it does not know, however often it comes", async () => {
    await served("tools/call", find({}), ["Mcp-Name: find", "Mcp-Param-X: a", "Mcp-Param-X: b"]);
  });

  it("[HDR-10] refuses characters that a header cannot carry, and takes them in base64", async () => {
    for (const name of ["é", "查询", "🎉"]) {
      await refused("tools/call", { name }, [`Mcp-Name: ${raw(name)}`]);
      await refused("tools/call", { name }, [`Mcp-Name: ${encodeURI(name)}`]);
      await served("tools/call", { name }, [`Mcp-Name: ${encodeHeader(name)}`]);
    }
    await refused("tools/call", find({ region: "é" }), ["Mcp-Name: find", "Mcp-Param-Region: \u00e9"]);
    await refused("tools/call", find({ region: "é" }), ["Mcp-Name: find", `Mcp-Param-Region: ${raw("é")}`]);
  });

  it("[HDR-11] wraps a name that looks wrapped, and takes one that stands bare for what is in it", async () => {
    await refused("tools/call", { name: WRAPPED_NAME }, [`Mcp-Name: ${WRAPPED_NAME}`]);
    await served("tools/call", { name: WRAPPED_NAME }, [`Mcp-Name: ${encodeHeader(WRAPPED_NAME)}`]);
    await served("tools/call", { name: "test" }, [`Mcp-Name: ${WRAPPED_NAME}`]);
    await refused("tools/call", { name: "test" }, [`Mcp-Name: ${encodeHeader(WRAPPED_NAME)}`]);
  });

  it("[HDR-33] [HDR-38] refuses base64 that is broken, not canonical or no text, of names as of arguments", async () => {
    for (const value of ["dGVzdA", "dGVzdA=", "dGVzd!==", "dGVzdB==", "dGVz dA==", "_-8=", "/w==", ""]) {
      const message = await refused("tools/call", { name: "test" }, [`Mcp-Name: =?base64?${value}?=`]);
      expect(message).to.equal("Header mismatch: Mcp-Name differs from the body, or cannot be read");
    }
    for (const value of ["=?BASE64?dGVzdA==?=", "=?base64?dGVzdA==", "base64?dGVzdA==?="]) {
      await refused("tools/call", { name: "test" }, [`Mcp-Name: ${value}`]);
    }
  });

  it("[HDR-14] trims spaces and tabs around a header's value, and nothing else", async () => {
    await served("tools/call", { name: "test" }, ["Mcp-Name: \t test \t "]);
    await refused("tools/call", { name: "test" }, [`Mcp-Name: ${raw("\u00a0test")}`]);
    await refused("tools/call", find({ region: " eu" }), ["Mcp-Name: find", "Mcp-Param-Region:  eu"]);
    await served("tools/call", find({ region: " eu" }), [
      "Mcp-Name: find",
      `Mcp-Param-Region: ${encodeHeader(" eu")}`,
    ]);
  });
});
