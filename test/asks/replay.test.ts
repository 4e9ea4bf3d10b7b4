import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  createServer,
  Feature,
  Field,
  type LogFields,
  MissingCapabilityError,
  RequestContext,
  RpcError,
  StepError,
  Tool,
  ToolError,
} from "../../src/index.js";
import { type Answers, accept, connect, folders, says } from "../../src/testing/index.js";

class Text {
  @Field({ optional: true }) text?: string;
}

type Handler = (ctx: RequestContext) => unknown;

let handler: Handler = () => "";

@Feature()
class Runner {
  @Tool()
  async go(ctx: RequestContext): Promise<string> {
    return JSON.stringify((await handler(ctx)) ?? null);
  }
}

interface Talk {
  /** The keys of each round. */
  readonly rounds: readonly string[][];
  readonly value: unknown;
  readonly logged: readonly string[];
}

const yes: Answers = (key, { method }) => {
  if (method === "sampling/createMessage") return says(key);
  return method === "roots/list" ? folders("file:///desk") : accept({ text: key });
};

/** Runs a handler through all its rounds. */
async function talk(of: Handler, answers: Answers = yes): Promise<Talk> {
  handler = of;
  const logged: string[] = [];
  const warn = (_fields: LogFields, message: string): void => void logged.push(message);
  const logger = { debug() {}, info() {}, warn, error() {} };
  const server = await createServer({ name: "talk", version: "1.0.0", features: [Runner], logger });
  const rounds: string[][] = [];
  const client = await connect(server, {
    answers: async (key, ask) => {
      const answer = typeof answers === "function" ? await answers(key, ask) : undefined;
      return answer;
    },
  });
  try {
    const { content } = await client.callTool("go");
    const [block] = content;
    return { rounds, value: JSON.parse(block?.type === "text" ? block.text : "null"), logged };
  } finally {
    for (const { result } of client.frames) {
      const { inputRequests } = (result ?? {}) as { inputRequests?: object };
      if (inputRequests !== undefined) rounds.push(Object.keys(inputRequests));
    }
    await client.close();
    await server.close();
  }
}

const fails = (of: Handler): Promise<unknown> =>
  talk(of).then(
    () => "it did not fail",
    (error: unknown) => error,
  );

describe("a handler that asks", () => {
  it("asks one after the other, each in a round of its own", async () => {
    const { rounds, value } = await talk(async (ctx) => {
      const first = await ctx.elicit("a", Text, "A?");
      const second = await ctx.elicit("b", Text, "B?");
      return [first.action, second.action];
    });
    expect([rounds, value]).to.eql([
      [["a"], ["b"]],
      ["accept", "accept"],
    ]);
  });

  it("asks in one round what it asks before the next turn of the event loop", async () => {
    const all: Handler[] = [
      async (ctx) => Promise.all([ctx.elicit("a", Text, "A?"), ctx.sample("b", SAMPLE), ctx.roots("c")]),
      async (ctx) => {
        const [a, b, c] = [ctx.elicit("a", Text, "A?"), ctx.sample("b", SAMPLE), ctx.roots("c")];
        return [await a, await b, await c];
      },
      async (ctx) => {
        const [a, rest] = await Promise.all([
          ctx.elicit("a", Text, "A?"),
          Promise.resolve().then(() => Promise.all([ctx.sample("b", SAMPLE), ctx.roots("c")])),
        ]);
        return [a, rest];
      },
    ];
    for (const each of all) expect((await talk(each)).rounds).to.eql([["a", "b", "c"]]);
  });

  it("asks in the next round what it comes to ask later", async () => {
    const { rounds } = await talk((ctx) =>
      Promise.all([ctx.elicit("a", Text, "A?"), sleep(5).then(() => ctx.elicit("b", Text, "B?"))]),
    );
    expect(rounds).to.eql([["a"], ["b"]]);
  });

  it("asks in loops, under keys of their own", async () => {
    const { rounds, value } = await talk(async (ctx) => {
      const actions: string[] = [];
      for (const id of [1, 2, 3])
        actions.push((await ctx.elicit(`delete:${id}`, Text, `Delete ${id}?`)).action);
      return actions.length;
    });
    expect([rounds.length, value]).to.eql([3, 3]);
  });

  it("asks under any text", async () => {
    for (const key of ["__proto__", "constructor", "toString", " ", "a.b", "🎉", "k".repeat(500)]) {
      const { rounds, value } = await talk(async (ctx) => (await ctx.elicit(key, Text, "A?")).action);
      expect([rounds, value], key).to.eql([[[key]], "accept"]);
    }
  });

  it("gives an answer to its own question, where a list shifts between two rounds", async () => {
    let list = ["A", "B"];
    const { value } = await talk(async (ctx) => {
      const done: unknown[] = [];
      for (const item of list) {
        const answer = await ctx.elicit(`del:${item}`, Text, `Delete ${item}?`);
        done.push(answer.action === "accept" ? answer.content.text : answer.action);
        list = ["B", "C"];
      }
      return done;
    });
    expect(value).to.eql(["del:B", "del:C"]);
  });

  it("hands over an instance of the form, and what orDecline says where there is none", async () => {
    const { value } = await talk(async (ctx) => {
      const answer = await ctx.elicit("a", Text, "A?").orDecline("No.");
      return [answer instanceof Text, answer.text];
    });
    expect(value).to.eql([true, "a"]);
    handler = (ctx) => ctx.elicit("a", Text, "A?").orDecline("No answer, no ticket.");
    const server = await createServer({ name: "talk", version: "1.0.0", features: [Runner] });
    for (const action of ["decline", "cancel"]) {
      const client = await connect(server, { answers: { a: { action } } });
      const result = await client.callTool("go");
      expect(result).to.deep.include({
        isError: true,
        content: [{ type: "text", text: "No answer, no ticket." }],
      });
    }
    await server.close();
  });
});

