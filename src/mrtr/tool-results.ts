import { BlazonError } from "../errors/blazon-error.js";
import { ToolError } from "../errors/tool-error.js";
import type { ContentBlock } from "../protocol/content.js";
import {
  blocksOf,
  isSamplingContent,
  type SamplingMessage,
  type SamplingResult,
  type SamplingTool,
  type ToolResultContent,
  type ToolUseContent,
} from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import { SchemaValidator } from "../schema/validator.js";

/** What a tool gives the model: text, or a result with content, a structured value or an error. */
export type ToolOutcome = string | Omit<ToolResultContent, "type" | "toolUseId">;

/**
 * The messages that a conversation goes on with when a model wishes for tools: its own, as it came, and one of the
 * user's that answers every wish and holds nothing else (SAMP-07 to SAMP-09). `_meta` of both is kept (SAMP-16). A
 * `ToolError` becomes a result that says so to the model. Empty where the model wishes for none.
 *
 * How often a call may go round is capped by its rounds (SAMP-11).
 *
 * @throws {BlazonError} `ERR_ASK_INVALID` for a tool that was not offered, or a structured value that breaks the
 * `outputSchema` of its tool (SAMP-17).
 * @example
 * const messages = [question];
 * let sample = await ctx.sample("turn 1", { messages, tools, maxTokens: 500 });
 * messages.push(...(await toolResults(sample, tools, ({ name, input }) => this.run(name, input))));
 */
export async function toolResults(
  sample: SamplingResult,
  tools: readonly SamplingTool[],
  run: (use: ToolUseContent) => ToolOutcome | Promise<ToolOutcome>,
): Promise<readonly SamplingMessage[]> {
  const uses = blocksOf(sample.content).filter(isSamplingContent).filter(isToolUse);
  if (uses.length === 0) return [];
  const content: ToolResultContent[] = [];
  for (const use of uses) content.push(await resultOf(use, tools, run));
  const { role, _meta } = sample;
  const wish: SamplingMessage = { role, content: sample.content, ...(_meta && { _meta }) };
  return [wish, { role: "user", content }];
}

function isToolUse(block: { readonly type: string }): block is ToolUseContent {
  return block.type === "tool_use";
}

async function resultOf(
  use: ToolUseContent,
  tools: readonly SamplingTool[],
  run: (use: ToolUseContent) => ToolOutcome | Promise<ToolOutcome>,
): Promise<ToolResultContent> {
  const tool = tools.find(({ name }) => name === use.name);
  if (tool === undefined) throw invalid(`the model wishes for ${use.name}, which was not offered`);
  const outcome = await outcomeOf(use, run);
  const { outputSchema } = tool;
  if (outputSchema !== undefined && outcome.isError !== true)
    checkStructured(outcome.structuredContent, outputSchema, use);
  return { type: "tool_result", toolUseId: use.id, ...outcome };
}

async function outcomeOf(
  use: ToolUseContent,
  run: (use: ToolUseContent) => ToolOutcome | Promise<ToolOutcome>,
): Promise<Exclude<ToolOutcome, string>> {
  try {
    const outcome = await run(use);
    return typeof outcome === "string" ? { content: textOf(outcome) } : outcome;
  } catch (error) {
    if (error instanceof ToolError) return { content: textOf(error.message), isError: true };
    throw error;
  }
}

function textOf(text: string): readonly ContentBlock[] {
  return [{ type: "text", text }];
}

function checkStructured(value: unknown, schema: JsonObject, { name }: ToolUseContent): void {
  const violations = new SchemaValidator(schema).find(value);
  if (violations !== undefined)
    throw invalid(`${name} gave what its outputSchema does not allow: ${violations}`);
}

function invalid(detail: string): BlazonError {
  return new BlazonError("ERR_ASK_INVALID", { detail });
}
