import {
  audio,
  embed,
  Feature,
  Field,
  image,
  type JsonObject,
  link,
  Prompt,
  type PromptReturn,
  RpcError,
  ToolError,
  text,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { PIXEL } from "../conformance/samples.js";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

const SERVER_INFO = { "io.modelcontextprotocol/serverInfo": { name: "catalog", version: "1.0.0" } };
const STAMP = { resultType: "complete", _meta: SERVER_INFO };

/** What the prompt of a test does; some of it is nothing the compiler would let pass. */
const given: { value: unknown; failure?: unknown } = { value: undefined };

class Topic {
  @Field("What it is about", { title: "Topic", maxLength: 10 }) topic!: string;
  @Field({ optional: true, maxLength: 10 }) tone?: string;
  @Field({ maxLength: 10 }) length = "short";
}

@Feature()
class Giving {
  @Prompt()
  give(): PromptReturn {
    return given.value as PromptReturn;
  }

  @Prompt({ name: "write-it", title: "Write", description: "Writes a text", _meta: { "com.example/a": 1 } })
  write({ topic, tone = "plain", length }: Topic): string {
    return `${topic} ${tone} ${length}`;
  }

  @Prompt()
  async fail(): Promise<string> {
    throw given.failure;
  }
}

describe("prompts", () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await openServer([Giving]);
  });
  afterEach(closeServers);

  async function get(value: unknown): Promise<JsonObject> {
    given.value = value;
    const result = await client.getPrompt("give");
    expectWireValid(client.frames.at(-1), "prompts/get");
    return result;
  }

  it("[PROM-02] [PROM-04] are listed with what was declared, in order, and nothing else", async () => {
    const prompts = await client.listPrompts();
    expectWireValid(client.frames.at(-1), "prompts/list");
    expect(prompts).to.eql([
      { name: "give" },
      {
        name: "write-it",
        title: "Write",
        description: "Writes a text",
        arguments: [
          { name: "topic", title: "Topic", description: "What it is about", required: true },
          { name: "tone", required: false },
          { name: "length", required: false },
        ],
        _meta: { "com.example/a": 1 },
      },
      { name: "fail" },
    ]);
  });

  it("[PROM-05] are given their arguments, with defaults for what is left out", async () => {
    const textOf = async (args: Readonly<Record<string, string>>) =>
      (await client.getPrompt("write-it", args)).messages[0]?.content;
    expect(await textOf({ topic: "rain" })).to.eql({ type: "text", text: "rain plain short" });
    expect(await textOf({ topic: "", tone: "dry", length: "" })).to.eql({ type: "text", text: " dry " });
  });

  it("[PROM-05] [PROM-13] [PROM-15] refuse arguments that are missing, unknown, too long or no text", async () => {
    for (const [args, message] of [
      [{}, "Invalid arguments: /topic is required"],
      [
        { topic: "much too long" },
        "Invalid arguments: /topic must NOT have more than 10 characters, got string",
      ],
      [{ topic: "a", colour: "b" }, "Invalid arguments: /colour is not a known property"],
      [{ topic: 5 }, "Invalid params: arguments must be a map of strings"],
      [{ topic: null }, "Invalid params: arguments must be a map of strings"],
      [[], "Invalid params: arguments must be a map of strings"],
    ] as const) {
      const error = await rejectionOf(client.request("prompts/get", { name: "write-it", arguments: args }));
      expect(error, JSON.stringify(args)).to.include({ code: -32602, message });
    }
    const error = await rejectionOf(client.getPrompt("give", { any: "a" }));
    expect(error).to.include({ code: -32602, message: 'Invalid arguments: takes no arguments, got "any"' });
  });

  it("[PROM-06] return text, which is one message of the user", async () => {
    for (const value of ["a", ""]) {
      expect(await get(value)).to.eql({
        messages: [{ role: "user", content: { type: "text", text: value } }],
        ...STAMP,
      });
    }
  });

  it("[PROM-08] [PROM-09] [PROM-10] return a message or a list, of either role and any content", async () => {
    const messages = [
      { role: "user", content: text("a", { _meta: { "com.example/a": 1 } }) },
      { role: "assistant", content: image(PIXEL) },
      { role: "user", content: link({ uri: "desk://one", name: "one" }) },
      { role: "user", content: audio(Uint8Array.of(255), "audio/wav") },
    ];
    const [first, second, third, fourth] = [
      { role: "user", content: { type: "text", text: "a", _meta: { "com.example/a": 1 } } },
      { role: "assistant", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
      { role: "user", content: { type: "resource_link", uri: "desk://one", name: "one" } },
      { role: "user", content: { type: "audio", data: "/w==", mimeType: "audio/wav" } },
    ];
    expect(await get(messages)).to.eql({ messages: [first, second, third, fourth], ...STAMP });
    expect(await get(messages[1])).to.eql({ messages: [second], ...STAMP });
    expect(await get([])).to.eql({ messages: [], ...STAMP });
  });

  it("[PROM-06] [BASE-12] [META-27] return the whole result, whose further members reach the client", async () => {
    const result = await get({
      messages: [{ role: "user", content: text("a") }],
      description: "Says a",
      extra: 1,
      _meta: { "com.example/a": 1 },
    });
    expect(result).to.eql({
      messages: [{ role: "user", content: { type: "text", text: "a" } }],
      description: "Says a",
      extra: 1,
      resultType: "complete",
      _meta: { "com.example/a": 1, ...SERVER_INFO },
    });
  });

  it("[PROM-11] give an embedded resource a MIME type where the author gave none", async () => {
    for (const [resource, mimeType] of [
      [{ uri: "desk://one", text: "1" }, "text/plain"],
      [{ uri: "desk://one", blob: "AA==" }, "application/octet-stream"],
      [{ uri: "desk://one", text: "1", mimeType: "text/csv" }, "text/csv"],
    ] as const) {
      const { messages } = await get({ role: "user", content: embed(resource) });
      expect(messages).to.eql([
        { role: "user", content: { type: "resource", resource: { ...resource, mimeType } } },
      ]);
    }
  });

  it("[PROM-06] refuse everything else, and say what it is", async () => {
    const content = text("a");
    for (const [value, kind] of [
      [undefined, "undefined"],
      [null, "null"],
      [5, "a number"],
      [{}, "an object"],
      [content, "an object"],
      [{ role: "system", content }, "an object"],
      [{ role: "user", content: [content] }, "an object"],
      [{ role: "user", content: { type: "video" } }, "an object"],
      [{ role: "user", content: "a" }, "an object"],
      [["a"], "a string"],
      [{ messages: [null] }, "null"],
    ] as const) {
      given.value = value;
      const error = await rejectionOf(client.getPrompt("give"));
      expect(error).to.include({
        code: "ERR_OUTPUT_INVALID",
        message:
          "ERR_OUTPUT_INVALID: Giving.give returned a value its declaration does not allow: " +
          `${kind} is no prompt message. Fix: Return what is declared, or declare what is returned.`,
      });
      expect(client.frames.at(-1)).to.have.nested.property("error.code", -32603);
    }
  });

  it("[PROM-14] answer what they throw with an internal error, a ToolError too, and an RpcError as it is", async () => {
    for (const failure of [new Error("at 10.0.0.5"), new ToolError("for a model"), "text", null]) {
      given.failure = failure;
      expect(await rejectionOf(client.getPrompt("fail"))).to.equal(failure);
      const { error } = client.frames.at(-1) as { readonly error?: JsonObject };
      expect(error).to.have.keys("code", "message");
      expect(error?.code).to.equal(-32603);
      expect(error?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
    }
    given.failure = new RpcError(-32602, "No such topic", { topic: "rain" });
    const error = await rejectionOf(client.getPrompt("fail"));
    expect(error).to.deep.include({ code: -32602, message: "No such topic", data: { topic: "rain" } });
  });
});