const SAMPLE = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 5 } as const;

describe("the end of a round", () => {
  it("runs what stands in finally, once a round", async () => {
    let left = 0;
    await talk(async (ctx) => {
      try {
        return (await ctx.elicit("a", Text, "A?")).action;
      } finally {
        left++;
      }
    });
    expect(left).to.equal(2);
  });

  it("asks all the same where a handler swallows it, and says so in the log", async () => {
    const swallowing: Handler[] = [
      async (ctx) => ctx.elicit("a", Text, "A?").catch(() => "default"),
      async (ctx) => {
        try {
          await ctx.elicit("a", Text, "A?");
        } catch {
          throw new Error("instead");
        }
      },
      async (ctx) => Promise.allSettled([ctx.elicit("a", Text, "A?"), sleep(2)]),
      async (ctx) =>
        Promise.race([ctx.elicit("a", Text, "A?"), sleep(2)])
          .catch(() => ctx.elicit("b", Text, "B?"))
          .catch(() => 1),
    ];
    for (const each of swallowing) {
      const { rounds, logged } = await talk(each);
      expect(rounds[0]).to.eql(["a"]);
      expect(logged.filter((line) => line.startsWith("ERR_ASK_SWALLOWED"))).to.have.length(1);
    }
  });

  it("begins no step any more, and waits for those that run", async () => {
    const ran: string[] = [];
    const { value } = await talk(async (ctx) => {
      try {
        const [slow] = await Promise.all([
          ctx.step("slow", async () => {
            await sleep(10);
            ran.push("slow");
            return ran.length;
          }),
          ctx.elicit("a", Text, "A?"),
        ]);
        return slow;
      } catch (error) {
        await ctx.step("undo", () => void ran.push("undo"));
        throw error;
      }
    });
    expect([ran, value]).to.eql([["slow"], 1]);
  });

  it("leaves no rejection that nobody handles", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    await talk(async (ctx) => {
      void ctx.elicit("b", Text, "B?").orDecline("No.");
      void ctx.step("s", () => Promise.reject(new Error("lost")));
      await ctx.elicit("a", Text, "A?");
    }).catch(() => {});
    await turn();
    await turn();
    process.off("unhandledRejection", note);
    expect(unhandled).to.eql([]);
  });

  it("leaves a failure of the handler what it is, where that came first", async () => {
    const error = await fails(async (ctx) => {
      void ctx.elicit("a", Text, "A?");
      throw new RpcError(7, "no such ticket");
    });
    expect(error).to.deep.include({ code: 7, message: "no such ticket" });
  });

  it("lets a handler do without what the client does not declare", async () => {
    handler = async (ctx) => {
      try {
        return (await ctx.sample("a", SAMPLE)).text;
      } catch (error) {
        return error instanceof MissingCapabilityError ? error.missing : "another";
      }
    };
    const server = await createServer({ name: "talk", version: "1.0.0", features: [Runner] });
    const client = await connect(server);
    const { content } = await client.callTool("go");
    expect(content).to.eql([{ type: "text", text: '["sampling"]' }]);
    await server.close();
  });
});

