import { Buffer } from "node:buffer";
import { Agent, request as httpRequest } from "node:http";
import type { JsonObject, Server } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import fc from "fast-check";
import { after, before, describe, it } from "mocha";
import { isRecord, META } from "../support/link.js";
import { debtOf, idText } from "./debt.js";
import { faultOfFrame } from "./frame-check.js";
import { build } from "./fuzz-server.js";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const METHODS = [
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "subscriptions/listen",
];
const NAMES = [
  "echo",
  "add",
  "order",
  "contact",
  "shape",
  "open",
  "tree",
  "repair",
  "blocks",
  "scoped",
  "write",
];

type TestClient = Awaited<ReturnType<typeof connect>>;

/** Sends a message, and holds what comes against what is due. */
async function expectLegal(client: TestClient, message: unknown): Promise<void> {
  const text = JSON.stringify(message);
  const due = debtOf(Buffer.from(text));
  const before = client.frames.length;
  await client.send(text);
  const frames = client.frames.slice(before);
  const reply = frames.at(-1);
  if (due.kind === "none" || reply === undefined) {
    expect(frames, text).to.have.length(0);
    expect(due.kind, text).to.equal("none");
    return;
  }
  expect(faultOfFrame(JSON.stringify(reply), due.kind === "answer" ? due.method : undefined)).to.equal(
    undefined,
  );
  if (due.kind === "answer") return void expect(idText(reply.id), text).to.equal(due.id);
  expect(reply, text).not.to.have.property("id");
  expect((reply.error as JsonObject).code, text).to.equal(due.code); // the check of the frame saw it
}

describe("any JSON, dispatched", () => {
  let server: Server;
  let client: TestClient;
  before(async () => {
    server = await build({ logger: SILENT });
    client = await connect(server);
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  it("[BASE-19] [BASE-36] is answered as its envelope is due", async () => {
    const id = fc.oneof(fc.integer(), fc.string(), fc.jsonValue());
    const method = fc.oneof(
      fc.constantFrom(...METHODS, "notifications/cancelled", "initialize"),
      fc.string(),
    );
    const envelope = fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "2.0", "1.0", 2),
        id,
        method,
        params: fc.jsonValue(),
        result: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const message = fc.oneof(fc.jsonValue({ maxDepth: 5 }), envelope);
    await fc.assert(
      fc.asyncProperty(message, (value) => expectLegal(client, value)),
      { numRuns: 500 },
    );
  });

  it("[BASE-10] [BASE-13] is answered by the request's own kind of result, or by an error", async () => {
    const params = fc.record(
      {
        name: fc.oneof(fc.constantFrom(...NAMES), fc.string()),
        arguments: fc.oneof(
          fc.jsonValue({ maxDepth: 4 }),
          fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
        ),
        uri: fc.oneof(
          fc
            .constantFrom("note://", "tree://", "find://notes?text=")
            .chain((start) => fc.string().map((end) => start + end)),
          fc.webUrl(),
          fc.string({ unit: "binary" }),
        ),
        cursor: fc.oneof(fc.string(), fc.base64String(), fc.jsonValue()),
        ref: fc.record({
          type: fc.constantFrom("ref/prompt", "ref/resource"),
          name: fc.string(),
          uri: fc.string(),
        }),
        argument: fc.record({ name: fc.string(), value: fc.string() }),
        notifications: fc.jsonValue({ maxDepth: 3 }),
      },
      { requiredKeys: [] },
    );
    const extra = fc.record(
      { progressToken: fc.jsonValue(), traceparent: fc.string() },
      { requiredKeys: [] },
    );
    const request = fc
      .tuple(
        fc.oneof(fc.integer(), fc.string({ unit: "binary" })),
        fc.constantFrom(...METHODS),
        params,
        extra,
      )
      .map(([id, method, rest, meta]) => ({
        jsonrpc: "2.0",
        id,
        method,
        params: { ...rest, _meta: { ...META, ...meta } },
      }));
    await fc.assert(
      fc.asyncProperty(request, (value) => expectLegal(client, value)),
      { numRuns: 500 },
    );
  });
});

/** A header as it may come, and whether it says what the body says. */
interface Said {
  readonly value: string | undefined;
  readonly isRight: boolean;
}

/** Text that a header can carry, and that is none of the values of these requests. */
const WRONG = fc.string({ unit: fc.constantFrom(...' \t!aZ0=?;,%"\u00e9\u00ff') }).map((text) => `x${text}`);

/** The spellings of a value, and what stands for another one or for none. */
function said(text: string, mayBeEncoded: boolean): fc.Arbitrary<Said> {
  const encoded = `=?base64?${Buffer.from(text).toString("base64")}?=`;
  const plain = /^[!-~]+$/.test(text) && !text.startsWith("=?") ? [text, ` ${text}\t`] : [];
  const right = [...plain, ...(mayBeEncoded ? [encoded, `\t${encoded} `] : [])];
  const wrong = [
    "",
    text.toUpperCase() + text,
    `=?BASE64?${encoded.slice(9)}`,
    ...(mayBeEncoded ? [] : [encoded]),
  ];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...right).map((value) => ({ value, isRight: true })) },
    fc.constantFrom(undefined, ...wrong.filter((value) => /^[\x20-\x7e]*$/.test(value))).map(isWrong),
    WRONG.map(isWrong),
  );
}

