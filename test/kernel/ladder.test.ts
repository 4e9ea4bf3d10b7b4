import type { JsonObject, LogFields, Server } from "blazon";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { onEveryFront } from "../http/fronts.js";
import { isRecord } from "../support/link.js";
import { Pipe } from "../support/pipe.js";
import { framesOf } from "../support/transports.js";
import { ANSWERS, breakRows, canBreakBoth, ID, LINE_ROWS, ROWS, type Row } from "./broken-message.js";
import { build, buildWith } from "./ladder-server.js";

/** The text of an error, or of a tool's result. */
function textOf(reply: JsonObject | undefined): string {
  if (isRecord(reply?.error)) return String(reply.error.message);
  const { content } = (reply?.result ?? { content: [{ text: "" }] }) as { content: [{ text: string }] };
  return content[0].text;
}

/** The answer to a message, judged by the first row that it breaks. */
function expectAnswer(row: Row, reply: JsonObject | undefined, rows: readonly Row[]): void {
  const { code, text, hasId } = ANSWERS[row];
  const about = `rows ${rows.join(", ")}`;
  expect(textOf(reply), about).to.match(text);
  expect((reply?.error as JsonObject | undefined)?.code, about).to.equal(code);
  expect(reply?.id, about).to.equal(hasId && !rows.includes(9) ? ID : undefined);
}

const PAIRS = ROWS.flatMap((first, index) =>
  ROWS.slice(index)
    .filter((second) => canBreakBoth(first, second))
    .map((second) => [first, second] as const),
);

onEveryFront("the ladder", build, ({ raw }) => {
  async function expectRow(row: Row, rows: readonly Row[]): Promise<void> {
    const { text: body, fields } = breakRows(rows);
    const response = await raw({ method: "POST", headers: fields, body });
    const text = await response.text();
    const [reply] = text === "" ? [] : framesOf(response.headers.get("content-type") ?? "", text);
    expect(response.status, `rows ${rows.join(", ")}`).to.equal(ANSWERS[row].status);
    expectAnswer(row, reply, rows);
  }

  it("[VER-04] [META-12] [META-20] answers a message that breaks two of its rows by the first of them", async () => {
    for (const [first, second] of PAIRS) await expectRow(first, [first, second]);
  });

  it("answers a message that breaks a row and all that follow by that row", async () => {
    for (const [index, row] of ROWS.entries()) {
      await expectRow(
        row,
        ROWS.slice(index).filter((other) => canBreakBoth(row, other) && !(row < 10 && other === 12)),
      );
    }
  });
});

describe("the ladder, on lines", () => {
  let server: Server;
  let pipe: Pipe;
  before(async () => {
    server = await build();
    pipe = Pipe.open(server);
  });
  after(async () => {
    await pipe.close();
    await server.close();
  });

  async function expectRow(row: Row, rows: readonly Row[]): Promise<void> {
    pipe.send(breakRows(rows).text);
    await pipe.settle();
    const frames = pipe.frames.splice(0);
    expect(frames, `rows ${rows.join(", ")}`).to.have.length(row === 9 ? 0 : 1);
    expectAnswer(row, frames[0], rows);
  }

  it("answers a message that breaks two of its rows by the first of them", async () => {
    for (const [first, second] of PAIRS) {
      if (LINE_ROWS.includes(first) && LINE_ROWS.includes(second)) await expectRow(first, [first, second]);
    }
  });

  it("minds no row that is about headers alone", async () => {
    for (const row of ROWS.filter((each) => !LINE_ROWS.includes(each))) await expectRow(23, [row]);
  });

  it("[VER-10] takes a handshake for one before it looks at anything it lacks", async () => {
    const old = await buildWith({ legacy: "off" });
    const line = Pipe.open(old);
    for (const params of [undefined, {}, { protocolVersion: "2025-11-25" }, { _meta: {} }, { _meta: 5 }]) {
      line.send({ jsonrpc: "2.0", id: ID, method: "initialize", params });
      await line.settle();
      const [frame] = line.frames.splice(0);
      const requested = params?.protocolVersion ?? "";
      expect(frame?.error, JSON.stringify(params)).to.eql({
        code: -32022,
        message: "This server speaks 2026-07-28 and has no handshake; call server/discover",
        data: { supported: ["2026-07-28"], requested },
      });
    }
    await line.close();
    await old.close();
  });
});

describe("a refusal", () => {
  const logged: LogFields[] = [];
  const write = (fields: LogFields): void => void logged.push(fields);
  let server: Server;
  let address: string;
  before(async () => {
    server = await buildWith({ logger: { debug: write, info: write, warn: write, error: write } });
    ({ url: address } = await server.listen({ port: 0, signals: false }));
  });
  after(() => server.close());

  async function loggedFor(rows: readonly Row[]): Promise<readonly LogFields[]> {
    logged.length = 0;
    const { text: body, fields } = breakRows(rows);
    await (await fetch(address, { method: "POST", headers: fields, body })).arrayBuffer();
    return [...logged];
  }

  it("is logged once, by its code and its row", async () => {
    for (const row of ROWS) {
      const { logged: code } = ANSWERS[row];
      const lines = await loggedFor([row]);
      if (row === 23) continue; // shown by the next test
      expect(
        lines.map((line) => [line.code, line.row]),
        `row ${row}`,
      ).to.eql(code === undefined ? [] : [[code, row]]);
    }
  });

  it("[LOG-10] is no failure; a failure is logged whole, under the reference its client was told", async () => {
    logged.length = 0;
    const { text: body, fields } = breakRows([23]);
    const text = await (await fetch(address, { method: "POST", headers: fields, body })).text();
    const reference = /reference ([0-9a-f]{12})/.exec(text)?.[1];
    expect(text).to.not.match(/hunter2|10\.0\.0\.5|\.js/);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.deep.include({
      severity: "error",
      reference,
      member: "Gate.gated",
      method: "tools/call",
      request: ID,
    });
    expect(logged[0]?.error).to.be.instanceOf(Error).with.property("message").that.includes("hunter2");
  });
});

describe("a caller that comes too often", () => {
  it("is told so before its message is looked at, but not before its origin is", async () => {
    const server = await buildWith({ rateLimit: { requests: 1, perMs: 3_600_000 } });
    const { url } = await server.listen({ port: 0, signals: false });
    const statusOf = async (rows: readonly Row[]) => {
      const { text: body, fields } = breakRows(rows);
      const response = await fetch(url, { method: "POST", headers: fields, body });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await statusOf([23])).to.equal(200);
    for (const row of ROWS) expect(await statusOf([row]), `row ${row}`).to.equal(row === 2 ? 403 : 429);
    await server.close();
  });
});
