import {
  Ask,
  createServer,
  type Elicited,
  Feature,
  Field,
  inputRequired,
  Prompt,
  RequestContext,
  Tool,
} from "blazon";
import { accept, decline, folders, says } from "blazon/testing";
import { expect } from "chai";
import { it } from "mocha";
import { onEveryEra, SILENT, since } from "./on-every-era.js";

class Name {
  @Field() name!: string;
}

class Sure {
  @Field() sure!: boolean;
}

let steps = 0;

@Feature()
class Asking {
  @Tool({ description: "Asks for a name" })
  async greet(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "Who?").orDecline("Nobody.");
    return `Hello, ${name}`;
  }

  @Tool({ description: "Asks before it begins" })
  remove(@Ask(Sure, "Sure?") answer: Elicited<Sure>): string {
    return answer.action === "accept" && answer.content.sure ? "removed" : "left";
  }

  @Tool({ description: "Asks twice, with a step between" })
  async order(ctx: RequestContext): Promise<string> {
    const first = await ctx.elicit("first", Name, "First?").orDecline("No.");
    const count = await ctx.step("count", () => ++steps);
    const second = await ctx.elicit("second", Name, "Second?").orDecline("No.");
    return `${first.name} ${second.name} ${count}`;
  }

  @Tool({ description: "Lets a model speak" })
  async speak(ctx: RequestContext): Promise<string> {
    const messages = [{ role: "user", content: { type: "text", text: "Speak" } }] as const;
    return (await ctx.sample("speech", { messages, maxTokens: 10 })).text;
  }

  @Tool({ description: "Lists folders" })
  async list(ctx: RequestContext): Promise<string> {
    return (await ctx.roots("folders")).map(({ uri }) => uri).join(" ");
  }

  @Tool({ description: "Has a page opened" })
  async open(ctx: RequestContext): Promise<string> {
    return (await ctx.elicitUrl("page", "https://desk.example/in", "Sign in")).action;
  }

  @Tool({ description: "Asks by hand" })
  by_hand(ctx: RequestContext) {
    const roots = ctx.inputResponses.roots;
    if (roots === undefined)
      return inputRequired({ requests: { roots: { method: "roots/list" } }, state: { asked: 1 } });
    return JSON.stringify([roots, ctx.requestState]);
  }

  @Prompt({ description: "Asks for a name" })
  async letter(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("name", Name, "To whom?").orDecline("Nobody.");
    return `Write to ${name}`;
  }
}

const build = () => createServer({ name: "asking", version: "1.0.0", features: [Asking], logger: SILENT });

onEveryEra("asks", build, ({ era, connect }) => {
  const hasForms = since(era, "2025-06-18");
  const text = (value: string) => [{ type: "text", text: value }];
  const MISSING = "The client did not declare a capability this needs: ";

  it("are answered while a call goes on, in the order of the handler", async () => {
    if (!hasForms) return;
    const answers = {
      name: accept({ name: "Ada" }),
      first: accept({ name: "Bea" }),
      second: accept({ name: "Cyd" }),
    };
    const client = await connect({ answers, resend: "every-round" });
    expect((await client.callTool("greet")).content).to.eql(text("Hello, Ada"));
    const before = steps;
    const { content } = await client.callTool("order");
    expect(JSON.stringify(content)).to.include("Bea Cyd");
    expect(steps - before).to.be.within(1, era.handshake ? 1 : 2); // a round that is delivered twice runs its step twice
    const { messages } = await client.getPrompt("letter");
    expect(messages[0]?.content).to.eql(text("Write to Ada")[0]);
  });

  it("are put before a call begins where they are declared", async () => {
    if (!hasForms) return;
    for (const [sure, outcome] of [
      [true, "removed"],
      [false, "left"],
    ] as const) {
      const client = await connect({ answers: (_key, ask) => (ask.method ? accept({ sure }) : undefined) });
      expect((await client.callTool("remove")).content).to.eql(text(outcome));
    }
  });

  it("end with what the handler says where the person declines", async () => {
    if (!hasForms) return;
    const client = await connect({ answers: { name: decline() } });
    expect((await client.callTool("greet")).content).to.eql(text("Nobody."));
  });

  it("reach the client's model and its folders, by hand too", async () => {
    const client = await connect({
      answers: { speech: says("Spoken"), folders: folders("file:///a"), roots: folders("file:///b") },
    });
    expect((await client.callTool("speak")).content).to.eql(text("Spoken"));
    expect((await client.callTool("list")).content).to.eql(text("file:///a"));
    const byHand = await client.callTool("by_hand");
    expect(JSON.stringify(byHand.content)).to.include("file:///b").and.include("asked");
  });

  it("have pages opened where the revision has that", async () => {
    const client = await connect({ answers: { page: { action: "accept" } } });
    const opened = await client
      .callTool("open")
      .catch((error: unknown) => error as { readonly content?: unknown });
    const expected = since(era, "2025-11-25") ? "accept" : `${MISSING}elicitation.url`;
    expect(opened.content).to.eql(text(expected));
  });

  it("[META-19] [LEG-08] are not put to a client that declares nothing", async () => {
    const client = await connect();
    const refusal = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);
    const called = await refusal(client.callTool("greet"));
    if (era.handshake) expect(called).to.include({ isError: true });
    else expect(called).to.include({ code: -32021 });
    const got = await refusal(client.getPrompt("letter"));
    expect(got).to.include({ code: era.handshake ? -32603 : -32021 });
    expect(client.frames.some(({ method, id }) => method !== undefined && id !== undefined)).to.equal(false);
  });

  it("fail a test that has no answer to them", async () => {
    if (!hasForms) return;
    const client = await connect({ answers: { other: decline() } });
    const failed: unknown = await client.callTool("greet").catch((error: unknown) => error);
    expect(failed).to.have.property("message", "The server asked name, and the test has no answer to it");
  });
});
