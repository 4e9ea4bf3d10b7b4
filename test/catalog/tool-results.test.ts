import {
  audio,
  embed,
  Feature,
  Field,
  image,
  type JsonObject,
  link,
  Tool,
  type ToolResult,
  type ToolReturn,
  text,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { PIXEL } from "../conformance/samples.js";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
const STAMP = { resultType: "complete", _meta: { [SERVER_INFO]: { name: "catalog", version: "1.0.0" } } };

class Page {
  @Field() count!: number;
  @Field({ optional: true }) note?: string;
}
class Loose {
  @Field({ optional: true }) note?: string;
}

/** What the tools of a test return; some of it is nothing the compiler would let pass. */
const given: { value: unknown } = { value: undefined };

@Feature()
class Giving {
  @Tool()
  give(): ToolReturn {
    return given.value as ToolReturn;
  }

  @Tool()
  async give_later(): Promise<ToolReturn> {
    return given.value as ToolReturn;
  }

  @Tool({ output: Page })
  give_page(): Page {
    return given.value as Page;
  }

  @Tool({ output: Loose })
  give_loose(): Loose {
    return given.value as Loose;
  }

  @Tool({ output: {} })
  give_any() {
    return given.value as ToolResult;
  }

  @Tool({ output: { type: "array", items: { type: "integer" } } })
  give_list() {
    return given.value as ToolResult;
  }
}

describe("what a tool returns", () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await openServer([Giving]);
  });
  afterEach(closeServers);

  async function resultOf(tool: string, value: unknown): Promise<JsonObject> {
    given.value = value;
    const result = await client.callTool(tool);
    expectWireValid(client.frames.at(-1), "tools/call");
    return result;
  }

  /** The server's own error, which the client learns nothing of. */
  async function refusalOf(tool: string, value: unknown): Promise<unknown> {
    given.value = value;
    const error = await rejectionOf(client.callTool(tool));
    const { error: sent } = client.frames.at(-1) as { readonly error?: JsonObject };
    expect(sent).to.have.keys("code", "message");
    expect(sent?.code).to.equal(-32603);
    expect(sent?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
    return error;
  }

  function invalid(tool: string, detail: string) {
    return {
      code: "ERR_OUTPUT_INVALID",
      message:
        `ERR_OUTPUT_INVALID: Giving.${tool} returned a value its declaration does not allow: ${detail}. ` +
        "Fix: Return what is declared, or declare what is returned.",
    };
  }

  const BLOCKS = [
    ["text", text("a"), { type: "text", text: "a" }],
    [
      "an image",
      image(Buffer.from(PIXEL, "base64"), "image/png"),
      { type: "image", data: PIXEL, mimeType: "image/png" },
    ],
    ["sound", audio(Uint8Array.of(0), "audio/wav"), { type: "audio", data: "AA==", mimeType: "audio/wav" }],
    [
      "a link",
      link({ uri: "desk://nowhere", name: "n", size: 3 }),
      { type: "resource_link", uri: "desk://nowhere", name: "n", size: 3 },
    ],
    [
      "an embedded text",
      embed({ uri: "desk://one", text: "1" }, { annotations: { audience: ["user"] } }),
      {
        type: "resource",
        resource: { uri: "desk://one", text: "1" },
        annotations: { audience: ["user"] },
      },
    ],
    [
      "an embedded blob",
      embed({ uri: "desk://one", blob: "AA==" }),
      { type: "resource", resource: { uri: "desk://one", blob: "AA==" } },
    ],
  ] as const;

  const RULES: Readonly<Record<string, string>> = { resource_link: "TOOL-33", resource: "TOOL-34" };

  for (const [kind, block, wire] of BLOCKS) {
    it(`[${RULES[block.type] ?? "TOOL-32"}] [TOOL-31] may be ${kind}, alone or in a list, now or later`, async () => {
      for (const tool of ["give", "give_later"]) {
        expect(await resultOf(tool, block)).to.eql({ content: [wire], ...STAMP });
        expect(await resultOf(tool, [block, block])).to.eql({ content: [wire, wire], ...STAMP });
      }
    });
  }

  it("[TOOL-32] holds bytes as base64 without line breaks, however many there are", async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256).subarray(3);
    const result = await resultOf("give", audio(bytes, "audio/wav"));
    const [block] = result.content as readonly JsonObject[];
    expect(block?.data).to.match(/^[A-Za-z0-9+/]+={0,2}$/);
    expect([...Buffer.from(String(block?.data), "base64")]).to.eql([...bytes]);
  });

  it("[TOOL-30] is text, the empty one too, or nothing at all", async () => {
    for (const tool of ["give", "give_later"]) {
      expect(await resultOf(tool, "a\n")).to.eql({ content: [{ type: "text", text: "a\n" }], ...STAMP });
      expect(await resultOf(tool, "")).to.eql({ content: [{ type: "text", text: "" }], ...STAMP });
      expect(await resultOf(tool, undefined)).to.eql({ content: [], ...STAMP });
      expect(await resultOf(tool, [])).to.eql({ content: [], ...STAMP });
    }
  });

  it("[TOOL-36] [META-27] keeps the annotations and the _meta of a block", async () => {
    const extras = {
      annotations: { priority: 0.5, audience: ["user"] },
      _meta: { "com.example/a": 1 },
    } as const;
    const result = await resultOf("give", text("a", extras));
    expect(result.content).to.eql([{ type: "text", text: "a", ...extras }]);
  });

  it("[TOOL-31] is refused where it is neither text nor content, and then says what it is", async () => {
    const undeclared = (kind: string) =>
      invalid("give", `${kind} is neither text nor content; declare it with output`);
    class Ticket {}
    for (const [value, kind] of [
      [null, "null"],
      [0, "a number"],
      [false, "a boolean"],
      [{}, "an object"],
      [{ type: "text" }, "an object"],
      [{ content: "a" }, "an object"],
      [{ structuredContent: 1 }, "an object"],
      [new Ticket(), "a Ticket"],
      [new Map(), "a Map"],
      [Symbol("a"), "a symbol"],
    ] as const) {
      expect(await refusalOf("give", value)).to.include(undeclared(kind));
    }
  });

  const NO_BLOCKS = [
    ["a kind nobody knows", { type: "video", data: "AA==", mimeType: "video/mp4" }],
    ["text that is a number", { type: "text", text: 1 }],
    ["an image without a MIME type", { type: "image", data: "AA==" }],
    ["sound without data", { type: "audio", mimeType: "audio/wav" }],
    ["a link without a name", { type: "resource_link", uri: "desk://one" }],
    ["a resource with neither text nor blob", { type: "resource", resource: { uri: "desk://one" } }],
    ["a resource with both", { type: "resource", resource: { uri: "desk://one", text: "", blob: "" } }],
    ["a resource without a URI", { type: "resource", resource: { text: "" } }],
  ] as const;

  for (const [what, block] of NO_BLOCKS) {
    it(`[TOOL-31] [TOOL-32] is refused where it holds ${what}`, async () => {
      const detail = "an object is no content block";
      expect(await refusalOf("give", [text("a"), block])).to.include(invalid("give", detail));
      expect(await refusalOf("give", { content: [block] })).to.include(invalid("give", detail));
      const full = { content: [block], structuredContent: { count: 1 } };
      expect(await refusalOf("give_page", full)).to.include(invalid("give_page", detail));
      expect(await refusalOf("give_loose", { ...full, structuredContent: {} })).to.include(
        invalid("give_loose", detail),
      );
    });
  }

  it("[TOOL-31] is refused where a list holds what is no block, nothing included", async () => {
    for (const [item, kind] of [
      ["a", "a string"],
      [[text("a")], "a list"],
      [undefined, "undefined"],
      [null, "null"],
    ] as const) {
      const wrong = invalid("give", `${kind} is no content block`);
      expect(await refusalOf("give", [text("a"), item])).to.include(wrong);
      expect(await refusalOf("give", { content: [item] })).to.include(wrong);
    }
  });

  it("[TOOL-37] is refused where JSON cannot say its structured value", async () => {
    const wrong = invalid("give", "a function is no JSON value");
    expect(await refusalOf("give", { content: [], structuredContent: () => 1 })).to.include(wrong);
  });

  it("[BASE-12] [META-27] may be the whole result, whose further members reach the client", async () => {
    const result = await resultOf("give", {
      content: [text("a")],
      "com.example/extra": { deep: [1] },
      resultType: "complete",
      isError: false,
      _meta: { "com.example/y": 1 },
    });
    expect(result).to.eql({
      content: [{ type: "text", text: "a" }],
      "com.example/extra": { deep: [1] },
      resultType: "complete",
      isError: false,
      _meta: { "com.example/y": 1, ...STAMP._meta },
    });
  });

  it("[META-22] [META-27] cannot say that another server answered", async () => {
    const forged = { [SERVER_INFO]: { name: "somebody", version: "9" } };
    const result = await resultOf("give", { content: [], _meta: forged });
    expect(result._meta).to.eql(STAMP._meta);
  });

  it("[BASE-16] is refused with a resultType that nothing here defines", async () => {
    for (const resultType of ["task", "input_required", "", null, 5]) {
      expect(await refusalOf("give", { content: [], resultType })).to.include(
        invalid("give", `resultType ${resultType}`),
      );
    }
  });

  it("[TOOL-29] says isError only where the author does, and then needs no structured content", async () => {
    const failed = { content: [text("No.")], isError: true };
    for (const tool of ["give", "give_page", "give_list", "give_any"]) {
      expect(await resultOf(tool, failed), tool).to.eql({ ...failed, ...STAMP });
    }
    expect(await resultOf("give", "fine")).to.not.have.property("isError");
    expect(await resultOf("give_page", { count: 1 })).to.not.have.property("isError");
  });

  it("[TOOL-39] never shows a structured value beside an error, whether it fits or not", async () => {
    for (const structuredContent of [{ count: 1 }, { count: "many" }, null, 0]) {
      const failed = { content: [text("No.")], isError: true };
      expect(await resultOf("give_page", { ...failed, structuredContent })).to.eql({ ...failed, ...STAMP });
    }
  });

  it("[TOOL-37] [TOOL-38] [TOOL-41] sends any structured value, falsy ones too, and the same as text", async () => {
    for (const value of [null, 0, false, "", [], {}, "a", [null], { a: [0] }]) {
      const result = await resultOf("give_any", value);
      expect(result).to.eql({
        content: [{ type: "text", text: JSON.stringify(value) }],
        structuredContent: value,
        ...STAMP,
      });
    }
  });

  it("[TOOL-37] [TOOL-38] sends the structured value of a whole result, falsy ones too, with text for it", async () => {
    for (const structuredContent of [null, 0, false, "", [], { a: 1 }]) {
      for (const tool of ["give_any", "give"]) {
        const bare = await resultOf(tool, { content: [], structuredContent });
        expect(bare, tool).to.eql({
          content: [{ type: "text", text: JSON.stringify(structuredContent) }],
          structuredContent,
          ...STAMP,
        });
        const told = await resultOf(tool, { content: [text("In words.")], structuredContent, extra: 1 });
        expect(told, tool).to.eql({
          content: [{ type: "text", text: "In words." }],
          structuredContent,
          extra: 1,
          ...STAMP,
        });
      }
    }
  });

  it("[TOOL-39] [TOOL-14] holds a structured value against its schema, in a whole result too", async () => {
    expect((await resultOf("give_list", [1, 2])).structuredContent).to.eql([1, 2]);
    const wrong = invalid("give_list", "/1 must be integer, got string");
    expect(await refusalOf("give_list", [1, "2"])).to.include(wrong);
    expect(await refusalOf("give_list", { content: [], structuredContent: [1, "2"] })).to.include(wrong);
  });

  it("[TOOL-39] sends declared members alone, in a whole result too", async () => {
    const row = { count: 1, secret: "s3cret" };
    for (const value of [row, { content: [], structuredContent: row }]) {
      const result = await resultOf("give_page", value);
      expect(result.structuredContent).to.eql({ count: 1 });
      expect(JSON.stringify(result)).to.not.include("s3cret");
    }
  });

  it("[TOOL-39] is refused where output is declared and nothing was returned", async () => {
    const detail = "nothing was returned where output is declared";
    for (const tool of ["give_page", "give_list", "give_any"]) {
      expect(await refusalOf(tool, undefined), tool).to.include(invalid(tool, detail));
    }
  });
});
