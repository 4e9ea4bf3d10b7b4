import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";
import { AssertionError } from "chai";
import { loadOfficialSchema } from "./official-schema.js";

// Both packages are CommonJS whose types and values disagree under NodeNext.
const require = createRequire(import.meta.url);
const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
const addFormats = require("ajv-formats") as (ajv: InstanceType<typeof Ajv2020>) => void;

/** The result each client method has in the schema. */
const RESULTS: Readonly<Record<string, string>> = {
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
  "subscriptions/listen": "SubscriptionsListenResult",
};

/** Errors that the schema gives a shape of their own. */
const ERRORS: Readonly<Record<number, string>> = {
  [-32700]: "ParseError",
  [-32600]: "InvalidRequestError",
  [-32601]: "MethodNotFoundError",
  [-32602]: "InvalidParamsError",
  [-32603]: "InternalError",
  [-32020]: "HeaderMismatchError",
  [-32021]: "MissingRequiredClientCapabilityError",
  [-32022]: "UnsupportedProtocolVersionError",
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(loadOfficialSchema(), "mcp");

function validatorOf(name: string): ValidateFunction {
  const validate = ajv.getSchema(`mcp#/$defs/${name}`);
  if (validate === undefined) throw new Error(`the official schema has no ${name}`);
  return validate;
}

type Frame = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Frame {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Some error definitions describe the error alone, others the whole response. */
function checkError(frame: Frame): string | undefined {
  const shape = findDefinitionFault("JSONRPCErrorResponse", frame);
  if (shape !== undefined || !isRecord(frame.error)) return shape;
  const name = ERRORS[Number(frame.error.code)];
  if (name === undefined) return undefined;
  const wholeResponse = Number(frame.error.code) > -32600;
  return findDefinitionFault(name, wholeResponse ? frame : frame.error);
}

/** What is wrong with a value by one definition of the official schema; undefined for nothing. */
export function findDefinitionFault(name: string, value: unknown): string | undefined {
  const validate = validatorOf(name);
  return validate(value) ? undefined : `${name}: ${ajv.errorsText(validate.errors)}`;
}

/** By its own type: the schema's union with InputRequiredResult would let any result without content through. */
function checkResult(frame: Frame, method: string | undefined): string | undefined {
  const shape = findDefinitionFault("JSONRPCResultResponse", frame);
  if (shape !== undefined || !isRecord(frame.result)) return shape;
  if (frame.result.resultType === "input_required")
    return findDefinitionFault("InputRequiredResult", frame.result);
  const name = method === undefined ? undefined : RESULTS[method];
  return name === undefined ? undefined : findDefinitionFault(name, frame.result);
}

/** What is wrong with a frame a server sent, or undefined. `method` is that of the request it answers. */
export function findWireFault(frame: unknown, method?: string): string | undefined {
  if (!isRecord(frame)) return "a frame is one JSON object";
  const has = (member: string) => Object.hasOwn(frame, member);
  const kinds = ["method", "result", "error"].filter(has);
  if (kinds.length !== 1)
    return `a frame has one of method, result, error; this has ${kinds.join(", ") || "none"}`;
  if (has("error")) return checkError(frame);
  if (has("method")) {
    return has("id") ? "a server sends no requests" : findDefinitionFault("ServerNotification", frame);
  }
  return checkResult(frame, method);
}

/**
 * Holds a frame of the server against the official JSON Schema of revision 2026-07-28. With the method of
 * the request it answers, its result is held against that method's own shape.
 *
 * @throws {AssertionError} naming the definition, the path and the rule that is broken.
 */
export function expectWireValid(frame: unknown, method?: string): void {
  const fault = findWireFault(frame, method);
  if (fault !== undefined) throw new AssertionError(`${fault}\n${JSON.stringify(frame)}`);
}
