import { setTimeout as delay } from "node:timers/promises";
import {
  Ask,
  audio,
  type ContentBlock,
  createServer,
  type Elicited,
  Feature,
  Field,
  image,
  inputRequired,
  link,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  type ServerOptions,
  Tool,
  text,
} from "blazon";
import { Transform } from "class-transformer";
import { IsEmail, IsOptional, Length, ValidateNested } from "class-validator";
import { z } from "zod";
import { PIXEL } from "../conformance/samples.js";
import { Probe } from "../support/probe-server.js";
import { LIMITS } from "./limits.js";
import { FUZZ_KEY } from "./sealed-states.js";

/** What lives in the process and has to be gone when nothing runs. */
export const census = { scopes: 0, lingering: 0 };

class Address {
  @Field({ minLength: 1, maxLength: 80 }) street!: string;
  @Field({ maxLength: 40 }) city!: string;
  @Field({ items: Number, maxItems: 5, optional: true }) floors?: number[];
}
class OrderLine {
  @Field({ pattern: /^[a-z]+$/ }) sku!: string;
  @Field({ integer: true, min: 1, max: 99 }) count = 1;
  @Field({ optional: true }) due?: Date;
  @Field({ items: String, maxItems: 10 }) tags: string[] = [];
}
class Branch {
  @Field({ maxLength: 20 }) name!: string;
  @Field({ items: () => Branch }) branches: Branch[] = [];
}
class Order {
  @Field({ pattern: /^[A-Z]-\d+$/ }) id!: string;
  @Field() address!: Address;
  @Field({ items: OrderLine, minItems: 1 }) lines!: OrderLine[];
  @Field({ optional: true }) tree?: Branch;
  @Field({ type: String, nullable: true, optional: true }) note?: string | null;
}
class Contact {
  @Field() @IsEmail() email!: string;
  @Transform(({ value }) => (typeof value === "string" ? value.trim() : value))
  @IsOptional()
  @Length(1, 20)
  nick?: string;
  @Field({ optional: true }) @ValidateNested() home?: Address;
}
class Repair {
  @Field({ items: Number }) ids!: number[];
  @Field({ schema: { type: "object" } }) filter!: object;
  @Field({ maxLength: 1000 }) note!: string;
}
class Blocks {
  @Field({ maxLength: 1000 }) text!: string;
  @Field({ pattern: /^(?:[A-Za-z0-9+/]{4})*$/ }) data!: string;
}
class Words {
  @Field({ maxLength: 1000 }) text!: string;
}
class PathRef {
  @Field() path!: string;
}
class FindRef {
  @Field({ optional: true }) text?: string;
  @Field({ optional: true, maxLength: 3 }) limit?: string;
}

const SHAPE = z.object({
  shape: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("circle"), radius: z.number().positive() }),
    z.object({ kind: z.literal("square"), side: z.number().positive() }),
  ]),
  tags: z
    .array(z.string().refine(async (tag) => tag !== "bad"))
    .max(5)
    .optional(),
});
const OPEN = {
  type: "object",
  properties: { any: true, when: { type: "string", format: "date-time" } },
  patternProperties: { "^x-": { type: "integer" } },
  additionalProperties: { type: ["string", "number", "null", "object", "array"] },
};
const TREE = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } },
  $defs: {
    node: { type: "object", properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } } },
  },
};

/** Inputs of every kind of schema, and handlers that take their time. */
@Feature()
class Desk {
  @Tool({ output: Order })
  order(order: Order): Order {
    return order;
  }

  @Tool()
  contact({ email, nick, home }: Contact): string {
    return JSON.stringify([email, nick ?? null, home?.city ?? null]);
  }

  @Tool({ input: SHAPE, output: SHAPE })
  shape(input: z.output<typeof SHAPE>): z.output<typeof SHAPE> {
    return input;
  }

  @Tool({ input: OPEN })
  open(input: unknown): string {
    return JSON.stringify(input);
  }

  @Tool({ input: TREE, output: TREE })
  async tree(input: unknown): Promise<unknown> {
    return input;
  }

  @Tool({ coerce: "json-strings" })
  repair({ ids, filter, note }: Repair): string {
    return JSON.stringify([ids, filter, note]);
  }

