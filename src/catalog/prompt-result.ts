import { type ContentBlock, isContentBlock, type ResourceContents } from "../protocol/content.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { PromptMessage } from "../protocol/results.js";
import { kindOf, outputError } from "./output-error.js";
import { withPreparedIcons } from "./result-icons.js";
import { whenSettled } from "./settle.js";

/**
 * The prompt result a handler's value stands for: text (one message of the user), a message, a list of
 * messages, or the full result.
 *
 * @throws {BlazonError} `ERR_OUTPUT_INVALID` for anything else (PROM-06).
 */
export function promptResult(value: unknown, member: string): JsonObject | Promise<JsonObject> {
  if (typeof value === "string")
    return { messages: [{ role: "user", content: { type: "text", text: value } }] };
  if (Array.isArray(value)) return whenSettled(messagesOf(value, member), (messages) => ({ messages }));
  if (isObject(value) && Array.isArray(value.messages)) {
    return whenSettled(messagesOf(value.messages, member), (messages) => ({ ...value, messages }));
  }
  return whenSettled(messagesOf([value], member), (messages) => ({ messages }));
}

function messagesOf(
  values: readonly unknown[],
  member: string,
): readonly PromptMessage[] | Promise<readonly PromptMessage[]> {
  const messages = values.map((value) => {
    if (!isMessage(value)) throw outputError(member, `${kindOf(value)} is no prompt message`);
    return { ...value, content: withMimeType(value.content) };
  });
  const blocks = withPreparedIcons(
    messages.map(({ content }) => content),
    member,
  );
  return whenSettled(blocks, (contents) =>
    messages.map((message, index) => ({ ...message, content: contents[index] ?? message.content })),
  );
}

function isMessage(value: unknown): value is PromptMessage {
  return (
    isObject(value) && (value.role === "user" || value.role === "assistant") && isContentBlock(value.content)
  );
}

/** An embedded resource in a prompt always says its type (PROM-11). */
function withMimeType(block: ContentBlock): ContentBlock {
  if (block.type !== "resource" || block.resource.mimeType !== undefined) return block;
  const mimeType = "text" in block.resource ? "text/plain" : "application/octet-stream";
  const resource: ResourceContents = { ...block.resource, mimeType };
  return { ...block, resource };
}
