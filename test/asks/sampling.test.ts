import { expect } from "chai";
import { describe, it } from "mocha";
import { ToolError, toolResults } from "../../src/index.js";
import { findSamplingFault, samplingNeeds } from "../../src/mrtr/sampling-rules.js";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const text = { type: "text", text: "hello" };
const use = (id: string) => ({ type: "tool_use", id, name: "look", input: {} });
const result = (toolUseId: string) => ({ type: "tool_result", toolUseId, content: [text] });
const ask = (messages: unknown, more: object = {}) => ({ messages, maxTokens: 10, ...more });

describe("what a model is asked", () => {
  const right: readonly (readonly [ids: string, what: string, params: object])[] = [
    ["[SAMP-05]", "one message", ask([user(text)])],
    [
      "[SAMP-05]",
      "preferences",
      ask([user(text)], { modelPreferences: { hints: [{ name: "m" }], costPriority: 0, speedPriority: 1 } }),
    ],
    [
      "[SAMP-06]",
      "messages of both, with several blocks",
      ask([
        user([text, { type: "image", data: "AAAA", mimeType: "image/png" }]),
        assistant(text),
        user(text),
      ]),
    ],
    [
      "[SAMP-08]",
      "a wish that is answered",
      ask([user(text), assistant([use("1"), use("2")]), user([result("2"), result("1")])]),
    ],
    [
      "[SAMP-08]",
      "two wishes, one after the other",
      ask([
        user(text),
        assistant(use("1")),
        user(result("1")),
        assistant([text, use("2")]),
        user([result("2")]),
      ]),
    ],
    [
      "[SAMP-05]",
      "tools",
      ask([user(text)], { tools: [{ name: "look", inputSchema: {} }], toolChoice: { mode: "required" } }),
    ],
  ];
  for (const [ids, what, params] of right) {
    it(`${ids} may be ${what}`, () => expect(findSamplingFault(params as never)).to.equal(undefined));
  }

  const wrong: readonly (readonly [ids: string, what: string, params: object, fault: RegExp])[] = [
    ["[SAMP-05]", "nothing", { maxTokens: 5 }, /needs messages/],
    ["[SAMP-05]", "no message", ask([]), /needs messages/],
    ["[SAMP-05]", "without a bound", { messages: [user(text)] }, /needs maxTokens/],
    ...[0, -1, 1.5, "5", Number.NaN].map(
      (maxTokens) =>
        [
          "[SAMP-05]",
          `bounded by ${maxTokens}`,
          ask([user(text)], { maxTokens }),
          /needs maxTokens/,
        ] as const,
    ),
    [
      "[SAMP-05]",
      "a priority beyond one",
      ask([user(text)], { modelPreferences: { costPriority: 2 } }),
      /costPriority is no number from 0 to 1/,
    ],
    [
      "[SAMP-05]",
      "a tool without a schema",
      ask([user(text)], { tools: [{ name: "x" }] }),
      /tools have a name and an inputSchema/,
    ],
    [
      "[SAMP-05]",
      "a choice of no kind",
      ask([user(text)], { toolChoice: { mode: "maybe" } }),
      /toolChoice.mode/,
    ],
    ["[SAMP-06]", "a message of nobody", ask([{ content: text }]), /message 0 has no role/],
    [
      "[SAMP-06]",
      "a message of the system",
      ask([{ role: "system", content: text }]),
      /message 0 has no role/,
    ],
    ["[SAMP-06]", "a message without content", ask([{ role: "user" }]), /message 0 has content that is no/],
    ["[SAMP-06]", "content of no kind", ask([user({ type: "video" })]), /message 0 has content that is no/],
    [
      "[SAMP-07]",
      "results among other content",
      ask([user(text), assistant(use("1")), user([result("1"), text])]),
      /message 2 mixes tool results/,
    ],
    [
      "[SAMP-08]",
      "a wish that is not answered",
      ask([user(text), assistant(use("1"))]),
      /the last message are not answered/,
    ],
    [
      "[SAMP-08]",
      "a wish answered late",
      ask([user(text), assistant(use("1")), user(text)]),
      /message 2 does not answer exactly/,
    ],
    [
      "[SAMP-08]",
      "one of two wishes answered",
      ask([user(text), assistant([use("1"), use("2")]), user(result("1"))]),
      /message 2 does not answer exactly/,
    ],
    [
      "[SAMP-08]",
      "the same wish answered twice",
      ask([user(text), assistant(use("1")), user([result("1"), result("1")])]),
      /message 2 does not answer exactly/,
    ],
    ["[SAMP-08]", "an answer to no wish", ask([user(result("1"))]), /message 0 does not answer exactly/],
    [
      "[SAMP-08]",
      "another message before the answer",
      ask([user(text), assistant(use("1")), assistant(text)]),
      /message 2 comes before the tool uses/,
    ],
    ["[SAMP-08]", "a wish of the user", ask([user(use("1"))]), /message 0 is the user's and holds tool uses/],
    [
      "[SAMP-08]",
      "a result of the assistant",
      ask([user(text), assistant(result("1"))]),
      /message 1 is the assistant's and holds tool results/,
    ],
  ];
  for (const [ids, what, params, fault] of wrong) {
    it(`${ids} may not be ${what}`, () => expect(findSamplingFault(params as never)).to.match(fault));
  }

  it("[SAMP-03] needs a client that samples with tools, where there are tools or a choice of them", () => {
    expect(samplingNeeds({})).to.eql(["sampling"]);
    expect(samplingNeeds({ tools: [] })).to.eql(["sampling.tools"]);
    expect(samplingNeeds({ toolChoice: { mode: "none" } })).to.eql(["sampling.tools"]);
  });
});

describe("answering the tools a model wishes for", () => {
  const tools = [
    { name: "look", inputSchema: { type: "object" } },
    {
      name: "count",
      inputSchema: { type: "object" },
      outputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    },
  ];
  const wish = (content: unknown) =>
    ({ role: "assistant", model: "m", stopReason: "toolUse", content }) as never;

  it("[SAMP-09] [SAMP-16] answers each wish and nothing else, and keeps what the wish carries", async () => {
    const content = [text, { ...use("1"), _meta: { "com.example/x": 1 } }, use("2")];
    const messages = await toolResults(wish(content), tools, ({ id }) =>
      id === "1" ? "first" : { content: [], isError: false, _meta: { "com.example/y": 2 } },
    );
    expect(messages).to.eql([
      { role: "assistant", content },
      {
        role: "user",
        content: [
          { type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "first" }] },
          { type: "tool_result", toolUseId: "2", content: [], isError: false, _meta: { "com.example/y": 2 } },
        ],
      },
    ]);
    expect(findSamplingFault(ask([user(text), ...messages]))).to.equal(undefined);
  });

  it("answers nothing where the model wishes for nothing", async () => {
    expect(await toolResults(wish(text), tools, () => "never")).to.eql([]);
  });

  it("tells the model of a ToolError, and lets every other failure through", async () => {
    const [, answers] = await toolResults(wish(use("1")), tools, () => {
      throw new ToolError("sold out");
    });
    expect(answers?.content).to.eql([
      { type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "sold out" }], isError: true },
    ]);
    const failing = toolResults(wish(use("1")), tools, () => Promise.reject(new Error("boom")));
    expect(await failing.catch((error: unknown) => error)).to.deep.include({ message: "boom" });
  });

  it("[SAMP-17] [SAMP-11] refuses a tool that was not offered, and a value its schema does not allow", async () => {
    const other = toolResults(wish({ ...use("1"), name: "erase" }), tools, () => "x");
    expect(String(await other.catch((error: unknown) => error))).to.include(
      "wishes for erase, which was not offered",
    );
    const counted = (structuredContent: unknown) =>
      toolResults(wish({ ...use("1"), name: "count" }), tools, () => ({ content: [], structuredContent }));
    expect((await counted({ n: 1 })).length).to.equal(2);
    expect(String(await counted({ n: "1" }).catch((error: unknown) => error))).to.match(
      /ERR_ASK_INVALID.*count gave what/,
    );
  });
});
