import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { isExtensionId, isMetaKey, isReservedMetaKey, META } from "../../src/protocol/meta.js";

/** What judges keys: each legal or not, with the requirement that says so. */
const KEYS: readonly (readonly [ids: string, key: string, legal: boolean])[] = [
  ["[META-02]", "com.example/x", true],
  ["[META-02]", "com..example/x", false],
  ["[META-02]", "/x", false],
  ["[META-02]", "com.example//x", false],
  ["[META-02]", ".com/x", false],
  ["[META-02]", "com./x", false],
  ["[META-03]", "1a.b/x", false],
  ["[META-03]", "a-.b/x", false],
  ["[META-03]", "-a.b/x", false],
  ["[META-03]", "a_b.c/x", false],
  ["[META-03]", "a b/x", false],
  ["[META-03]", "é.b/x", false],
  ["[META-03]", "a-1.b/x", true],
  ["[META-03]", "a/x", true],
  ["[META-06]", "a/", true],
  ["[META-06]", "a/-x", false],
  ["[META-06]", "a/x_", false],
  ["[META-06]", "a/.x", false],
  ["[META-06]", "x", true],
  ["[META-06]", "x-", false],
  ["[META-07]", "a/x.y_z-1", true],
  ["[META-07]", "a/x y", false],
  ["[META-07]", "a/x/y", false],
  ["[META-07]", "a/x\n", false],
  ["[META-07]", "a/x:y", false],
  ["[OTEL-01]", "traceparent", true],
  ["[OTEL-01]", "tracestate", true],
  ["[OTEL-01]", "baggage", true],
  ["[META-08]", "progressToken", true],
];

describe("a key of _meta", () => {
  for (const [ids, key, legal] of KEYS) {
    it(`${ids} ${JSON.stringify(key)} is ${legal ? "legal" : "none"}`, () => {
      expect(isMetaKey(key)).to.equal(legal);
    });
  }

  it("[META-08] is legal where the protocol itself reads or writes it", () => {
    for (const key of Object.values(META)) expect(isMetaKey(key), key).to.equal(true);
  });

  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,5}[a-z0-9])?$/);
  const name = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,5}[A-Za-z0-9])?$/);

  it("[META-02] [META-03] [META-06] is whatever the grammar makes, and stays so with a label more", () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), name, label, (labels, last, extra) => {
        expect(isMetaKey(`${labels.join(".")}/${last}`)).to.equal(true);
        expect(isMetaKey(`${[...labels, extra].join(".")}/${last}`)).to.equal(true);
        expect(isExtensionId(`${labels.join(".")}/${last}`)).to.equal(true);
        expect(isMetaKey(last)).to.equal(true);
        expect(isExtensionId(last)).to.equal(false);
      }),
    );
  });

  const RESERVED: readonly (readonly [key: string, reserved: boolean])[] = [
    ["io.modelcontextprotocol/serverInfo", true],
    ["dev.mcp/x", true],
    ["com.mcp.tools/x", true],
    ["org.modelcontextprotocol.api/x", true],
    ["com.example.mcp/x", false],
    ["mcp/x", false],
    ["mcp.dev/x", false],
    ["modelcontextprotocol.io/x", false],
    ["dev.mcps/x", false],
    ["dev/mcp", false],
    ["traceparent", false],
  ];

  for (const [key, reserved] of RESERVED) {
    it(`[META-05] ${key} is ${reserved ? "the protocol's" : "anybody's"}`, () => {
      expect(isReservedMetaKey(key)).to.equal(reserved);
    });
  }
});
