import { isObject, type JsonObject } from "../protocol/json.js";

/** The members of results that hold lists of things with a name. */
const LISTS = ["tools", "resources", "resourceTemplates", "prompts"] as const;

/** Every entry of a list result, rewritten; other results stay as they are. */
export function mapEntries(result: JsonObject, rewrite: (entry: JsonObject) => JsonObject): JsonObject {
  const key = LISTS.find((name) => Array.isArray(result[name]));
  return key === undefined ? result : { ...result, [key]: mapObjects(result[key], rewrite) };
}

/** Every content block of a result, be it a tool's or of a prompt's messages, rewritten. */
export function mapBlocks(result: JsonObject, rewrite: (block: JsonObject) => JsonObject): JsonObject {
  if (Array.isArray(result.content)) return { ...result, content: mapObjects(result.content, rewrite) };
  if (!Array.isArray(result.messages)) return result;
  const messages = mapObjects(result.messages, (message) =>
    isObject(message.content) ? { ...message, content: rewrite(message.content) } : message,
  );
  return { ...result, messages };
}

function mapObjects(list: unknown, rewrite: (object: JsonObject) => JsonObject): readonly unknown[] {
  return (Array.isArray(list) ? list : []).map((each: unknown) => (isObject(each) ? rewrite(each) : each));
}
