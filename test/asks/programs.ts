import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { ToolError } from "../../src/errors/tool-error.js";
import type { Asks, StepContext } from "../../src/handler/asks.js";

/** A handler as data: what it asks, does once, and how it goes about it. */
export type Program =
  | { readonly kind: "ask"; readonly key: string; readonly how: "plain" | "orDecline" | "sample" | "roots" }
  | { readonly kind: "step"; readonly name: string; readonly turns: number; readonly fails: boolean }
  | { readonly kind: "wait"; readonly turns: number }
  | { readonly kind: "list"; readonly parts: readonly Program[] }
  | { readonly kind: "all"; readonly parts: readonly Program[] }
  | { readonly kind: "settled"; readonly parts: readonly Program[] }
  | { readonly kind: "loop"; readonly key: string; readonly times: number }
  | { readonly kind: "try"; readonly body: Program; readonly otherwise: Program; readonly last: Program };

/** What a person says to a question: each key has one answer. */
export function answerOf(
  key: string,
): { action: "accept"; content: { text: string } } | { action: "decline" | "cancel" } {
  const sum = [...key].reduce((total, character) => total + character.charCodeAt(0), 0);
  if (sum % 5 === 0) return { action: "decline" };
  if (sum % 7 === 0) return { action: "cancel" };
  return { action: "accept", content: { text: `answer to ${key}` } };
}

/** What the steps of a program do outside: who ran, under which idempotency key. */
export type Effects = Map<string, string[]>;

export interface Form {
  readonly text: string;
}

/** Runs a program with whatever can be asked. */
export async function run(program: Program, ctx: Asks, form: never, effects: Effects): Promise<unknown> {
  const go = (part: Program): Promise<unknown> => run(part, ctx, form, effects);
  switch (program.kind) {
    case "ask":
      return ask(program, ctx, form);
    case "step":
      return ctx.step(program.name, async ({ idempotencyKey }: StepContext) => {
        for (let turns = 0; turns < program.turns; turns++) await turn();
        effects.set(program.name, [...(effects.get(program.name) ?? []), idempotencyKey]);
        if (program.fails) throw new RangeError(`${program.name} failed`);
        return { done: program.name, nothing: undefined };
      });
    case "wait":
      for (let turns = 0; turns < program.turns; turns++) await turn();
      return program.turns;
    case "list": {
      const values: unknown[] = [];
      for (const part of program.parts) values.push(await go(part));
      return values;
    }
    case "all":
      return Promise.all(program.parts.map(go));
    case "settled":
      return (await Promise.allSettled(program.parts.map(go))).map((each) =>
        each.status === "fulfilled" ? each.value : describe(each.reason),
      );
    case "loop": {
      const values: unknown[] = [];
      for (let time = 0; time < program.times; time++) {
        values.push((await ctx.elicit(`${program.key}:${time}`, form, `Turn ${time}?`)).action);
      }
      return values;
    }
    case "try":
      try {
        return await go(program.body);
      } catch (error) {
        return [describe(error), await go(program.otherwise)];
      } finally {
        await go(program.last);
      }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

async function ask(
  { key, how }: Extract<Program, { kind: "ask" }>,
  ctx: Asks,
  form: never,
): Promise<unknown> {
  switch (how) {
    case "plain":
      return ctx.elicit(key, form, `About ${key}?`);
    case "orDecline":
      return ctx.elicit(key, form, `About ${key}?`).orDecline(`no ${key}`);
    case "sample": {
      const { text } = await ctx.sample(key, {
        messages: [{ role: "user", content: { type: "text", text: key } }],
        maxTokens: 5,
      });
      return text;
    }
    case "roots":
      return (await ctx.roots(key)).map(({ uri }) => uri);
  }
}

/** What an uninterrupted run gives: everything is answered at once, and every step is done when it is come to. */
export class LiveAsks implements Asks {
  constructor(private readonly effectKey = "live") {}

  elicit(key: string): never {
    const answer = Promise.resolve(answerOf(key));
    return Object.assign(answer, {
      async orDecline(message: string) {
        const said = await answer;
        if (said.action === "accept") return said.content;
        throw new ToolError(message);
      },
    }) as never; // what the programs make of it is all that is looked at
  }

  elicitUrl(): never {
    throw new Error("no program opens a page");
  }

  async sample(key: string): Promise<never> {
    return { text: `said about ${key}` } as never; // the same
  }

  async roots(key: string): Promise<never> {
    return [{ uri: `file:///${encodeURIComponent(key)}` }] as never; // the same
  }

  async step<T>(_name: string, work: (step: StepContext) => T | Promise<T>): Promise<never> {
    const value = await work({ idempotencyKey: this.effectKey, signal: new AbortController().signal });
    return JSON.parse(JSON.stringify(value)) as never; // the same
  }
}

const DEPTH = { maxDepth: 3, depthSize: "max", depthIdentifier: "part" } as const;

/** What fails does so where nothing is asked beside it. */
const parts = fc.letrec<{ part: Program; quiet: Program }>((tie) => ({
  quiet: fc.oneof(
    DEPTH,
    fc.record({
      kind: fc.constant("ask" as const),
      key: fc.constant(""),
      how: fc.constantFrom("plain" as const, "sample" as const, "roots" as const),
    }),
    fc.record({
      kind: fc.constant("step" as const),
      name: fc.constant(""),
      turns: fc.nat(3),
      fails: fc.constant(false),
    }),
    fc.record({ kind: fc.constant("wait" as const), turns: fc.nat(3) }),
    fc.record({ kind: fc.constant("loop" as const), key: fc.constant(""), times: fc.nat(2) }),
    fc.record({
      kind: fc.constantFrom("list" as const, "all" as const),
      parts: fc.array(tie("quiet"), { maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant("try" as const),
      body: tie("part"),
      otherwise: tie("quiet"),
      last: tie("quiet"),
    }),
  ),
  part: fc.oneof(
    DEPTH,
    tie("quiet"),
    fc.record({
      kind: fc.constant("ask" as const),
      key: fc.constant(""),
      how: fc.constant("orDecline" as const),
    }),
    fc.record({
      kind: fc.constant("step" as const),
      name: fc.constant(""),
      turns: fc.nat(3),
      fails: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("list" as const), parts: fc.array(tie("part"), { maxLength: 4 }) }),
    fc.record({ kind: fc.constant("settled" as const), parts: fc.array(tie("quiet"), { maxLength: 3 }) }),
  ),
}));

/** Programs whose keys and names are their own. */
export const programs: fc.Arbitrary<Program> = fc
  .array(parts.part, { minLength: 1, maxLength: 4 })
  .map((list) => named({ kind: "list", parts: list }, { next: 0 }));

/** Gives every question and every step a name of its own. */
function named(program: Program, counter: { next: number }): Program {
  const all = (parts: readonly Program[]) => parts.map((part) => named(part, counter));
  switch (program.kind) {
    case "ask":
    case "loop":
      return { ...program, key: `k${counter.next++}` };
    case "step":
      return { ...program, name: `s${counter.next++}` };
    case "wait":
      return program;
    case "try": {
      const body = named(program.body, counter);
      const otherwise = named(program.otherwise, counter);
      return { ...program, body, otherwise, last: named(program.last, counter) };
    }
    default:
      return { ...program, parts: all(program.parts) };
  }
}
