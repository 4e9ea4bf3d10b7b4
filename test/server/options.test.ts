import { BootError, createServer, type ServerOptions } from "blazon";
import { expect } from "chai";
import { describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";

/** What is wrong with options, each a message of its own. */
async function wrongsOf(options: unknown): Promise<readonly string[]> {
  const error = await rejectionOf(createServer(options as ServerOptions));
  expect(error).to.be.instanceOf(BootError);
  const { problems } = error as BootError; // the line above checked it
  for (const { code, fix } of problems) {
    expect(code).to.equal("ERR_OPTION_INVALID");
    expect(fix).to.not.equal("");
  }
  return problems.map(({ message }) => message);
}

const RIGHT = { name: "a", version: "1", features: [] };

const WRONG: readonly (readonly [option: string, values: readonly unknown[], says: string])[] = [
  ["name", [undefined, null, "", 5], "name is no text"],
  ["version", [undefined, null, "", 1], "version is no text"],
  ["title", [null, 5, {}], "title is no text"],
  ["description", [null, 5], "description is no text"],
  ["websiteUrl", [null, new URL("https://a.example")], "websiteUrl is no text"],
  ["instructions", [null, []], "instructions is no text"],
  ["features", [undefined, null, {}, "x"], "features is no list"],
  ["providers", [null, {}, class {}], "providers is no list"],
  ["extensions", [null, {}], "extensions is no list"],
  ["limits", [null, [], 5], "limits is no object"],
  ["cache", [null, [], "public"], "cache is no object"],
  ["logger", [null, console.log, {}, { info() {}, warn() {}, error() {} }], "logger cannot be written to"],
  [
    "iconsFrom",
    [null, 5, "", "file:///icons", "https://a.example/", new URL("https://a.example/")],
    "iconsFrom is ",
  ],
  ["iconManifest", [true, "", {}, new URL("data:,")], "iconManifest is "],
  ["verifyIcons", [null, "yes", 1], "verifyIcons is "],
  ["pageSize", [0, -1, 1.5, "10", Number.NaN, 1e9], "pageSize is "],
  ["progressIntervalMs", [-1, 0.5, "50", Number.POSITIVE_INFINITY], "progressIntervalMs is "],
];

describe("the options of a server", () => {
  for (const [option, values, says] of WRONG) {
    it(`are refused for ${option}, naming it`, async () => {
      for (const value of values) {
        const [message, ...others] = await wrongsOf({ ...RIGHT, [option]: value });
        expect(message).to.include(says);
        expect(others).to.eql([]);
      }
    });
  }

  for (const limit of ["bodyBytes", "lineBytes", "depth", "elements", "iconBytes"]) {
    it(`are refused for a limit of ${limit} that limits nothing`, async () => {
      for (const value of [0, -1, 1.5, "64", null, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40]) {
        const messages = await wrongsOf({ ...RIGHT, limits: { [limit]: value } });
        expect(messages, String(value)).to.have.length(1);
        expect(messages[0]).to.include(`limits.${limit} is ${String(value)}`);
      }
    });
  }

  it("are refused for everything that is wrong with them at once", async () => {
    const messages = await wrongsOf({
      name: "",
      version: 1,
      features: {},
      logger: {},
      pageSize: 0,
      limits: { depth: 0, elements: "many" },
      hosts: "localhost",
    });
    for (const option of [
      "name",
      "version",
      "features",
      "logger",
      "pageSize",
      "limits.depth",
      "limits.elements",
      "hosts",
    ]) {
      expect(
        messages.filter((message) => message.includes(`${option} `)),
        option,
      ).to.have.length(1);
    }
    expect(messages).to.have.length(8);
  });

  it("are refused where there are none", async () => {
    for (const options of [undefined, null, 5, "x", []]) {
      expect(await wrongsOf(options), String(options)).to.have.length(1);
    }
  });

  it("take the least that a server needs", async () => {
    const server = await createServer(RIGHT);
    await server.close();
  });
});
