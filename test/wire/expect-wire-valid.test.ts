import { expect } from "chai";
import { describe, it } from "mocha";
import { expectWireValid, findWireFault } from "./expect-wire-valid.js";

const SUBSCRIPTION = { "io.modelcontextprotocol/subscriptionId": 4 };
const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { experimental: { "com.example/x": { share: 0.5, none: null } } },
  ttlMs: 0,
  cacheScope: "private",
};

const answer = (result: object) => ({ jsonrpc: "2.0", id: 1, result });
const refusal = (error: object, id: object = { id: "a" }) => ({ jsonrpc: "2.0", ...id, error });

describe("the wire checker", () => {
  const valid: [string, unknown, string?][] = [
    [
      "a tool's text",
      answer({ resultType: "complete", content: [{ type: "text", text: "" }] }),
      "tools/call",
    ],
    ["fractions and null in a capability", answer(DISCOVERED), "server/discover"],
    ["a result of a method it was not told of", answer({ resultType: "complete" })],
    ["an error without an id", refusal({ code: -32700, message: "Parse error" }, {})],
    ["an application's own error", refusal({ code: 1001, message: "Closed", data: [1] })],
    ["a missing capability", refusal({ code: -32021, message: "m", data: { requiredCapabilities: {} } })],
    [
      "an unsupported revision",
      refusal({ code: -32022, message: "m", data: { supported: ["2026-07-28"], requested: "x" } }),
    ],
    [
      "progress",
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 0, progress: 0.5 } },
    ],
    [
      "a change on a listen stream",
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: SUBSCRIPTION } },
    ],
  ];
  for (const [what, frame, method] of valid) {
    it(`accepts ${what}`, () => {
      expectWireValid(frame, method);
    });
  }

  const invalid: [string, unknown, RegExp, string?][] = [
    ["a result without resultType", answer({ content: [] }), /resultType/, "tools/call"],
    ["a list without cache hints", answer({ resultType: "complete", tools: [] }), /ttlMs/, "tools/list"],
    ["a tool's answer without content", answer({ resultType: "complete" }), /content/, "tools/call"],
    ["an error with a null id", refusal({ code: -32700, message: "m" }, { id: null }), /id must be string/],
    ["a fractional code", refusal({ code: 1.5, message: "m" }), /code must be integer/],
    ["an error without a message", refusal({ code: -32603 }), /message/],
    [
      "capabilities as a list",
      refusal({ code: -32021, message: "m", data: { requiredCapabilities: [] } }),
      /object/,
    ],
    ["-32022 without data", refusal({ code: -32022, message: "m" }), /data/],
    [
      "a result together with an error",
      { ...answer({ resultType: "complete" }), error: {} },
      /result, error/,
    ],
    ["neither a result nor an error", { jsonrpc: "2.0", id: 1 }, /none/],
    ["a request from the server", { jsonrpc: "2.0", id: 1, method: "ping" }, /sends no requests/],
    ["an unknown notification", { jsonrpc: "2.0", method: "notifications/nope" }, /ServerNotification/],
    ["a batch", [answer({ resultType: "complete" })], /one JSON object/],
    ["another version of JSON-RPC", { jsonrpc: "1.0", id: 1, result: { resultType: "complete" } }, /jsonrpc/],
  ];
  for (const [what, frame, fault, method] of invalid) {
    it(`refuses ${what}`, () => {
      expect(findWireFault(frame, method)).to.match(fault);
      expect(() => expectWireValid(frame, method)).to.throw(fault);
    });
  }
});
