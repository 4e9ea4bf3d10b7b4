import { Malformed } from "./malformed.js";
import type { Template } from "./template.js";
import { createTemplateIndex } from "./template-index.js";

/**
 * The variables of a URI that one template matches, decoded once; `Malformed` where their text must not be
 * used, undefined where it does not match. To look among many templates, make an index once.
 */
export function matchTemplate(
  template: Template,
  uri: string,
): Readonly<Record<string, string>> | Malformed | undefined {
  const found = createTemplateIndex([{ template, value: template }]).find(uri);
  return found === undefined || found instanceof Malformed ? found : found.variables;
}
