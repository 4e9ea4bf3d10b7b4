import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import * as asking from "../support/asking-server.js";
import { isRecord, META, request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const EVERYTHING = { elicitation: { form: {}, url: {} }, sampling: { tools: {}, context: {} }, roots: {} };
const ALL = { [CAPABILITIES]: EVERYTHING };
const NAME = { action: "accept", content: { name: "Noor" } };
const DRAFT = { role: "assistant", content: { type: "text", text: "A draft" }, model: "m" };
const ROOTS = { roots: [{ uri: "file:///desk", name: "desk" }] };

interface Round {
  readonly method: string;
  readonly params: JsonObject;
}
const tool = (name: string, args?: JsonObject): Round => ({
  method: "tools/call",
  params: args === undefined ? { name } : { name, arguments: args },
});
const READ: Round = { method: "resources/read", params: { uri: "ask://note" } };
const GET: Round = { method: "prompts/get", params: { name: "briefing" } };

onEveryTransport("asks", asking, ({ send, transport }) => {
  async function resultOf(
    { method, params }: Round,
    more: JsonObject = {},
    meta: JsonObject = ALL,
  ): Promise<JsonObject> {
    const { reply, status, frames } = await send(request(method, { ...params, ...more }, meta));
    expect(reply, JSON.stringify(reply)).to.have.property("result");
    expect(frames.filter((frame) => "method" in frame && "id" in frame)).to.eql([]);
    if (transport.http) expect(status).to.equal(200);
    return reply?.result as JsonObject; // the lines above checked it
  }

  async function errorOf(
    { method, params }: Round,
    more: JsonObject,
    status = 200,
    meta = ALL,
  ): Promise<JsonObject> {
    const { reply, status: got } = await send(request(method, { ...params, ...more }, meta));
    expect(reply, JSON.stringify(reply)).to.have.property("error");
    if (transport.http) expect(got).to.equal(status);
    return reply?.error as JsonObject; // the line above checked it
  }

  async function asked(round: Round, more: JsonObject = {}, meta: JsonObject = ALL): Promise<JsonObject> {
    const result = await resultOf(round, more, meta);
    expect(result.resultType, JSON.stringify(result)).to.equal("input_required");
    return result;
  }

  const textOf = ({ content }: JsonObject) => (content as [{ text: string }] | undefined)?.[0].text;
  const keysOf = ({ inputRequests }: JsonObject) => Object.keys(isRecord(inputRequests) ? inputRequests : {});

  it("[MRTR-01] [MRTR-04] [BASE-14] asks inside of the result, and says nothing of keeping it", async () => {
    const result = await asked(tool("name"));
    expect(Object.keys(result).sort()).to.eql(["_meta", "inputRequests", "requestState", "resultType"]);
    expect(result.inputRequests).to.eql({
      who: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Your name?",
          requestedSchema: {
            type: "object",
            properties: { name: { type: "string", minLength: 2, maxLength: 40 } },
            required: ["name"],
          },
        },
      },
    });
  });

  it("[MRTR-02] [RES-12] [PROM-07] asks in tools, resources and prompts, and completes in the next round", async () => {
    for (const [round, inputResponses, expected] of [
      [tool("name"), { who: NAME }, "Hello, Noor"],
      [READ, { topic: { action: "accept", content: { topic: "rain" } } }, "About rain"],
      [GET, { topic: { action: "accept", content: { topic: "rain" } } }, "Write about rain"],
    ] as const) {
      const { requestState } = await asked(round);
      const result = await resultOf(round, { inputResponses, requestState });
      expect(result.resultType).to.equal("complete");
      expect(JSON.stringify(result)).to.include(expected);
    }
  });

  it("[ELI-21] says why it did not go on, to the model or as an error", async () => {
    for (const round of [READ, GET]) {
      const { requestState } = await asked(round);
      const inputResponses = { topic: { action: "decline" } };
      expect(await errorOf(round, { requestState, inputResponses })).to.eql({
        code: -32603,
        message: "No topic.",
      });
    }
  });

  it("[CACHE-02] says nothing of keeping a resource that it asks for", async () => {
    expect(await asked(READ)).to.not.have.any.keys("ttlMs", "cacheScope");
  });

  it("[MRTR-03] [COMP-16] asks nowhere else, whatever a completer tries", async () => {
    const params = { ref: { type: "ref/prompt", name: "completed" }, argument: { name: "topic", value: "" } };
    const error = await errorOf({ method: "completion/complete", params }, {});
    expect(error.code).to.equal(-32603);
  });

  it("[MRTR-05] answers a handler that asks nothing and keeps nothing with an internal error", async () => {
    const prompt = await errorOf({ method: "prompts/get", params: { name: "empty_prompt" } }, {});
    expect(prompt.code).to.equal(-32603);
    expect((await resultOf(tool("empty"))).isError).to.equal(true);
  });

  it("[MRTR-06] [MRTR-09] lets a state travel without questions", async () => {
    const first = await asked(tool("state_only"));
    expect(first).to.not.have.property("inputRequests");
    expect(first.requestState).to.be.a("string");
    expect(textOf(await resultOf(tool("state_only"), { requestState: first.requestState }))).to.equal(
      "again",
    );
  });

  it("[MRTR-08] sends the three requests of the protocol and nothing else, without an envelope", async () => {
    const { inputRequests } = await asked(tool("three"));
    for (const ask of Object.values(inputRequests as Record<string, JsonObject>)) {
      expect(Object.keys(ask).filter((member) => member !== "method" && member !== "params")).to.eql([]);
    }
    expect(Object.values(inputRequests as object).map(({ method }) => method)).to.eql([
      "elicitation/create",
      "sampling/createMessage",
      "roots/list",
    ]);
    for (const wrong of [{ method: "foo/bar" }, {}, "x", null, { method: "roots/list", params: 5 }]) {
      const result = await resultOf(tool("raw", { request: wrong }));
      expect(result.isError, JSON.stringify(wrong)).to.equal(true);
    }
  });

  it("[MRTR-10] [MRTR-12] refuses a state that is none, in one and the same way", async () => {
    const refused = {
      code: -32602,
      message: "Invalid params: this requestState is not accepted; start the call again without it",
    };
    for (const requestState of [
      "",
      "x",
      "1.k1.AAAA",
      5,
      true,
      {},
      [],
      "A".repeat(60_000),
      "1.k2.AAAA",
      "\u0000",
    ]) {
      expect(await errorOf(tool("name"), { requestState }), String(requestState).slice(0, 20)).to.eql(
        refused,
      );
    }
    const { requestState } = await asked(tool("name"));
    expect(await errorOf(tool("name"), { requestState: `${requestState}-TAMPERED` })).to.eql(refused);
  });

  it("takes a state that is null for none", async () => {
    await asked(tool("name"), { requestState: null });
  });

  it("[MRTR-14] takes a state for its own tool and arguments alone", async () => {
    const { requestState } = await asked(tool("remove", { id: "1" }));
    for (const other of [
      tool("remove", { id: "2" }),
      tool("name"),
      tool("remove", { id: "1", more: 1 }),
      GET,
    ]) {
      expect((await errorOf(other, { requestState })).code, JSON.stringify(other)).to.equal(-32602);
    }
    await asked(tool("remove", { id: "1" }), { requestState });
  });

  it("[MRTR-15] [META-18] [ELI-04] asks for what this request declares alone", async () => {
    const only = (capabilities: JsonObject) => ({ [CAPABILITIES]: capabilities });
    expect(keysOf(await asked(tool("either"), {}, only({ sampling: {} })))).to.eql(["draft"]);
    expect(keysOf(await asked(tool("either"), {}, only({ elicitation: {} })))).to.eql(["who"]);
    expect(textOf(await resultOf(tool("either"), {}, only({})))).to.equal("nobody to ask");
  });

  it("[META-19] [META-20] [META-21] names what is missing, nested, with status 400", async () => {
    for (const [round, declared, missing] of [
      [tool("name"), {}, { elicitation: { form: {} } }],
      [tool("name"), { elicitation: { url: {} } }, { elicitation: { form: {} } }],
      [tool("page"), { elicitation: {} }, { elicitation: { url: {} } }],
      [tool("sampled_with_tools"), { sampling: {} }, { sampling: { tools: {} } }],
      [tool("three"), { elicitation: {}, sampling: {} }, { roots: {} }],
      [tool("remove", { id: "1" }), {}, { elicitation: { form: {} } }],
      [READ, { sampling: {} }, { elicitation: { form: {} } }],
    ] as const) {
      const error = await errorOf(round, {}, 400, { [CAPABILITIES]: declared } as never);
      expect(error.code, JSON.stringify(round)).to.equal(-32021);
      expect(error.data).to.eql({ requiredCapabilities: missing });
    }
  });

  it("[ELI-03] [ROOT-03] [SAMP-03] takes an empty elicitation for forms, and one that names only url for none", async () => {
    for (const [declared, answers] of [
      [{ elicitation: {} }, true],
      [{ elicitation: { form: {} } }, true],
      [{ elicitation: { form: {}, url: {} } }, true],
    ] as const) {
      const meta = { [CAPABILITIES]: declared };
      expect((await resultOf(tool("name"), {}, meta)).resultType === "input_required").to.equal(answers);
    }
    await asked(tool("page"), {}, { [CAPABILITIES]: { elicitation: { url: {} } } });
  });

  it("judges capabilities anew in every round (T-59)", async () => {
    const { requestState } = await asked(tool("rounds"));
    const error = await errorOf(
      tool("rounds"),
      { requestState, inputResponses: { first: NAME } },
      400,
      META as never,
    );
    expect(error.code).to.equal(-32021);
  });

  it("[MRTR-18] [STATE-02] goes on over several rounds, each with another state, and does a step once", async () => {
    const first = await asked(tool("rounds"));
    const second = await asked(tool("rounds"), {
      requestState: first.requestState,
      inputResponses: { first: NAME },
    });
    expect(second.requestState).to.not.equal(first.requestState);
    expect(keysOf(second)).to.eql(["second"]);
    const inputResponses = { second: { action: "cancel" } };
    const result = await resultOf(tool("rounds"), { requestState: second.requestState, inputResponses });
    expect(JSON.parse(String(textOf(result)))).to.eql(["accept", true, "cancel"]);
  });

  it("[PROG-14] reports under the token of the round that runs, and not where that has none", async () => {
    const first = await asked(tool("rounds"), {}, { ...ALL, progressToken: "one" });
    const more = { requestState: first.requestState, inputResponses: { first: NAME } };
    const { frames } = await send(
      request("tools/call", { name: "rounds", ...more }, { ...ALL, progressToken: "two" }),
    );
    expect(frames.slice(0, -1).map(({ params }) => (params as JsonObject).progressToken)).to.eql(["two"]);
    const { frames: silent } = await send(request("tools/call", { name: "rounds", ...more }, ALL));
    expect(silent).to.have.length(1);
  });

  it("[MRTR-20] [MRTR-21] refuses answers that are no map", async () => {
    for (const inputResponses of [null, [], "x", 5, true]) {
      expect(await errorOf(tool("name"), { inputResponses })).to.eql({
        code: -32602,
        message: "Invalid params: inputResponses must be a map of answers",
      });
    }
  });

  it("[MRTR-23] [ELI-20] asks again what was not answered, or with something that is no answer", async () => {
    const { requestState } = await asked(tool("name"));
    for (const who of [
      undefined,
      {},
      12345,
      null,
      [],
      { action: "maybe" },
      { content: { name: "Noor" } },
      "Noor",
    ]) {
      const again = await asked(tool("name"), { requestState, inputResponses: { wrong: NAME, who } });
      expect(keysOf(again), JSON.stringify(who)).to.eql(["who"]);
    }
    const three = await asked(tool("three"));
    const more = { requestState: three.requestState, inputResponses: { who: NAME, roots: ROOTS } };
    expect(keysOf(await asked(tool("three"), more))).to.eql(["draft"]);
  });

  it("[ELI-23] asks again where content breaks the form, and says why", async () => {
    const { requestState } = await asked(tool("name"));
    for (const content of [{}, { name: "N" }, { name: 5 }, { name: "Noor", more: 1 }, undefined, "Noor"]) {
      const inputResponses = { who: { action: "accept", content } };
      const again = await asked(tool("name"), { requestState, inputResponses });
      const { who } = again.inputRequests as { who: { params: { message: string } } };
      expect(who.params.message).to.match(/^Your name\?\n\(The last answer was not accepted: .+\)$/);
    }
  });

  it("[ELI-21] [ELI-22] hands on a no and a closed dialog, and reads no content with them", async () => {
    const { requestState } = await asked(tool("name"));
    for (const action of ["decline", "cancel"]) {
      const inputResponses = { who: { action, content: { name: 5 } } };
      expect(textOf(await resultOf(tool("name"), { requestState, inputResponses }))).to.equal(action);
    }
  });

  it("[MRTR-22] ignores answers that it did not ask for", async () => {
    const { requestState } = await asked(tool("name"));
    const inputResponses = { who: NAME, zzz: { action: "accept" }, __proto__: NAME, constructor: NAME };
    expect(textOf(await resultOf(tool("name"), { requestState, inputResponses }))).to.equal("Hello, Noor");
  });

  it("takes an answer that comes with the first call, but not where something is destroyed (T-61)", async () => {
    expect(textOf(await resultOf(tool("name"), { inputResponses: { who: NAME, zzz: 1 } }))).to.equal(
      "Hello, Noor",
    );
    const sure = { action: "accept", content: { sure: true } };
    const first = await asked(tool("remove", { id: "1" }), { inputResponses: { sure } });
    const more = { inputResponses: { sure }, requestState: first.requestState };
    expect(textOf(await resultOf(tool("remove", { id: "1" }), more))).to.equal("removed 1");
  });

  it("[MRTR-24] [SAMP-13] takes answers as they are, with one block or several and any reason to stop", async () => {
    const { requestState } = await asked(tool("three"));
    for (const draft of [
      DRAFT,
      { ...DRAFT, content: [{ type: "text", text: "A draft" }], stopReason: "because" },
      {
        ...DRAFT,
        content: [
          { type: "text", text: "A" },
          { type: "text", text: "draft" },
        ],
        _meta: {},
      },
    ]) {
      const result = await resultOf(tool("three"), {
        requestState,
        inputResponses: { who: NAME, draft, roots: ROOTS },
      });
      expect(textOf(result)).to.match(
        /^\["accept","A.draft",\["file:\/\/\/desk"\]\]$|^\["accept","A\\ndraft"/,
      );
    }
  });

  it("[ROOT-05] asks again for roots that are no files", async () => {
    const { requestState } = await asked(tool("three"));
    for (const roots of [{ roots: [{ uri: "https://x.example" }] }, { roots: "x" }, { roots: [{}] }, {}]) {
      const inputResponses = { who: NAME, draft: DRAFT, roots };
      expect(keysOf(await asked(tool("three"), { requestState, inputResponses }))).to.eql(["roots"]);
    }
  });

  it("[ROOT-04] [ELI-17] [ELI-33] asks for roots and pages in their own form", async () => {
    expect((await asked(tool("three"))).inputRequests).to.deep.include({ roots: { method: "roots/list" } });
    expect((await asked(tool("page"))).inputRequests).to.eql({
      pay: {
        method: "elicitation/create",
        params: { mode: "url", message: "Pay here", url: "https://pay.example/1" },
      },
    });
  });

  it("[ELI-19] takes the opening of a page for consent, and for no more", async () => {
    const { requestState } = await asked(tool("page"));
    for (const action of ["accept", "decline", "cancel"]) {
      const more = { requestState, inputResponses: { pay: { action, content: { paid: true } } } };
      expect(textOf(await resultOf(tool("page"), more))).to.equal(action);
    }
  });

  it("[SAMP-04] asks for no context that the client does not share", async () => {
    const plain = await asked(tool("with_context"), {}, { [CAPABILITIES]: { sampling: {} } });
    expect(JSON.stringify(plain.inputRequests)).to.not.include("includeContext");
    const shared = await asked(tool("with_context"), {}, { [CAPABILITIES]: { sampling: { context: {} } } });
    expect(JSON.stringify(shared.inputRequests)).to.include('"includeContext":"thisServer"');
  });

  it("[MRTR-25] ignores answers and states on other methods", async () => {
    for (const method of ["tools/list", "server/discover", "prompts/list"]) {
      const more = { inputResponses: 5, requestState: "x" };
      expect((await resultOf({ method, params: {} }, more)).resultType).to.equal("complete");
    }
  });

  it("ends a round by hand, and gives back its state and every answer", async () => {
    const first = await asked(tool("by_hand"));
    expect(first.inputRequests).to.eql({ roots: { method: "roots/list" } });
    const more = { requestState: first.requestState, inputResponses: { roots: ROOTS, junk: 5 } };
    expect(JSON.parse(String(textOf(await resultOf(tool("by_hand"), more))))).to.eql([
      { round: 1 },
      { roots: ROOTS },
    ]);
  });

  it("[ROOT-09] minds no roots that changed", async () => {
    const { frames, status } = await send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    expect(frames).to.eql([]);
    if (transport.http) expect(status).to.equal(202);
  });
});
