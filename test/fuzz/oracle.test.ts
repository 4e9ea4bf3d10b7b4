import { Buffer } from "node:buffer";
import { expect } from "chai";
import { describe, it } from "mocha";
import { META } from "../support/link.js";
import { debtsOfLines } from "./debt.js";
import { faultOfResponse } from "./http-check.js";
import type { RawRequest } from "./http-request.js";
import { findResponse } from "./http-response.js";
import { LineLedger } from "./line-ledger.js";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", _meta: META } };
const ANSWER = { jsonrpc: "2.0", id: 1, result: { resultType: "complete", content: [] } };
const CANCELLED = { content: [{ type: "text", text: "cancelled" }], resultType: "complete" };
const MALFORMED = { jsonrpc: "2.0", error: { code: -32700, message: "Parse error" } };

/** What a ledger says of these frames, for these lines. */
function faultsOf(lines: readonly unknown[], frames: readonly unknown[]): string[] {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const ledger = new LineLedger(debtsOfLines(Buffer.from(lines.map(text).join("\n"))));
  for (const frame of frames) ledger.receive(text(frame));
  return [...ledger.faults, ...ledger.balance()];
}

describe("the fuzzer's own check of lines", () => {
  it("takes what is due", () => {
    expect(faultsOf([CALL, "{", { jsonrpc: "2.0", method: "x" }, " "], [MALFORMED, ANSWER])).to.eql([]);
  });

  const error = (code: number, message = "x") => ({ jsonrpc: "2.0", id: 1, error: { code, message } });
  const progress = {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: 5, progress: 1 },
  };
  const cases: readonly [title: string, lines: unknown[], frames: unknown[], fault: RegExp][] = [
    ["an answer that is missing", [CALL], [], /^no answer to 1$/],
    ["an answer too many", [CALL], [ANSWER, ANSWER], /^this is one answer too many/],
    ["an answer to nobody", [CALL], [ANSWER, { ...ANSWER, id: "1" }], /^nobody asked with this id/],
    ["an answer to a notification", [{ jsonrpc: "2.0", method: "x" }], [MALFORMED], /^-1 more parse errors/],
    ["a parse error that is missing", ["{"], [], /^1 more parse errors are owed/],
    ["a refusal that is missing", ["[]"], [], /^1 more errors without an id are owed/],
    [
      "the result of another method",
      [CALL],
      [{ ...ANSWER, result: { resultType: "complete", tools: [] } }],
      /^CallToolResult/,
    ],
    ["a number that is none", [CALL], [error(-32001)], /^-32001 is no number/],
    ["a stack", [CALL], [error(-32603, "x\n    at run (app.js:1:2)")], /^the frame tells/],
    ["a secret", [CALL], [error(-32603, "admin:hunter2")], /^the frame tells/],
    [
      "an answer to a cancelled call",
      [CALL],
      [{ ...ANSWER, result: CANCELLED }],
      /^a cancelled call is answered/,
    ],
    ["progress that nobody asked for", [CALL], [progress, ANSWER], /^nobody gave this progress token/],
    ["a line that is no frame", [CALL], ["hello", ANSWER], /^the frame is not JSON/],
  ];
  for (const [title, lines, frames, fault] of cases) {
    it(`finds ${title}`, () => {
      expect(faultsOf(lines, frames)[0]).to.match(fault);
    });
  }
});

describe("the fuzzer's own check of responses", () => {
  const request = (body: unknown): RawRequest => ({
    bytes: Buffer.alloc(0),
    body: Buffer.from(JSON.stringify(body)),
    method: "POST",
    path: "/mcp",
    ending: "patient",
    isOrderly: true,
    isMalformed: false,
  });
  const faultOf = (body: unknown, status: number, head: string, text: string) => {
    const bytes = `HTTP/1.1 ${status} X\r\n${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    const response = findResponse(Buffer.from(bytes), "POST");
    if (response === undefined) throw new Error("there is a head");
    return faultOfResponse(request(body), response);
  };
  const json = "content-type: application/json\r\n";
  const refusal = (code: number) => JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message: "x" } });

  it("takes what is due", () => {
    expect(faultOf(CALL, 200, json, JSON.stringify(ANSWER))).to.equal(undefined);
    expect(faultOf({ jsonrpc: "2.0", method: "x" }, 202, "", "")).to.equal(undefined);
  });

  it("finds a status that does not go with the answer", () => {
    expect(faultOf(CALL, 500, json, JSON.stringify(ANSWER))).to.equal(
      'status 500 does not go with "a result"',
    );
    expect(faultOf(CALL, 200, json, refusal(-32020))).to.match(/^status 200 does not go with .*-32020/);
    expect(faultOf(CALL, 500, "", "")).to.equal("status 500 without a body");
  });

  it("finds a request that is taken for a notification, and the other way around", () => {
    expect(faultOf(CALL, 202, "", "")).to.equal("a request was taken for none");
    expect(faultOf({ jsonrpc: "2.0", method: "x" }, 200, json, JSON.stringify(ANSWER))).to.equal(
      "the id is another's",
    );
  });

  it("finds a stream that goes on after the reply", () => {
    const events = [ANSWER, { jsonrpc: "2.0", method: "notifications/progress" }];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    expect(faultOf(CALL, 200, "content-type: text/event-stream\r\n", text)).to.equal(
      "the reply is not the last frame",
    );
  });
});
