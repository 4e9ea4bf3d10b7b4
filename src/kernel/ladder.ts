import { Refusal } from "../errors/refusal.js";
import type { HeaderFields } from "../handler/request-context.js";
import {
  type CapabilityPath,
  type ClientCapabilities,
  declares,
  requiredCapabilities,
} from "../protocol/capabilities.js";
import { carries, decodeHeaderValue, HEADER } from "../protocol/headers.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { isRequestId } from "../protocol/json-rpc.js";
import { isLoggingLevel } from "../protocol/logging-levels.js";
import { isModernMeta, META } from "../protocol/meta.js";
import type { MethodRules } from "../protocol/methods.js";
import { SUPPORTED_REVISIONS } from "../protocol/revisions.js";
import type { HeaderParam } from "./target.js";

const SUPPORTED_TEXT = SUPPORTED_REVISIONS.join(", ");

/** Row 8: a handshake on a transport without headers; those with headers refuse it in row 12 (VER-10, T-05). */
export function checkHandshake(method: string, params: JsonObject): Refusal | undefined {
  if (method !== "initialize" || isModernMeta(params._meta)) return undefined;
  const requested = typeof params.protocolVersion === "string" ? params.protocolVersion : "";
  return new Refusal(
    "ERR_WIRE_INITIALIZE",
    { supported: SUPPORTED_TEXT },
    { supported: SUPPORTED_REVISIONS, requested },
  );
}

/** Rows 10 to 12: the revision, in the body and in the header. */
export function checkRevision(headers: HeaderFields | null, meta: unknown): Refusal | undefined {
  const inBody = isObject(meta) ? meta[META.protocolVersion] : undefined;
  if (headers === null) return typeof inBody === "string" ? checkSupported(inBody) : undefined;
  const inHeader = headers[HEADER.protocolVersion];
  if (typeof inBody === "string" && inHeader !== undefined && inHeader !== inBody) {
    return new Refusal("ERR_HEADER_VERSION_DIFFERS");
  }
  const version = typeof inBody === "string" ? inBody : inHeader;
  const unsupported = version === undefined ? undefined : checkSupported(String(version));
  if (unsupported !== undefined) return unsupported;
  if (inHeader !== undefined) return undefined;
  return new Refusal(
    "ERR_HEADER_VERSION_MISSING",
    { supported: SUPPORTED_TEXT },
    { supported: SUPPORTED_REVISIONS },
  );
}

function checkSupported(requested: string): Refusal | undefined {
  if (SUPPORTED_REVISIONS.includes(requested)) return undefined;
  return new Refusal("ERR_VERSION_UNSUPPORTED", {}, { supported: SUPPORTED_REVISIONS, requested });
}

/** Row 13: the fields every request carries, and the types of those it may carry (META-11 to META-16). */
export function checkMeta(meta: unknown): Refusal | undefined {
  const fault = faultOfMeta(meta);
  return fault === undefined ? undefined : new Refusal("ERR_META_INVALID", { detail: fault });
}

function faultOfMeta(meta: unknown): string | undefined {
  if (meta === undefined)
    return `params._meta is missing; it needs ${META.protocolVersion} and ${META.clientCapabilities}`;
  if (!isObject(meta)) return "params._meta must be an object";
  if (typeof meta[META.protocolVersion] !== "string") return `${META.protocolVersion} must be a string`;
  if (!isObject(meta[META.clientCapabilities])) return `${META.clientCapabilities} must be an object`;
  const info = meta[META.clientInfo];
  if (info !== undefined && !isImplementation(info))
    return `${META.clientInfo} must have a name and a version`;
  const level = meta[META.logLevel];
  if (level !== undefined && !isLoggingLevel(level)) return `${META.logLevel} must be a level of RFC 5424`;
  const token = meta.progressToken;
  if (token !== undefined && !isRequestId(token)) return "progressToken must be a string or an integer";
  return undefined;
}

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value.name === "string" && typeof value.version === "string";
}

/** Row 14: `Mcp-Method`, and `Mcp-Name` where the method has a name and the body gives one (T-20). */
export function checkMirrors(
  headers: HeaderFields,
  method: string,
  rules: MethodRules | undefined,
  params: JsonObject,
): Refusal | undefined {
  const fault = faultOfMirror(headers[HEADER.method], method);
  if (fault !== undefined) return new Refusal("ERR_HEADER_MISMATCH", { header: "Mcp-Method", detail: fault });
  if (rules?.mirrors === undefined) return undefined;
  const name = params[rules.mirrors];
  if (typeof name !== "string") return undefined;
  const nameFault = faultOfName(headers[HEADER.name], name);
  return nameFault === undefined
    ? undefined
    : new Refusal("ERR_HEADER_MISMATCH", { header: "Mcp-Name", detail: nameFault });
}

/** `Mcp-Method` is compared as it is: it may not be encoded (T-24). */
function faultOfMirror(header: HeaderFields[string], expected: string): string | undefined {
  if (header === expected) return undefined;
  return header === undefined ? "is missing" : "differs from the body";
}

function faultOfName(header: HeaderFields[string], expected: string): string | undefined {
  if (header === undefined) return "is missing";
  return typeof header === "string" && carries(header, expected)
    ? undefined
    : "differs from the body, or cannot be read";
}

/** Row 18: the arguments that headers repeat (HDR-38 to HDR-44). */
export function checkHeaderParams(
  headers: HeaderFields,
  plan: readonly HeaderParam[],
  input: unknown,
): Refusal | undefined {
  for (const param of plan) {
    const fault = faultOfParam(headers[param.field], valueAt(input, param.path), param.type);
    if (fault !== undefined) return new Refusal("ERR_HEADER_PARAM", { header: param.field, detail: fault });
  }
  return undefined;
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value = input;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function faultOfParam(
  header: HeaderFields[string],
  value: unknown,
  type: HeaderParam["type"],
): string | undefined {
  if (value === undefined || value === null)
    return header === undefined ? undefined : "is there, but the argument is not";
  const isTyped = type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (!isTyped) return undefined; // the arguments are judged in row 22 (T-26)
  if (header === undefined) return "is missing";
  if (typeof header !== "string") return "is repeated";
  if (type !== "integer")
    return carries(header, String(value)) ? undefined : "differs from the argument, or cannot be read";
  if (!Number.isSafeInteger(value)) return "stands for an integer beyond ±(2^53−1)";
  return carriesInteger(header, value as number) ? undefined : "differs from the argument"; // isSafeInteger does not narrow
}

/** Without a fraction that counts: reading one as a number would round it away. */
const INTEGER = /^-?\d+(?:\.0+)?$/;

/** Integers are compared as numbers: `42.0` stands for 42 (HDR-44). */
function carriesInteger(header: string, value: number): boolean {
  const text = decodeHeaderValue(header);
  return text !== undefined && INTEGER.test(text) && Number(text) === value;
}

/** Row 19: the client capabilities a target cannot do without (META-19, T-57). */
export function checkCapabilities(
  capabilities: ClientCapabilities,
  requires: readonly CapabilityPath[],
): Refusal | undefined {
  const missing = requires.filter((path) => !declares(capabilities, path));
  if (missing.length === 0) return undefined;
  return new Refusal(
    "ERR_CAPABILITY_MISSING",
    { needs: missing.join(", ") },
    { requiredCapabilities: requiredCapabilities(missing) },
  );
}
