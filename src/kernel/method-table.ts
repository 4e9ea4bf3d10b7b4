import { METHODS, type MethodName, type MethodRules } from "../protocol/methods.js";
import { type Extension, extensionMethods } from "./extension.js";
import type { Method } from "./method.js";
import { resolveCompletionComplete } from "./methods/completion-complete.js";
import { resolveList } from "./methods/lists.js";
import { resolvePromptsGet } from "./methods/prompts-get.js";
import { resolveResourcesRead } from "./methods/resources-read.js";
import { type Listening, resolveSubscriptionsListen } from "./methods/subscriptions-listen.js";
import { resolveToolsCall } from "./methods/tools-call.js";
import type { Primitives } from "./target.js";

/**
 * Every method of this revision, those without an advertised capability unresolved, and those of extensions;
 * made once for a catalog.
 */
export function createMethodTable(
  primitives: Primitives,
  extensions: readonly Extension[],
  listening: Listening,
): ReadonlyMap<string, Method> {
  const { lists, discover } = primitives;
  const resolvers: Record<MethodName, NonNullable<Method["resolve"]>> = {
    "server/discover": () => ({ target: discover, input: undefined }),
    "tools/list": resolveList(lists.tools),
    "tools/call": resolveToolsCall(primitives.tools),
    "resources/list": resolveList(lists.resources),
    "resources/templates/list": resolveList(lists.resourceTemplates),
    "resources/read": resolveResourcesRead(primitives),
    "prompts/list": resolveList(lists.prompts),
    "prompts/get": resolvePromptsGet(primitives.prompts),
    "completion/complete": resolveCompletionComplete(primitives),
    "subscriptions/listen": resolveSubscriptionsListen(primitives.capabilities, listening),
  };
  const table = new Map<string, Method>(extensionMethods(extensions));
  for (const [name, resolve] of Object.entries(resolvers)) {
    const rules: MethodRules = METHODS[name as MethodName]; // the keys of a Record over MethodName
    const isServed =
      rules.capability === undefined || primitives.capabilities[rules.capability] !== undefined;
    table.set(name, { rules, resolve: isServed ? resolve : undefined });
  }
  return table;
}
