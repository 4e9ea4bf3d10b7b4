import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import * as probe from "../support/probe-server.js";
import { type Fields, onEveryFront } from "./fronts.js";

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

/** Every method, and the name that its `Mcp-Name` repeats. */
const METHODS: readonly (readonly [method: string, params: JsonObject, name?: string])[] = [
  ["server/discover", {}],
  ["tools/list", {}],
  ["tools/call", { name: "nothing" }, "nothing"],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "probe://fixed" }, "probe://fixed"],
  ["prompts/list", {}],
  ["prompts/get", { name: "write", arguments: { topic: "tea" } }, "write"],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "write" }, argument: { name: "topic", value: "" } },
  ],
  ["subscriptions/listen", { notifications: {} }],
];

onEveryFront("headers that repeat the body", probe.build, ({ post }) => {
  async function refused(message: { readonly id: unknown }, fields: Fields): Promise<JsonObject> {
    const { status, reply } = await post(message, fields);
    expect(status, JSON.stringify(fields)).to.equal(400);
    expect(reply.id).to.equal(message.id);
    expect((reply.error as JsonObject).code, JSON.stringify(fields)).to.equal(-32020);
    return reply.error as JsonObject; // the lines above checked it
  }

  async function served(message: unknown, fields: Fields): Promise<JsonObject> {
    const { status, reply } = await post(message, fields);
    expect([status, reply.error], JSON.stringify(fields)).to.eql([200, undefined]);
    return reply.result as JsonObject; // the line above checked it
  }

  const mirrored = (args: JsonObject) => request("tools/call", { name: "mirrored", arguments: args });
  const heard = (result: JsonObject) => JSON.parse((result.content as [{ text: string }])[0].text);

  it("[HDR-03] [HDR-09] refuses a revision that differs from the body's, with the request's id", async () => {
    for (const version of ["2025-11-25", "v999.0.0", "", "2026-07-28, 2026-07-28"]) {
      const error = await refused(request("tools/list"), { "mcp-protocol-version": version });
      expect(error.message).to.equal("MCP-Protocol-Version and _meta name different revisions");
    }
  });

  it("[HDR-04] [HDR-10] refuses every method without its headers", async () => {
    for (const [method, params, name] of METHODS) {
      await refused(request(method, params), { "mcp-protocol-version": undefined });
      await refused(request(method, params), { "mcp-method": undefined });
      if (name !== undefined) await refused(request(method, params), { "mcp-name": undefined });
    }
  });

  it("[HDR-06] [HDR-47] wants Mcp-Name of the three methods that have a name, and minds it with no other", async () => {
    for (const [method, params, name] of METHODS) {
      const message = request(method, params);
      if (name === undefined) await served(message, { "mcp-name": "whatever" });
      else await refused(message, { "mcp-name": `${name}x` });
    }
  });

  it("[HDR-08] [HDR-13] takes another method, and another case, for a difference", async () => {
    for (const method of ["TOOLS/LIST", "Tools/list", "tools/call", "tools/list/", base64("tools/list")]) {
      const error = await refused(request("tools/list"), { "mcp-method": method });
      expect(error.message).to.equal("Header mismatch: Mcp-Method differs from the body");
    }
    await refused(request("tools/call", { name: "nothing" }), { "mcp-name": "Nothing" });
  });

  it("[HDR-14] leaves out the white space around a value", async () => {
    const message = request("tools/call", { name: "nothing" });
    await served(message, {
      "mcp-name": "  nothing \t",
      "mcp-method": " tools/call",
      "mcp-protocol-version": " 2026-07-28 ",
    });
    await served(mirrored({ region: "eu" }), { "mcp-param-region": "  eu " });
  });

  it("[HDR-11] [HDR-34] decodes base64 in names and arguments", async () => {
    await served(request("tools/call", { name: "nothing" }), { "mcp-name": base64("nothing") });
    const region = "eu — west 中🎉";
    expect(heard(await served(mirrored({ region }), { "mcp-param-region": base64(region) }))[0]).to.equal(
      region,
    );
    expect(
      heard(await served(mirrored({ region: "plain" }), { "mcp-param-region": base64("plain") }))[0],
    ).to.equal("plain");
  });

  it("[HDR-33] takes markers of another spelling for text", async () => {
    for (const region of [
      "=?BASE64?ZXU=?=",
      "=?base64?ZXU=",
      "?base64?ZXU=?=",
      "=?Base64?ZXU=?=",
      "=?base64?",
    ]) {
      expect(heard(await served(mirrored({ region }), { "mcp-param-region": region }))[0]).to.equal(region);
    }
    await refused(mirrored({ region: "eu" }), { "mcp-param-region": "=?BASE64?ZXU=?=" });
  });

  it("[HDR-38] refuses base64 that is broken or not canonical, and bytes that are no text", async () => {
    for (const [value, region] of [
      ["=?base64?SGVsbG8?=", "Hello"],
      ["=?base64?SGVs!!!bG8=?=", "Hello"],
      ["=?base64?SGVsbG9=?=", "Hello"],
      ["=?base64?SGVs bG8=?=", "Hello"],
      ["=?base64?_-8=?=", "\u00ff"],
      ["=?base64?/w==?=", "\u00ff"],
      ["=?base64??=", "Hello"],
    ] as const) {
      await refused(mirrored({ region }), { "mcp-param-region": value });
    }
  });

  it("[HDR-39] [HDR-40] [TRAN-03] refuses an argument that differs from its header, of every type", async () => {
    for (const [args, fields] of [
      [{ region: "us" }, { "mcp-param-region": "eu" }],
      [{ region: "eu" }, { "mcp-param-region": "EU" }],
      [{ level: 3 }, { "mcp-param-level": "4" }],
      [{ level: 3 }, { "mcp-param-level": "three" }],
      [{ level: 3 }, { "mcp-param-level": "0x3" }],
      [{ dry: true }, { "mcp-param-dry": "false" }],
      [{ dry: true }, { "mcp-param-dry": "1" }],
      [{ dry: true }, { "mcp-param-dry": "True" }],
    ] as readonly (readonly [JsonObject, Fields])[]) {
      const error = await refused(mirrored(args), fields);
      expect(error.message).to.match(/^Header mismatch: mcp-param-(region|level|dry-run) /);
    }
  });

  it("[HDR-41] refuses an argument whose header is missing, and does not run the tool", async () => {
    for (const args of [{ region: "eu" }, { level: 0 }, { dry: false }, { region: "" }]) {
      await refused(mirrored(args), {});
    }
  });

  it("[HDR-42] [HDR-27] expects no header of an argument that is not there", async () => {
    expect(heard(await served(mirrored({}), {}))).to.eql([null, null, null]);
    const { status, reply } = await post(mirrored({ region: null }));
    expect(status).to.equal(200);
    expect((reply.result as JsonObject).isError).to.equal(true);
  });

  it("[HDR-43] refuses a header whose argument is not there", async () => {
    await refused(mirrored({}), { "mcp-param-region": "eu" });
  });

  it("[HDR-44] [HDR-23] compares integers as numbers, within what a number can say", async () => {
    for (const text of ["42", "42.0", "+42", "forty-two"]) {
      const { status } = await post(mirrored({ level: 42 }), { "mcp-param-level": text });
      expect(status, text).to.equal(/^42/.test(text) ? 200 : 400);
    }
    await served(mirrored({ level: -(2 ** 53 - 1) }), { "mcp-param-level": `${-(2 ** 53 - 1)}` });
    for (const level of [2 ** 53, -(2 ** 53)])
      await refused(mirrored({ level }), { "mcp-param-level": `${level}` });
  });

  it("[HDR-45] minds no header of an argument it does not know", async () => {
    await served(mirrored({}), { "mcp-param-unheard-of": "x" });
    await served(request("tools/call", { name: "nothing" }), { "mcp-param-region": "eu" });
  });
});
