import { setTimeout as sleep } from "node:timers/promises";
import { Feature, Field, Notifier, RequestContext, Tool } from "blazon";
import { RICH_SCHEMA } from "./samples.js";

class Routed {
  @Field("Where the call is routed to", { header: "Region", optional: true }) region?: string;
}

class Name {
  @Field() name!: string;
}

/** Tools whose request carries something: progress, a log level, capabilities, headers, a rich schema. */
@Feature()
export class RequestTools {
  constructor(private readonly notify: Notifier) {}

  @Tool({ description: "Reports progress three times" })
  async test_tool_with_progress(ctx: RequestContext) {
    ctx.progress(0, 100);
    await sleep(50);
    ctx.progress(50, 100);
    await sleep(50);
    ctx.progress(100, 100);
    return "Progress was reported.";
  }

  @Tool({ description: "Takes a schema with many keywords", input: RICH_SCHEMA })
  json_schema_2020_12_tool() {
    return "The arguments fit the schema.";
  }

  @Tool({ description: "Repeats an argument in a header" })
  test_x_mcp_header({ region }: Routed) {
    return `Routed to ${region ?? "the default region"}.`;
  }

  @Tool({ description: "Needs a client that samples", requires: ["sampling"] })
  test_missing_capability() {
    return "The client declared sampling.";
  }

  @Tool({ description: "Asks something, and sends no request of its own for it" })
  async test_streaming_elicitation(ctx: RequestContext) {
    const { action } = await ctx.elicit("name", Name, "What is your name?");
    return `The client answered: ${action}.`;
  }

  @Tool({ description: "Announces that the tools changed" })
  test_trigger_tool_change() {
    this.notify.toolsChanged();
    return "The change was announced.";
  }

  @Tool({ description: "Announces that the prompts changed" })
  test_trigger_prompt_change() {
    this.notify.promptsChanged();
    return "The change was announced.";
  }

  @Tool({ description: "Logs once" })
  test_logging_tool(ctx: RequestContext) {
    ctx.log("info", "The tool was called.");
    return "The call was logged.";
  }
}
