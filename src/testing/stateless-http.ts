import { Buffer } from "node:buffer";
import type { HeaderParam } from "../kernel/target.js";
import { decodeHeaderValue, HEADER } from "../protocol/headers.js";
import { isObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import { METHODS, type MethodRules } from "../protocol/methods.js";
import { REVISION } from "../protocol/revisions.js";
import type { Internals } from "../server/internals.js";
import { HttpLink } from "./http-link.js";
import type { OnFrame } from "./link.js";

/** HTTP of the stateless revision: headers repeat what a message says, and who hangs up has cancelled. */
export class StatelessHttp extends HttpLink {
  readonly #internals: Internals;

  constructor(internals: Internals, onFrame: OnFrame) {
    super(internals.fetch, onFrame);
    this.#internals = internals;
  }

  cancel(id: RequestId): void {
    this.hangUp(id);
  }

  protected headersOf(message: unknown): Readonly<Record<string, string>> {
    const { method, params } = isObject(message) ? message : {};
    const given = isObject(params) ? params : {};
    const meta = isObject(given._meta) ? given._meta : {};
    const version = meta[META.protocolVersion];
    const headers = { [HEADER.protocolVersion]: typeof version === "string" ? version : REVISION };
    if (typeof method !== "string") return headers;
    const rules: MethodRules | undefined = Object.hasOwn(METHODS, method)
      ? METHODS[method as keyof typeof METHODS] // it is one of them
      : undefined;
    const name = rules?.mirrors === undefined ? undefined : given[rules.mirrors];
    return {
      ...headers,
      [HEADER.method]: encoded(method),
      ...(typeof name === "string" && { [HEADER.name]: encoded(name) }),
      ...(method === "tools/call" && mirrored(this.#internals.headersOf(String(name)), given.arguments)),
    };
  }
}

/** The arguments that headers repeat. */
function mirrored(params: readonly HeaderParam[], input: unknown): Readonly<Record<string, string>> {
  const fields = params.map(({ field, path }) => {
    let value = input;
    for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    const isThere = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isThere ? ([field, encoded(String(value))] as const) : undefined;
  });
  return Object.fromEntries(fields.filter((field) => field !== undefined));
}

/** The text itself where a header can carry it, else its base64 form. */
function encoded(text: string): string {
  return decodeHeaderValue(text) === text ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