  @Tool()
  blocks({ text: words, data }: Blocks): ContentBlock[] {
    return [text(words), image(PIXEL), audio(data, "audio/wav"), link({ uri: "a:b", name: words })];
  }

  @Tool()
  stray(): void {
    console.log("stray output of a dependency");
  }

  @Tool()
  async linger(ctx: RequestContext): Promise<string> {
    census.lingering++;
    ctx.progress(1);
    await delay(5, undefined, { signal: ctx.signal }).catch(() => {});
    ctx.progress(2);
    census.lingering--;
    return "done";
  }

  /** Bytes of the heap after a collection, and what the census counts. */
  @Tool()
  measure(): string {
    globalThis.gc?.();
    globalThis.gc?.();
    return JSON.stringify({ heapUsed: process.memoryUsage().heapUsed, ...census });
  }

  @Tool()
  running(): string {
    return String(census.lingering);
  }

  @Resource("tree://{+path}", { mimeType: "text/plain" })
  leaf({ path }: PathRef): string {
    return path;
  }

  @Resource("find://notes{?text,limit}", { mimeType: "application/json", list: "found" })
  find(query: FindRef): object {
    return query;
  }

  found(cursor: string | undefined) {
    const page = cursor === undefined ? 0 : Number(cursor);
    const resources = [{ uri: `find://notes?text=${page}`, name: `page ${page}` }];
    return page < 3 ? { resources, nextCursor: String(page + 1) } : { resources };
  }

  @Resource("bytes://twelve", { mimeType: "application/octet-stream" })
  twelve(): Uint8Array {
    return new Uint8Array(12);
  }

  @Prompt()
  plain(): string {
    return "No arguments.";
  }
}

/** One instance a request, which has to be disposed however the request ends. */
@Feature({ scope: "request" })
class Held {
  constructor() {
    census.scopes++;
  }

  @Tool()
  async scoped({ text: words }: Words): Promise<string> {
    if (words.includes("%")) throw new Error("not this text");
    return words;
  }

  [Symbol.asyncDispose](): Promise<void> {
    census.scopes--;
    return Promise.resolve();
  }
}

class Name {
  @Field({ maxLength: 50 }) name!: string;
}
class Sure {
  @Field() sure!: boolean;
}

/** What asks, in every way there is. */
@Feature()
class Asking {
  @Tool()
  async ask(ctx: RequestContext): Promise<string> {
    const who = await ctx.elicit("who", Name, "Your name?");
    const count = await ctx.step("count", () => 1);
    const again = await ctx.elicit("again", Name, "And again?");
    return JSON.stringify([who.action, count, again.action]);
  }

  @Tool({ destructive: true })
  confirm({ text: words }: Words, @Ask(Sure, "Sure?") answer: Elicited<Sure>): string {
    return `${words}: ${answer.action}`;
  }

  @Tool()
  by_hand(ctx: RequestContext) {
    if (ctx.requestState !== undefined)
      return JSON.stringify([ctx.requestState, Object.keys(ctx.inputResponses)]);
    return inputRequired({ requests: { roots: { method: "roots/list" } }, state: { round: 1 } });
  }

  @Prompt()
  async asked(ctx: RequestContext): Promise<string> {
    const { text: draft } = await ctx.sample("draft", {
      messages: [{ role: "user", content: { type: "text", text: "Draft it" } }],
      maxTokens: 10,
    });
    return draft;
  }

  @Resource("asked://roots")
  async roots(ctx: RequestContext): Promise<string> {
    return String((await ctx.roots("roots")).length);
  }
}

export function build(options: Partial<ServerOptions> = {}): Promise<Server> {
  return createServer({
    name: "fuzzed",
    version: "1.0.0",
    features: [Probe, Desk, Held, Asking],
    requestState: { keys: [FUZZ_KEY] },
    pageSize: 4,
    limits: LIMITS,
    hosts: ["localhost", "127.0.0.1"],
    origins: ["https://app.example.com"],
    keepAliveMs: 10,
    // Whoever sends a request over HTTP waits for its end: a listen there is one of nothing.
    subscriptions: { authorizeListen: (_filter, { headers }) => (headers.host === undefined ? true : {}) },
    ...options,
  });
}
