import type { CapabilityPath } from "../protocol/capabilities.js";
import { blocksOf, isSamplingContent, type SamplingContent } from "../protocol/input-requests.js";
import { isObject, type JsonObject } from "../protocol/json.js";

/** What a client has to declare for this sampling (SAMP-03). */
export function samplingNeeds({ tools, toolChoice }: JsonObject): readonly CapabilityPath[] {
  return tools === undefined && toolChoice === undefined ? ["sampling"] : ["sampling.tools"];
}

/** Why params are none of `sampling/createMessage`; undefined where they are (SAMP-05 to SAMP-08). */
export function findSamplingFault(params: JsonObject): string | undefined {
  const { messages, maxTokens } = params;
  if (!Array.isArray(messages) || messages.length === 0) return "sampling needs messages";
  if (typeof maxTokens !== "number" || !Number.isSafeInteger(maxTokens) || maxTokens < 1)
    return "sampling needs maxTokens, an integer from 1";
  return findMessageFault(messages) ?? findPreferenceFault(params.modelPreferences) ?? findToolFault(params);
}

function findMessageFault(messages: readonly unknown[]): string | undefined {
  let awaited: ReadonlySet<string> = new Set();
  for (const [index, message] of messages.entries()) {
    if (!isObject(message) || (message.role !== "user" && message.role !== "assistant"))
      return `message ${index} has no role "user" or "assistant"`;
    const blocks = blocksOf(message.content);
    if (blocks.length === 0 || !blocks.every(isSamplingContent))
      return `message ${index} has content that is no text, image, audio, tool use or tool result`;
    const fault = findPairingFault(blocks, message.role, awaited);
    if (fault !== undefined) return `message ${index} ${fault}`;
    awaited = new Set(blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])));
  }
  return awaited.size > 0 ? "the tool uses of the last message are not answered" : undefined;
}

/** Every tool use is answered at once, by one message of the user that holds nothing else. */
function findPairingFault(
  blocks: readonly SamplingContent[],
  role: "user" | "assistant",
  awaited: ReadonlySet<string>,
): string | undefined {
  const answered = blocks.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : []));
  if (role === "assistant") {
    if (awaited.size > 0) return "comes before the tool uses ahead of it are answered";
    return answered.length > 0 ? "is the assistant's and holds tool results" : undefined;
  }
  if (blocks.some(({ type }) => type === "tool_use")) return "is the user's and holds tool uses";
  if (answered.length > 0 && answered.length < blocks.length) return "mixes tool results with other content";
  const ids = new Set(answered);
  const matches =
    ids.size === awaited.size && ids.size === answered.length && answered.every((id) => awaited.has(id));
  return matches ? undefined : "does not answer exactly the tool uses of the message before";
}

const PRIORITIES = ["costPriority", "speedPriority", "intelligencePriority"] as const;

function findPreferenceFault(preferences: unknown): string | undefined {
  if (preferences === undefined) return undefined;
  if (!isObject(preferences)) return "modelPreferences is no object";
  const wrong = PRIORITIES.find((name) => {
    const value = preferences[name];
    return value !== undefined && !(typeof value === "number" && value >= 0 && value <= 1);
  });
  return wrong && `${wrong} is no number from 0 to 1`;
}

function findToolFault({ tools, toolChoice }: JsonObject): string | undefined {
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool)))
    return "tools have a name and an inputSchema";
  const mode = isObject(toolChoice) ? (toolChoice.mode ?? "auto") : toolChoice;
  if (mode === undefined || mode === "auto" || mode === "required" || mode === "none") return undefined;
  return 'toolChoice.mode is "auto", "required" or "none"';
}

function isTool(tool: unknown): boolean {
  return isObject(tool) && typeof tool.name === "string" && isObject(tool.inputSchema);
}
