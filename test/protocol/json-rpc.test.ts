import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { isRequestId, notificationText, requestIdText } from "../../src/protocol/json-rpc.js";

const MAX = Number.MAX_SAFE_INTEGER;

describe("the id of a request", () => {
  it("[BASE-10] [BASE-07] is a text or a safe integer, and nothing else", () => {
    for (const id of ["", "1", "__proto__", "\ud800", 0, -0, -1, 2 ** 31, MAX, -MAX]) {
      expect(isRequestId(id), JSON.stringify(id)).to.equal(true);
    }
    const none = [
      null,
      undefined,
      true,
      1.5,
      Number.NaN,
      1 / 0,
      MAX + 1,
      -MAX - 1,
      1n,
      {},
      [],
      [1],
      Object(1),
    ];
    for (const id of none) expect(isRequestId(id), String(id)).to.equal(false);
  });

  it("[BASE-10] is written as JSON that reads as the same value of the same type", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.maxSafeInteger()), (id) => {
        const text = requestIdText(id);
        expect(JSON.parse(text)).to.equal(id);
        expect(text).to.not.include("\n");
      }),
      { numRuns: 500 },
    );
  });
});

describe("a notification", () => {
  it("[BASE-37] [BASE-02] is JSON-RPC without an id, on one line", () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (method, params) => {
        const text = notificationText(method, params);
        expect(JSON.parse(text)).to.eql(JSON.parse(JSON.stringify({ jsonrpc: "2.0", method, params })));
        expect(Object.keys(JSON.parse(text))).to.eql(["jsonrpc", "method", "params"]);
        expect(text).to.not.match(/[\n\r]/);
      }),
    );
  });
});
