import type { RequestContext } from "../handler/request-context.js";
import type { JsonObject } from "../protocol/json.js";
import type { Method } from "./method.js";
import type { Target } from "./target.js";

/** A client method that an extension adds. */
export interface ExtensionMethod {
  /** The member of `params` that the `Mcp-Name` header repeats, such as `taskId` (T-28). */
  readonly mirrors?: string;
  /**
   * Answers one request, with an object the framework stamps. `params` have the right envelope and are
   * otherwise as they came: untrusted (EXT-09). Throw an `RpcError` with −32602 for what is wrong in them.
   */
  handle(params: JsonObject, context: RequestContext): JsonObject | Promise<JsonObject>;
}

/**
 * Something beyond the core protocol that this server speaks. Off unless it is listed in
 * `createServer({ extensions })` (EXT-05); then it is advertised, and its methods answer clients that declared
 * it, while others get −32021 naming it (EXT-03, EXT-08).
 */
export interface Extension {
  /** A prefix that is yours and a name, such as `com.example/search` (EXT-02). */
  readonly id: string;
  /** What `server/discover` says of it; `{}` without it (EXT-01). */
  readonly settings?: JsonObject;
  /** By name, such as `search/run`. */
  readonly methods?: Readonly<Record<string, ExtensionMethod>>;
  /** Values of `resultType` that handlers may return to clients that declared the extension (BASE-15, BASE-16). */
  readonly resultTypes?: readonly string[];
}

/** The methods of extensions, as the kernel serves its own. */
export function extensionMethods(extensions: readonly Extension[]): readonly (readonly [string, Method])[] {
  return extensions.flatMap(({ id, methods = {} }) =>
    Object.entries(methods).map(([name, method]) => [name, methodOf(id, name, method)] as const),
  );
}

function methodOf(id: string, name: string, method: ExtensionMethod): Method {
  const target: Target = {
    member: `${id} ${name}`,
    requires: [`extensions.${id}`],
    headers: [],
    run: (params, context) => method.handle(params as JsonObject, context), // resolve below passes the params on
  };
  const rules = method.mirrors === undefined ? {} : { mirrors: method.mirrors };
  return { rules, resolve: (params) => ({ target, input: params }) };
}

/** Which extension a value of `resultType` belongs to. */
export function resultTypesOf(extensions: readonly Extension[]): ReadonlyMap<string, string> {
  return new Map(
    extensions.flatMap(({ id, resultTypes = [] }) => resultTypes.map((type) => [type, id] as const)),
  );
}
