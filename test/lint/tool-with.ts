import { type Class, type JsonSchema, type SchemaSource, Tool, type ToolOptions } from "../../src/index.js";

/** A feature with one tool that has nothing wrong with it, but for what is given. */
export function toolWith(options: Omit<ToolOptions, "output">): Class {
  class Desk {
    run(): string {
      return "";
    }
  }
  Tool({ name: "desk", description: "A desk", input: null, ...options })(Desk);
  return Desk;
}

export function toolTaking(input: SchemaSource): Class {
  return toolWith({ input });
}

/** A tool with one argument, which is described, unless the schema says something else. */
export function toolTakingOne(schema: JsonSchema, more: JsonSchema = {}): Class {
  const described = { description: "A value", ...schema };
  return toolTaking({
    type: "object",
    properties: { value: described },
    required: ["value"],
    additionalProperties: false,
    ...more,
  });
}
