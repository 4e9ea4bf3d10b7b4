import type { ClientCapabilities, ServerCapabilities } from "../protocol/capabilities.js";
import type { InputMethod } from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import type { Implementation } from "../protocol/results.js";

/** What one handshake revision has on the wire that others have not. Everything else of an era is the same. */
export interface Revision {
  readonly version: string;
  /** Whether several messages may come in one array (LEG-26). */
  readonly batches: boolean;
  /** Whether a stream begins with an event that has no data, so that it can be resumed from its start (LEG-15). */
  readonly primes: boolean;
  /** What a client declared, as far as the revision knows it: nothing else is ever asked of it (LEG-08). */
  declared(capabilities: ClientCapabilities): ClientCapabilities;
  advertised(capabilities: ServerCapabilities): ServerCapabilities;
  /** What the server says of itself. */
  named(info: Implementation): JsonObject;
  /** A result of a method, without what the revision has not. */
  result(method: string, result: JsonObject): JsonObject;
  /** The params of a question to the client. */
  asked(method: InputMethod, params: JsonObject): JsonObject;
}

/** The object without some members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  if (!names.some((name) => object[name] !== undefined)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
