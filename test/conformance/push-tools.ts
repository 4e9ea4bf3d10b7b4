import { setTimeout as sleep } from "node:timers/promises";
import { type Elicited, Feature, Field, RequestContext, Tool } from "blazon";

class Prompted {
  @Field("What the model is asked") prompt!: string;
}

class Told {
  @Field("What the person is told") message!: string;
}

class Account {
  @Field("User's response") username!: string;
  @Field("User's email address") email!: string;
}

const DEFAULTS = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
} as const;

const choices = (titles: readonly string[]) =>
  titles.map((title, index) => ({ const: `value${index + 1}`, title }));

const ENUMS = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: { type: "string", oneOf: choices(["First Option", "Second Option", "Third Option"]) },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
    titledMulti: {
      type: "array",
      items: { anyOf: choices(["First Choice", "Second Choice", "Third Choice"]) },
    },
  },
};

/** What the suite calls in the revisions whose servers ask while a call runs. */
@Feature()
export class PushTools {
  @Tool({ description: "Logs three times" })
  async test_tool_with_logging(ctx: RequestContext) {
    ctx.log("info", "Tool execution started");
    await sleep(50);
    ctx.log("info", "Tool processing data");
    await sleep(50);
    ctx.log("info", "Tool execution completed");
    return "It was logged.";
  }

  @Tool({ description: "Asks the client's model" })
  async test_sampling({ prompt }: Prompted, ctx: RequestContext) {
    const messages = [{ role: "user", content: { type: "text", text: prompt } }] as const;
    const { text } = await ctx.sample("prompt", { messages, maxTokens: 100 });
    return `LLM response: ${text}`;
  }

  @Tool({ description: "Asks for an account" })
  async test_elicitation({ message }: Told, ctx: RequestContext) {
    return describe(await ctx.elicit("account", Account, message));
  }

  @Tool({ description: "Asks with a form that has defaults" })
  async test_elicitation_sep1034_defaults(ctx: RequestContext) {
    return describe(await ctx.elicit("defaults", DEFAULTS, "Please review the defaults"));
  }

  @Tool({ description: "Asks with a form that has choices" })
  async test_elicitation_sep1330_enums(ctx: RequestContext) {
    return describe(await ctx.elicit("enums", ENUMS, "Please choose"));
  }
}

function describe(elicited: Elicited<unknown>): string {
  const content = elicited.action === "accept" ? JSON.stringify(elicited.content) : "{}";
  return `User response: action=${elicited.action}, content=${content}`;
}