function isWrong(value: string | undefined): Said {
  return { value, isRight: false };
}

describe("any header, over HTTP", () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: Server;
  let port: number;
  before(async () => {
    server = await build({ logger: SILENT });
    ({ port } = await server.listen({ signals: false }));
  });
  after(async () => {
    agent.destroy();
    await server.close();
  });

  function post(
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; reply: JsonObject }> {
    return new Promise((resolve, reject) => {
      const options = { agent, host: "127.0.0.1", port, path: "/mcp", method: "POST", headers };
      const sent = httpRequest(options, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ status: response.statusCode ?? 0, reply: JSON.parse(text) as JsonObject }); // checked below
      });
      sent.on("error", reject).end(body);
    });
  }

  it("[HDR-07] [HDR-08] [HDR-11] is served where every header says what the body says, and -32020 otherwise", async () => {
    const headers = fc.tuple(
      said("2026-07-28", false),
      said("tools/call", false),
      said("mirrored", true),
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
        .chain((region) => said(region, true).map((header) => ({ region, header }))),
    );
    const served = async ([version, method, name, { region, header }]: ReturnType<
      typeof headers.generate
    >["value"]) => {
      const sent: readonly (readonly [string, Said])[] = [
        ["MCP-Protocol-Version", version],
        ["Mcp-Method", method],
        ["Mcp-Name", name],
        ["mcp-param-region", header],
      ];
      const params = { name: "mirrored", arguments: { region }, _meta: META };
      const body = JSON.stringify({ jsonrpc: "2.0", id: "h", method: "tools/call", params });
      const fields = sent.flatMap(([field, { value }]) =>
        value === undefined ? [] : [[field, value] as const],
      );
      const { status, reply } = await post(
        {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          ...Object.fromEntries(fields),
        },
        body,
      );
      expect(faultOfFrame(JSON.stringify(reply), "tools/call")).to.equal(undefined);
      expect(reply.id).to.equal("h");
      const first = sent.find(([, { isRight }]) => !isRight);
      if (first === undefined) return void expect([status, isRecord(reply.result)]).to.eql([200, true]);
      const { code, message } = reply.error as { code: number; message: string }; // the check of the frame saw it
      expect([status, code]).to.eql([400, -32020]);
      expect(message).to.contain(first[0]);
    };
    await fc.assert(fc.asyncProperty(headers, served), { numRuns: 400 });
  });
});
