import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  createServer,
  Feature,
  Field,
  MemoryReplayGuard,
  RequestContext,
  type Server,
  Tool,
} from "../../src/index.js";
import { type Answers, type ConnectOptions, connect, folders, says } from "../../src/testing/index.js";
import { answerOf, type Effects, LiveAsks, type Program, programs, run } from "./programs.js";

class Text {
  @Field() text!: string;
}

/** What the tool does in this run. */
let current: Program = { kind: "wait", turns: 0 };
let effects: Effects = new Map();

@Feature()
class Runner {
  @Tool()
  async go(ctx: RequestContext): Promise<string> {
    return JSON.stringify(await outcomeOf(() => run(current, ctx, Text as never, effects)));
  }
}

/** A failure that the program let through is its outcome; what ends a round is none, and goes on. */
async function outcomeOf(program: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await program() };
  } catch (error) {
    if (error instanceof Error && error.name === "RoundOver") throw error;
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

const answers: Answers = (key, { method }) => {
  if (method === "sampling/createMessage") return says(`said about ${key}`);
  return method === "roots/list" ? folders(`file:///${encodeURIComponent(key)}`) : answerOf(key);
};

async function live(program: Program): Promise<{ readonly outcome: unknown; readonly effects: Effects }> {
  const done: Effects = new Map();
  const outcome = await outcomeOf(() => run(program, new LiveAsks(), Text as never, done));
  return { outcome: JSON.parse(JSON.stringify(outcome)), effects: done };
}

/** The rounds of a program that needs more than a call may take are cut off; the others are compared. */
const TOO_MANY = /ERR_ASK_ROUNDS/;

async function replayed(server: Server, program: Program, options: ConnectOptions): Promise<unknown> {
  current = program;
  effects = new Map();
  const client = await connect(server, { answers, ...options });
  try {
    const { content } = await client.callTool("go");
    const [block] = content;
    return JSON.parse(block?.type === "text" ? block.text : "null");
  } catch (error) {
    if (TOO_MANY.test(String(error))) return "too many rounds";
    throw error;
  } finally {
    await client.close();
  }
}

function start(guard?: MemoryReplayGuard): Promise<Server> {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const requestState = guard === undefined ? {} : { guard };
  return createServer({ name: "programs", version: "1.0.0", features: [Runner], logger, requestState });
}

describe("a random handler, replayed round by round", function () {
  this.timeout(120_000);

  it("gives what an uninterrupted run gives, and does each step once", async () => {
    const server = await start();
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const expected = await live(program);
        const outcome = await replayed(server, program, {});
        fc.pre(outcome !== "too many rounds");
        expect(outcome).to.eql(expected.outcome);
        expect([...effects.keys()].sort()).to.eql([...expected.effects.keys()].sort());
        for (const [name, keys] of effects) expect(keys, name).to.have.length(1);
      }),
      { numRuns: 1000, endOnFailure: true },
    );
    await server.close();
  });

  it("takes answers one at a time, in any order", async () => {
    const server = await start();
    await fc.assert(
      fc.asyncProperty(programs, fc.nat(100), async (program, seed) => {
        let turn = seed;
        /** Of several questions, one is answered; which one differs from round to round. */
        const one: Answers = (key, ask) =>
          (turn++ * 7 + key.length) % 2 === 0 ? answers_(key, ask) : undefined;
        const answers_ = answers as Exclude<Answers, Readonly<Record<string, unknown>>>; // it is the function above
        const patient: Answers = async (key, ask) =>
          (await one(key, ask)) ?? (turn % 3 === 0 ? answers_(key, ask) : undefined);
        const outcome = await replayed(server, program, { answers: patient }).catch((error: unknown) => {
          if (/has no answer to it/.test(String(error))) return "too many rounds";
          throw error;
        });
        fc.pre(outcome !== "too many rounds");
        expect(outcome).to.eql((await live(program)).outcome);
        for (const [name, keys] of effects) expect(keys, name).to.have.length(1);
      }),
      { numRuns: 500, endOnFailure: true },
    );
    await server.close();
  });

  it("does a step once for every delivery of its round, under one idempotency key", async () => {
    const server = await start();
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const expected = await live(program);
        const outcome = await replayed(server, program, { resend: "every-round" });
        fc.pre(outcome !== "too many rounds");
        expect(outcome).to.eql(expected.outcome);
        for (const [name, keys] of effects) {
          expect(keys.length, name).to.be.oneOf([1, 2]);
          expect(new Set(keys).size, name).to.equal(1);
        }
      }),
      { numRuns: 500, endOnFailure: true },
    );
    await server.close();
  });

  it("[MRTR-16] does a step once in all, with a replay guard", async () => {
    const server = await start(new MemoryReplayGuard());
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const expected = await live(program);
        const outcome = await replayed(server, program, { resend: "every-round" });
        fc.pre(outcome !== "too many rounds");
        expect(outcome).to.eql(expected.outcome);
        for (const [name, keys] of effects) expect(keys, name).to.have.length(1);
      }),
      { numRuns: 500, endOnFailure: true },
    );
    await server.close();
  });
});
