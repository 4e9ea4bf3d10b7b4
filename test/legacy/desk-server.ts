import {
  Ask,
  createServer,
  type Elicited,
  Feature,
  Field,
  inputRequired,
  type LegacyOption,
  Notifier,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  Tool,
} from "blazon";

export const { url } = import.meta;

class Name {
  @Field() name!: string;
}

class Uri {
  @Field() uri!: string;
}

class Room {
  @Field() room!: string;
}

class Sure {
  @Field() sure!: boolean;
}

/** What was begun and what became of it, for tests that look from outside. */
const seen = { held: 0, released: 0, aborted: 0, steps: 0, disposed: 0 };
let release: (() => void)[] = [];

/** Everything that behaves in its own way in sessions. */
@Feature()
export class Desk {
  constructor(private readonly notify: Notifier) {}

  @Tool({ description: "Greets", output: { type: "object", properties: { text: { type: "string" } } } })
  greet({ name }: Name) {
    return { text: `Hello, ${name}` };
  }

  @Tool({ description: "Lists", output: { type: "array", items: { type: "number" } } })
  numbers(): readonly number[] {
    return [1, 2];
  }

  @Tool({ description: "Says what it has seen" })
  seen(): string {
    return JSON.stringify(seen);
  }

  @Tool({ description: "Waits until it is let go" })
  async hold(ctx: RequestContext): Promise<string> {
    seen.held++;
    ctx.progress(1, 2, "half");
    ctx.signal.addEventListener("abort", () => seen.aborted++);
    await new Promise<void>((resolve) => {
      release.push(resolve);
      ctx.signal.addEventListener("abort", () => resolve());
    });
    if (!ctx.signal.aborted) seen.released++;
    return "let go";
  }

  @Tool({ description: "Lets go what waits" })
  let_go(): string {
    for (const each of release) each();
    release = [];
    return "done";
  }

  @Tool({ description: "Logs" })
  log(ctx: RequestContext): string {
    ctx.log("info", "an information");
    ctx.log("error", "an error");
    return "logged";
  }

  @Tool({ description: "Changes a resource" })
  touch({ uri }: Uri): string {
    this.notify.resourceUpdated(uri);
    return "touched";
  }

  @Tool({ description: "Says that the tools have changed" })
  change(): string {
    this.notify.toolsChanged();
    return "changed";
  }

  @Tool({ description: "Asks a name" })
  async ask(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "Who?").orDecline("Nobody.");
    return `Hello, ${name}`;
  }

  @Tool({ description: "Asks two at once, and does something in between" })
  async ask_more(ctx: RequestContext): Promise<string> {
    const [first, second] = await Promise.all([
      ctx.elicit("first", Name, "First?").orDecline("No."),
      ctx.elicit("second", Name, "Second?").orDecline("No."),
    ]);
    const count = await ctx.step("count", () => ++seen.steps);
    const { name } = await ctx.elicit("third", Name, `Third of ${count}?`).orDecline("No.");
    return [first.name, second.name, name].join(", ");
  }

  @Tool({ description: "Asks before it begins" })
  sure(@Ask(Sure, "Sure?") answer: Elicited<Sure>): string {
    return answer.action === "accept" && answer.content.sure ? "done" : "left";
  }

  @Tool({ description: "Asks by hand" })
  by_hand(ctx: RequestContext) {
    const answer = ctx.inputResponses.roots;
    if (answer === undefined)
      return inputRequired({ requests: { roots: { method: "roots/list" } }, state: { asked: 1 } });
    return `${JSON.stringify(answer)} ${JSON.stringify(ctx.requestState)}`;
  }

  @Tool({ description: "Has a page opened" })
  async open_page(ctx: RequestContext): Promise<string> {
    const { action } = await ctx.elicitUrl("page", "https://desk.example/sign-in", "Please sign in");
    return action;
  }

  @Tool({ description: "Has the client's model speak" })
  async speak(ctx: RequestContext): Promise<string> {
    const messages = [{ role: "user", content: { type: "text", text: "Speak" } }] as const;
    const { text } = await ctx.sample("speech", { messages, maxTokens: 10 });
    return text;
  }

  @Tool({ description: "Lists the folders of the client" })
  async folders(ctx: RequestContext): Promise<string> {
    const roots = await ctx.roots("folders");
    return roots.map(({ uri }) => uri).join(" ");
  }

  @Resource("desk://rules", { description: "Rules" })
  rules(): string {
    return "Be kind";
  }

  @Resource("desk://rooms/{room}", { description: "A room" })
  async room({ room }: Room, ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "Who?").orDecline("Nobody.");
    return `${name} is in ${room}`;
  }

  @Prompt({ description: "Greets" })
  async greeting(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "Who?").orDecline("Nobody.");
    return `Greet ${name}`;
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

export function build(): Promise<Server> {
  return buildWith();
}

export function buildWith(legacy?: LegacyOption): Promise<Server> {
  return createServer({
    name: "desk",
    version: "1.0.0",
    title: "The desk",
    description: "A desk to test with",
    websiteUrl: "https://desk.example",
    instructions: "Ask, and it is answered.",
    features: [Desk],
    hosts: "any",
    progressIntervalMs: 0,
    requestState: { principal: ({ headers }) => headers["x-user"] as string | undefined },
    logger: SILENT,
    ...(legacy && { legacy }),
  });
}
