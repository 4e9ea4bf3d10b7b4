import {
  Ask,
  Complete,
  createServer,
  type Elicited,
  Feature,
  Field,
  type InputRequired,
  inputRequired,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  type ServerOptions,
  Tool,
} from "blazon";

export const url = import.meta.url;

class Name {
  @Field({ minLength: 2, maxLength: 40 }) name!: string;
}
class Sure {
  @Field() sure!: boolean;
}
class Ref {
  @Field({ maxLength: 20 }) id!: string;
}
class Topic {
  @Field() topic!: string;
}

export const DRAFT = {
  messages: [{ role: "user", content: { type: "text", text: "Draft it" } }],
  maxTokens: 50,
} as const;

/** How often the steps of this process ran. */
export let steps = 0;

/** Everything that can be asked, in every kind of handler. */
@Feature()
class Asking {
  @Tool()
  async name(ctx: RequestContext): Promise<string> {
    const answer = await ctx.elicit("who", Name, "Your name?");
    return answer.action === "accept" ? `Hello, ${answer.content.name}` : answer.action;
  }

  @Tool()
  async three(ctx: RequestContext): Promise<string> {
    const [who, draft, roots] = await Promise.all([
      ctx.elicit("who", Name, "Your name?"),
      ctx.sample("draft", DRAFT),
      ctx.roots("roots"),
    ]);
    return JSON.stringify([who.action, draft.text, roots.map(({ uri }) => uri)]);
  }

  @Tool()
  async rounds(ctx: RequestContext): Promise<string> {
    ctx.progress(1);
    const first = await ctx.elicit("first", Name, "First?");
    const count = await ctx.step("count", () => ++steps);
    const second = await ctx.elicit("second", Name, "Second?");
    return JSON.stringify([first.action, count > 0, second.action]);
  }

  @Tool()
  async page(ctx: RequestContext): Promise<string> {
    return (await ctx.elicitUrl("pay", "https://pay.example/1", "Pay here")).action;
  }

  @Tool()
  async either(ctx: RequestContext): Promise<string> {
    if (ctx.client.can("elicitation.form")) return (await ctx.elicit("who", Name, "Your name?")).action;
    if (ctx.client.can("sampling")) return (await ctx.sample("draft", DRAFT)).text;
    return "nobody to ask";
  }

  @Tool()
  async sampled_with_tools(ctx: RequestContext): Promise<string> {
    const tools = [{ name: "look", inputSchema: { type: "object" } }];
    return (await ctx.sample("draft", { ...DRAFT, tools })).stopReason ?? "none";
  }

  @Tool()
  async with_context(ctx: RequestContext): Promise<string> {
    return (await ctx.sample("draft", { ...DRAFT, includeContext: "thisServer" })).text;
  }

  @Tool({ destructive: true })
  remove({ id }: Ref, @Ask(Sure, ({ id }: Ref) => `Remove ${id}?`) answer: Elicited<Sure>): string {
    return answer.action === "accept" && answer.content.sure ? `removed ${id}` : "kept";
  }

  @Tool()
  by_hand(ctx: RequestContext): string | InputRequired {
    if (ctx.requestState === undefined) {
      const requests = { roots: { method: "roots/list" } } as const;
      return inputRequired({ requests, state: { round: 1 } });
    }
    return JSON.stringify([ctx.requestState, ctx.inputResponses]);
  }

  @Tool()
  state_only(ctx: RequestContext): string | InputRequired {
    return ctx.requestState === undefined ? inputRequired({ state: "again" }) : String(ctx.requestState);
  }

  @Tool({ input: { type: "object", properties: { request: {} } } })
  raw(input: unknown): InputRequired {
    const { request } = input as { request: never }; // whatever the test wants to be refused
    return inputRequired({ requests: { key: request } });
  }

  @Tool()
  empty(): InputRequired {
    return inputRequired({});
  }

  @Prompt()
  async briefing(ctx: RequestContext): Promise<string> {
    const { topic } = await ctx.elicit("topic", Topic, "What about?").orDecline("No topic.");
    return `Write about ${topic}`;
  }

  @Prompt()
  empty_prompt(): InputRequired {
    return inputRequired({});
  }

  @Resource("ask://note", { mimeType: "text/plain", ttlMs: 60_000, cacheScope: "public" })
  async note(ctx: RequestContext): Promise<string> {
    const { topic } = await ctx.elicit("topic", Topic, "What about?").orDecline("No topic.");
    return `About ${topic}`;
  }

  @Prompt()
  completed({ topic }: Topic): string {
    return topic;
  }

  @Complete({ prompt: "completed", argument: "topic" })
  async topics(
    _typed: string,
    _chosen: Readonly<Record<string, string>>,
    ctx: RequestContext,
  ): Promise<string[]> {
    return [(await ctx.elicit("topic", Topic, "What about?")).action];
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
export const KEY = { id: "k1", secret: "a secret that is known to the tests alone" };

export function buildWith(options: Partial<ServerOptions>): Promise<Server> {
  return createServer({
    name: "asking",
    version: "1.0.0",
    features: [Asking],
    logger: silent,
    hosts: ["localhost", "127.0.0.1"],
    requestState: { keys: [KEY] },
    ...options,
  });
}

export function build(): Promise<Server> {
  return buildWith({});
}
