import type { JsonValue } from "../protocol/json.js";
import { Violations } from "./contract.js";
import { isPlainJson } from "./defaults.js";
import { describe } from "./received.js";

/**
 * A value as JSON carries it: `toJSON` called, dates as text, `undefined` members left out. A value that is
 * JSON already is given back as it is.
 */
export function toJson(value: unknown): JsonValue | Violations {
  if (isPlainJson(value)) return value as JsonValue; // just tested
  try {
    const text = JSON.stringify(value) as string | undefined; // undefined for a function, a symbol, undefined
    if (text === undefined) return refuse(`must be JSON, got ${describe(value)}`);
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      return refuse("cannot be written as JSON: it contains itself, or a bigint");
    throw error; // a toJSON of the author's failed
  }
}

function refuse(message: string): Violations {
  return new Violations([{ path: "", message }]);
}