describe("a step", () => {
  it("runs once, and gives what JSON keeps of its value, in the first run too", async () => {
    let ran = 0;
    const { value } = await talk(async (ctx) => {
      const step = await ctx.step("s", () => {
        ran++;
        return { at: new Date(0), nothing: undefined, list: [1, undefined] };
      });
      const nothing = await ctx.step("n", () => undefined);
      await ctx.elicit("a", Text, "A?");
      return [step, nothing ?? "undefined"];
    });
    expect([ran, value]).to.eql([1, [{ at: "1970-01-01T00:00:00.000Z", list: [1, null] }, "undefined"]]);
  });

  it("fails as it failed, in every round, with its class where that is one of ours", async () => {
    let ran = 0;
    const failures: (readonly [() => Error, string])[] = [
      [() => new ToolError("sold out"), "ToolError sold out"],
      [() => new RpcError(9, "gone", { seat: 7 }), 'RpcError gone 9 {"seat":7}'],
      [() => new RangeError("too many"), "RangeError too many"],
    ];
    for (const [make, expected] of failures) {
      ran = 0;
      const seen: string[] = [];
      await talk(async (ctx) => {
        await ctx
          .step("s", () => {
            ran++;
            throw make();
          })
          .catch((error: unknown) => {
            const more = error instanceof RpcError ? ` ${error.number} ${JSON.stringify(error.data)}` : "";
            const { name, message } = error as Error; // each of them is one
            const isOurs =
              error instanceof ToolError || error instanceof RpcError || error instanceof StepError;
            seen.push(`${name} ${message}${more}${isOurs ? "" : " of another class"}`);
          });
        await ctx.elicit("a", Text, "A?");
      });
      expect([ran, seen]).to.eql([1, [expected, expected]]);
    }
  });

  it("has one idempotency key for a call, and another for another step and another call", async () => {
    const keys: string[] = [];
    const of: Handler = async (ctx) => {
      await ctx.step("s", ({ idempotencyKey }) => void keys.push(idempotencyKey));
      await ctx.elicit("a", Text, "A?");
      await ctx.step("t", ({ idempotencyKey }) => void keys.push(idempotencyKey));
    };
    await talk(of);
    await talk(of);
    expect(new Set(keys).size).to.equal(4);
    expect(keys.every((key) => /^[\w-]{43}$/.test(key))).to.equal(true);
  });
});

describe("a wrong use of asks", () => {
  const cases: readonly (readonly [code: string, handler: Handler])[] = [
    ["ERR_ASK_KEY_REUSED", (ctx) => Promise.all([ctx.roots("a"), ctx.elicit("a", Text, "A?")])],
    [
      "ERR_ASK_KEY_REUSED",
      async (ctx) => {
        await ctx.elicit("a", Text, "A?");
        return ctx.elicit("a", Text, "A?").catch(() => "swallowed");
      },
    ],
    [
      "ERR_STEP_NAME_REUSED",
      async (ctx) => [await ctx.step("s", () => 1), await ctx.step("s", () => 2).catch(() => 3)],
    ],
    ["ERR_ASK_INSIDE_STEP", (ctx) => ctx.step("s", () => ctx.elicit("a", Text, "A?"))],
    [
      "ERR_ASK_INSIDE_STEP",
      (ctx) =>
        ctx.step("s", async () => {
          await turn();
          return ctx.elicit("a", Text, "A?");
        }),
    ],
    [
      "ERR_ASK_NOT_AWAITED",
      (ctx) => {
        void ctx.elicit("a", Text, "A?");
        return "deleted";
      },
    ],
    ["ERR_STEP_VALUE", (ctx) => ctx.step("s", () => 5n as never).catch(() => "swallowed")],
    ["ERR_ASK_INVALID", (ctx) => ctx.elicit("", Text, "A?")],
    ["ERR_ASK_INVALID", (ctx) => ctx.elicit("a", Text, " ")],
    ["ERR_ASK_INVALID", (ctx) => ctx.step("", () => 1)],
    ["ERR_ASK_INVALID", (ctx) => ctx.sample("a", { ...SAMPLE, maxTokens: 0 })],
    ["ERR_ASK_INVALID", (ctx) => ctx.elicitUrl("a", "not a url", "A?")],
    ["ERR_FORM_INVALID", (ctx) => ctx.elicit("a", { type: "string" }, "A?")],
  ];
  for (const [code, of] of cases) {
    it(`${code === "ERR_ASK_KEY_REUSED" ? "[MRTR-07] " : ""}is ${code}, whatever the handler makes of it: ${of.toString().replace(/\s+/g, " ").slice(0, 60)}`, async () => {
      expect(await fails(of)).to.deep.include({ code });
    });
  }

  it("is ERR_ASK_UNSTABLE where a question changes twice, and none where it changes once", async () => {
    let asked = 0;
    expect(
      await fails(async (ctx) => (await ctx.elicit("a", Text, `Of ${++asked}?`)).action),
    ).to.deep.include({
      code: "ERR_ASK_UNSTABLE",
    });
    let first = true;
    const { rounds } = await talk(async (ctx) => {
      const message = first ? "Before?" : "After?";
      first = false;
      return (await ctx.elicit("a", Text, message)).action;
    });
    expect(rounds).to.eql([["a"], ["a"]]);
  });

  it("is ERR_ASK_ROUNDS for the eleventh round", async () => {
    const of: Handler = async (ctx) => {
      for (let time = 0; ; time++) await ctx.elicit(`a${time}`, Text, "Again?");
    };
    expect(await fails(of)).to.deep.include({ code: "ERR_ASK_ROUNDS" });
  });
});

describe("what is on its way out of the protocol", () => {
  it("[DEPR-03] [DEPR-04] works, and is named in the log once, with the proposal that says so", async () => {
    const { value, logged } = await talk(async (ctx) => {
      const [one, two] = await Promise.all([ctx.sample("a", SAMPLE), ctx.sample("b", SAMPLE)]);
      return [one.text, two.text, (await ctx.roots("c")).length];
    });
    expect(value).to.eql(["a", "b", 1]);
    expect(logged.filter((line) => line.includes("SEP-2577"))).to.have.length(2);
  });
});
