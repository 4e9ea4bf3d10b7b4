import { createRequire } from "node:module";
import { AssertionError } from "chai";
import { loadHandshakeSchema } from "./official-schema.js";

// Both packages are CommonJS whose types and values disagree under NodeNext.
const require = createRequire(import.meta.url);
const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
const addFormats = require("ajv-formats") as (ajv: InstanceType<typeof Ajv2020>) => void;

/** The result each client method has in the schema. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: "InitializeResult",
  ping: "EmptyResult",
  "logging/setLevel": "EmptyResult",
  "resources/subscribe": "EmptyResult",
  "resources/unsubscribe": "EmptyResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
};

/** What only the stateless revisions have in a result. */
const LATER = ["resultType", "ttlMs", "cacheScope"];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(loadHandshakeSchema(), "mcp");

type Frame = Readonly<Record<string, unknown>>;

function faultOf(name: string, value: unknown): string | undefined {
  const validate = ajv.getSchema(`mcp#/$defs/${name}`);
  if (validate === undefined) throw new Error(`the official schema has no ${name}`);
  return validate(value) ? undefined : `${name}: ${ajv.errorsText(validate.errors)}`;
}

function faultOfFrame(frame: Frame, method: string | undefined): string | undefined {
  if ("method" in frame) return faultOf("id" in frame ? "ServerRequest" : "ServerNotification", frame);
  if ("error" in frame) return faultOf("JSONRPCErrorResponse", frame);
  const later = LATER.find((member) => member in (frame.result as Frame)); // a frame without an error has a result
  if (later !== undefined) return `a result of this revision has no ${later}`;
  const name = method === undefined ? undefined : RESULTS[method];
  return (
    faultOf("JSONRPCResultResponse", frame) ?? (name === undefined ? undefined : faultOf(name, frame.result))
  );
}

/**
 * Holds a frame of the server against the official JSON Schema of revision 2025-11-25. With the method of the
 * request it answers, its result is held against that method's own shape.
 *
 * @throws {AssertionError} naming the definition, the path and the rule that is broken.
 */
export function expectHandshakeValid(frame: Frame, method?: string): void {
  const fault = faultOfFrame(frame, method);
  if (fault !== undefined) throw new AssertionError(`${fault}\n${JSON.stringify(frame)}`);
}
