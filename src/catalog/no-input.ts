import { isObject, type JsonSchema } from "../protocol/json.js";
import { type InputReader, Violations } from "../schema/contract.js";

const SCHEMA: JsonSchema = Object.freeze({ type: "object", properties: {}, additionalProperties: false });

/** The input of a handler that takes none: only the empty object (TOOL-13). */
export const NO_INPUT: InputReader = {
  schema: SCHEMA,
  read(raw) {
    const [name] = isObject(raw) ? Object.keys(raw) : [];
    if (name === undefined) return undefined;
    return new Violations([
      { path: "", message: `takes no arguments, got ${JSON.stringify(name.slice(0, 64))}` },
    ]);
  },
  prepare() {},
};
