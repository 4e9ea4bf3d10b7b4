import { Refusal } from "../errors/refusal.js";
import { resultPrefix } from "../kernel/stamp.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId, type RequestId } from "../protocol/json-rpc.js";
import { clientMeta, type LegacyClient, type LegacyHost } from "./host.js";
import { without } from "./revision.js";
import { negotiate } from "./revisions.js";

/** Who opens with these params, or what is wrong with them (LEG-05, LEG-06). */
export function readInitialize(params: JsonObject, overHttp: boolean): LegacyClient | Refusal {
  if (typeof params.protocolVersion !== "string") return invalid("protocolVersion must be a string");
  if (!isObject(params.capabilities)) return invalid("capabilities must be an object");
  const { clientInfo: info } = params;
  if (
    info !== undefined &&
    !(isObject(info) && typeof info.name === "string" && typeof info.version === "string")
  )
    return invalid("clientInfo must have a name and a version");
  const revision = negotiate(params.protocolVersion, overHttp);
  return { revision, meta: clientMeta(revision, params) };
}

/** What is not advertised is what needs a session that lasts, where there is none. */
export function initializeResult(
  id: RequestId,
  { revision }: LegacyClient,
  host: LegacyHost,
  lasts: boolean,
): string {
  const advertised = revision.advertised(host.primitives.capabilities);
  const result = {
    protocolVersion: revision.version,
    capabilities: lasts ? advertised : withoutPush(advertised as JsonObject),
    serverInfo: revision.named(host.serverInfo),
    ...(host.instructions !== undefined && { instructions: host.instructions }),
  };
  return `${resultPrefix(id)}${JSON.stringify(result)}}`;
}

/** The id under which a message is answered; none for a response, whose id is one of the server's own. */
export function answeredId(message: unknown): RequestId | undefined {
  if (!isObject(message) || !isRequestId(message.id)) return undefined;
  const isResponse = message.method === undefined && ("result" in message || "error" in message);
  return isResponse ? undefined : message.id;
}

function withoutPush(capabilities: JsonObject): JsonObject {
  const kinds = ["tools", "resources", "prompts"].filter((kind) => capabilities[kind] !== undefined);
  return { ...without(capabilities, "logging"), ...Object.fromEntries(kinds.map((kind) => [kind, {}])) };
}

function invalid(detail: string): Refusal {
  return new Refusal("ERR_PARAMS_INVALID", { detail });
}
