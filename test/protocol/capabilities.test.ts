import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  type CapabilityPath,
  type ClientCapabilities,
  declares,
  requiredCapabilities,
} from "../../src/protocol/capabilities.js";

/** What a client said, what is needed, and whether it is there (T-58). */
const DECLARED: readonly (readonly [declared: unknown, path: CapabilityPath, there: boolean])[] = [
  [{}, "elicitation", false],
  [{}, "elicitation.form", false],
  [{ elicitation: {} }, "elicitation", true],
  [{ elicitation: {} }, "elicitation.form", true],
  [{ elicitation: {} }, "elicitation.url", false],
  [{ elicitation: { url: {} } }, "elicitation.url", true],
  [{ elicitation: { url: {} } }, "elicitation.form", false],
  [{ elicitation: { url: {} } }, "elicitation", true],
  [{ elicitation: { form: {} } }, "elicitation.form", true],
  [{ elicitation: { form: {} } }, "elicitation.url", false],
  [{ elicitation: { form: {}, url: {} } }, "elicitation.form", true],
  [{ sampling: {} }, "sampling", true],
  [{ sampling: {} }, "sampling.tools", false],
  [{ sampling: {} }, "sampling.context", false],
  [{ sampling: { tools: {} } }, "sampling.tools", true],
  [{ sampling: { tools: {} } }, "sampling.context", false],
  [{ roots: { listChanged: true } }, "roots", true],
  [{ extensions: { "com.example/x": {} } }, "extensions.com.example/x", true],
  [{ extensions: { "com.example/x": {} } }, "extensions.com.example/y", false],
  [{ extensions: {} }, "extensions.com.example/x", false],
  [{ experimental: { "a.b": {} } }, "experimental.a.b", true],
];

/** What no client that means it sends. */
const HOSTILE = [null, true, 1, "x", [], [{}]];

describe("the capabilities of a client", () => {
  for (const [declared, path, there] of DECLARED) {
    it(`[META-17] ${JSON.stringify(declared)} ${there ? "has" : "lacks"} ${path}`, () => {
      expect(declares(declared as ClientCapabilities, path)).to.equal(there);
    });
  }

  it("are objects, and anything else declares nothing", () => {
    for (const value of HOSTILE) {
      const outer = { elicitation: value, sampling: value, roots: value, extensions: value };
      const inner = { sampling: { tools: value }, extensions: { "a/b": value }, elicitation: { url: value } };
      for (const path of [
        "elicitation",
        "elicitation.form",
        "sampling",
        "roots",
        "extensions.a/b",
      ] as const) {
        expect(declares(outer as unknown as ClientCapabilities, path), path).to.equal(false);
      }
      for (const path of ["sampling.tools", "extensions.a/b", "elicitation.url"] as const) {
        expect(declares(inner as unknown as ClientCapabilities, path), path).to.equal(false);
      }
    }
  });

  it("are not those that every object has", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      expect(declares({ extensions: {}, experimental: {} }, `extensions.${name}`)).to.equal(false);
      expect(declares({ extensions: {}, experimental: {} }, `experimental.${name}`)).to.equal(false);
      expect(declares({}, name as CapabilityPath)).to.equal(false);
    }
  });

  it("[META-21] are named as the nested object that has them, and nothing more", () => {
    expect(
      requiredCapabilities([
        "roots",
        "sampling.tools",
        "elicitation.url",
        "elicitation.form",
        "extensions.a.b/c",
      ]),
    ).to.eql({
      roots: {},
      sampling: { tools: {} },
      elicitation: { url: {}, form: {} },
      extensions: { "a.b/c": {} },
    });
    expect(requiredCapabilities([])).to.eql({});
  });

  it("[META-21] are what a client has to declare, and then it has them", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}\/[a-z]{1,5}$/);
    const path = fc.oneof(
      fc.constantFrom<CapabilityPath[]>(
        "roots",
        "sampling",
        "sampling.context",
        "sampling.tools",
        "elicitation",
        "elicitation.url",
        "elicitation.form",
      ),
      name.map((id): CapabilityPath => `extensions.${id}`),
      name.map((id): CapabilityPath => `experimental.${id}`),
    );
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
        const named = requiredCapabilities(paths);
        for (const each of paths) expect(declares(named, each), each).to.equal(true);
      }),
    );
  });
});
