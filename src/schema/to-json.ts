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
    const text = JSON.stringify(value, refuseCollections) as string | undefined; // undefined for a function, a symbol, undefined
    if (text === undefined) return refuse(`must be JSON, got ${describe(value)}`);
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch (error) {
    if (error instanceof CollectionError) return refuse(error.message);
    if (error instanceof TypeError || error instanceof RangeError)
      return refuse("cannot be written as JSON: it contains itself, or a bigint");
    throw error; // a toJSON of the author's failed
  }
}

/** JSON makes an empty object of them, and loses what they hold. */
class CollectionError extends Error {}

function refuseCollections(key: string, value: unknown): unknown {
  if (!(value instanceof Map || value instanceof Set)) return value;
  const at = key === "" ? "it" : JSON.stringify(key);
  throw new CollectionError(
    `must be JSON, and ${at} is a ${value instanceof Map ? "Map" : "Set"}: give an object or an array`,
  );
}

function refuse(message: string): Violations {
  return new Violations([{ path: "", message }]);
}
