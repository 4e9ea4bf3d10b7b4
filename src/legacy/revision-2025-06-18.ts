import type { ClientCapabilities } from "../protocol/capabilities.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { mapBlocks, mapEntries } from "./entries.js";
import { type Revision, without } from "./revision.js";
import { REVISION_2025_11_25 as next } from "./revision-2025-11-25.js";

/** Without icons, links to open, choices with titles, and tools for the client's model. */
export const REVISION_2025_06_18: Revision = {
  ...next,
  version: "2025-06-18",
  primes: false,
  declared(capabilities) {
    const { elicitation, sampling, ...rest } = next.declared(capabilities);
    return {
      ...rest,
      ...(isObject(elicitation) && { elicitation: {} }),
      ...(isObject(sampling) && { sampling: {} }),
    } satisfies ClientCapabilities;
  },
  named: (info) => without(next.named(info), "description", "icons", "websiteUrl"),
  result(method, result) {
    const listed = mapEntries(next.result(method, result), (entry) => without(entry, "icons", "execution"));
    return mapBlocks(listed, (block) => without(block, "icons"));
  },
  asked(method, params) {
    if (method === "elicitation/create") return withPlainForm(without(params, "mode"));
    return method === "sampling/createMessage" ? withSingleBlocks(params) : params;
  },
};

function withPlainForm(params: JsonObject): JsonObject {
  const { requestedSchema } = params;
  if (!isObject(requestedSchema) || !isObject(requestedSchema.properties)) return params;
  const properties = Object.entries(requestedSchema.properties).map(([name, field]) => [
    name,
    isObject(field) ? withEnum(field) : field,
  ]);
  return {
    ...params,
    requestedSchema: { ...requestedSchema, properties: Object.fromEntries(properties) },
  };
}

/** Titles of choices stood in a list of their own. */
function withEnum(field: JsonObject): JsonObject {
  const { oneOf, ...rest } = field;
  if (!Array.isArray(oneOf) || !oneOf.every(isObject)) return field;
  return {
    ...rest,
    enum: oneOf.map((choice) => choice.const),
    enumNames: oneOf.map((choice) => choice.title ?? choice.const),
  };
}

/** A message had one block; several are several messages. */
function withSingleBlocks(params: JsonObject): JsonObject {
  const { messages } = params;
  if (!Array.isArray(messages)) return params;
  const single = messages.flatMap((message: unknown) =>
    isObject(message) && Array.isArray(message.content)
      ? message.content.map((content: unknown) => ({ ...message, content }))
      : [message],
  );
  return { ...params, messages: single };
}
