import type { Problems } from "../errors/boot-error.js";
import type { FieldDefinition } from "../metadata/definition.js";
import type { JsonSchema } from "../protocol/json.js";
import { type Defaults, findInitial, findPublishedDefault, isPlainJson } from "./defaults.js";
import { brief } from "./received.js";

/** What stands in a property's schema beside its type: title, description, default, examples, header. */
export function notesOf(definition: FieldDefinition, defaults: Defaults, problems: Problems): JsonSchema {
  const { title, description, examples, header } = definition.options;
  const published = defaultOf(definition, defaults, problems);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(published !== undefined && { default: published }),
    ...(examples !== undefined && { examples }),
    ...(header !== undefined && { "x-mcp-header": header }),
  };
}

function defaultOf(definition: FieldDefinition, defaults: Defaults, problems: Problems): unknown {
  const { key, options } = definition;
  const constructed = findPublishedDefault(defaults, key);
  const initial = findInitial(defaults.first, key);
  if (options.default === undefined) return constructed;
  if (!isPlainJson(options.default)) {
    const detail = `The declared default of ${definition.member} is not JSON`;
    problems.add("ERR_FIELD_DEFAULT", definition, {
      detail,
      fix: "Declare a JSON value, or set it in the class",
    });
  } else if (initial !== undefined && JSON.stringify(constructed) !== JSON.stringify(options.default)) {
    const detail = `${definition.member} declares the default ${brief(options.default)}, but the class sets ${brief(initial)}`;
    problems.add("ERR_FIELD_DEFAULT", definition, {
      detail,
      fix: "Say it once: keep the initializer and drop `default`",
    });
  }
  return options.default;
}
