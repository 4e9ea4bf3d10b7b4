import { Ask, type Elicited, Feature, Field, Prompt, RequestContext, Tool } from "blazon";

class Name {
  @Field()
  name!: string;
}

class Color {
  @Field()
  color!: string;
}

class Confirmation {
  @Field()
  ok!: boolean;
}

class PromptContext {
  @Field()
  context!: string;
}

const GREETING = {
  messages: [{ role: "user", content: { type: "text", text: "Generate a greeting" } }],
  maxTokens: 50,
} as const;

const CAPITAL = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 100,
} as const;

/** What the suite calls to be asked something. */
@Feature()
export class AskingTools {
  @Tool({ description: "Asks for a name" })
  async test_input_required_result_elicitation(ctx: RequestContext): Promise<string> {
    const { name } = await ctx
      .elicit("user_name", Name, "What is your name?")
      .orDecline("No name, no greeting.");
    return `Hello, ${name}!`;
  }

  @Tool({ description: "Asks the client's model" })
  async test_input_required_result_sampling(ctx: RequestContext): Promise<string> {
    const { text } = await ctx.sample("capital_question", CAPITAL);
    return `The model says: ${text}`;
  }

  @Tool({ description: "Asks for the client's roots" })
  async test_input_required_result_list_roots(ctx: RequestContext): Promise<string> {
    const roots = await ctx.roots("client_roots");
    return `The client has ${roots.length} roots`;
  }

  @Tool({ description: "Asks for a confirmation" })
  test_input_required_result_request_state(
    @Ask(Confirmation, "Please confirm", { key: "confirm" }) answer: Elicited<Confirmation>,
  ): string {
    return answer.action === "accept" && answer.content.ok ? "state-ok" : "not confirmed";
  }

  @Tool({ description: "Asks for a confirmation, and for nothing else" })
  test_input_required_result_tampered_state(
    @Ask(Confirmation, "Please confirm", { key: "confirm" }) answer: Elicited<Confirmation>,
  ): string {
    return answer.action === "accept" && answer.content.ok ? "state-ok" : "not confirmed";
  }

  @Tool({ description: "Asks for three things at once" })
  async test_input_required_result_multiple_inputs(ctx: RequestContext): Promise<string> {
    const [name, greeting, roots] = await Promise.all([
      ctx.elicit("user_name", Name, "What is your name?"),
      ctx.sample("greeting", GREETING),
      ctx.roots("client_roots"),
    ]);
    return `${greeting.text} (${name.action}, ${roots.length} roots)`;
  }

  @Tool({ description: "Asks twice, one after the other" })
  async test_input_required_result_multi_round(ctx: RequestContext): Promise<string> {
    const { name } = await ctx.elicit("step1", Name, "Step 1: What is your name?").orDecline("Stopped.");
    const { color } = await ctx
      .elicit("step2", Color, "Step 2: What is your favorite color?")
      .orDecline("Stopped.");
    return `${name} likes ${color}`;
  }

  @Tool({ description: "Asks what the client can answer" })
  async test_input_required_result_capabilities(ctx: RequestContext): Promise<string> {
    const { client } = ctx;
    const asked = await Promise.all([
      client.can("elicitation.form") ? ctx.elicit("user_name", Name, "What is your name?") : undefined,
      client.can("sampling") ? ctx.sample("greeting", GREETING) : undefined,
      client.can("roots") ? ctx.roots("client_roots") : undefined,
    ]);
    return `${asked.filter((answer) => answer !== undefined).length} answers`;
  }
}

/** The prompt that asks. */
@Feature()
export class AskingPrompts {
  @Prompt({ description: "Asks for its context" })
  async test_input_required_result_prompt(ctx: RequestContext): Promise<string> {
    const { context } = await ctx
      .elicit("user_context", PromptContext, "What context should the prompt use?")
      .orDecline("No context given.");
    return `Use this context: ${context}`;
  }
}
