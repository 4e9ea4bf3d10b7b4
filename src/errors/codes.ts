/** What one code of the table says about a refusal of a message. */
export interface WireCode {
  /** What happened, in one short sentence; what is in braces is filled in. */
  readonly text: string;
  /** The number on the wire. */
  readonly rpc: number;
  /** The HTTP status while nothing was streamed. */
  readonly status: number;
  /** The row of the ladder (the order in which a message is checked) that makes this check. */
  readonly row: number;
}

/** What one code says about a server that cannot start, or about a wrong use of an API. */
export interface BuildCode {
  readonly text: string;
  /** What the author does about it. */
  readonly fix: string;
}

/**
 * Refusals of a message, in the order of the ladder: path, origin, size, JSON, envelope, revision,
 * `_meta`, mirrored headers, method, params, target, capabilities, arguments, handler.
 */
export const WIRE_CODES = {
  ERR_HTTP_PATH: { text: "Not found", rpc: -32600, status: 404, row: 1 },
  ERR_HTTP_HOST: { text: "This host is not served here", rpc: -32600, status: 403, row: 2 },
  ERR_HTTP_ORIGIN: { text: "This origin is not allowed", rpc: -32600, status: 403, row: 2 },
  ERR_HTTP_METHOD: { text: "Only POST is served here", rpc: -32600, status: 405, row: 2 },
  ERR_HTTP_RATE: { text: "Too many requests", rpc: -32600, status: 429, row: 4 },
  ERR_HTTP_CONTENT_TYPE: {
    text: "The content type must be application/json, in UTF-8",
    rpc: -32600,
    status: 415,
    row: 5,
  },
  ERR_HTTP_CONTENT_ENCODING: { text: "The body must not be compressed", rpc: -32600, status: 415, row: 5 },
  ERR_HTTP_BODY_SIZE: { text: "The body is larger than {limit} bytes", rpc: -32600, status: 413, row: 5 },
  ERR_HTTP_BODY_ABORTED: { text: "The body ended early", rpc: -32600, status: 400, row: 5 },
  ERR_HTTP_BODY_READ: {
    text: "Internal error: something ahead of this server read the body and left nothing in request.body",
    rpc: -32603,
    status: 500,
    row: 5,
  },
  ERR_WIRE_UTF8: { text: "Parse error: the message is not UTF-8", rpc: -32700, status: 400, row: 6 },
  ERR_WIRE_JSON: { text: "Parse error: the message is not JSON", rpc: -32700, status: 400, row: 6 },
  ERR_WIRE_LINE_SIZE: {
    text: "Parse error: the line is longer than {limit} bytes",
    rpc: -32700,
    status: 400,
    row: 6,
  },
  ERR_WIRE_ENVELOPE: { text: "Invalid request: {detail}", rpc: -32600, status: 400, row: 7 },
  ERR_WIRE_DEPTH: {
    text: "Invalid request: nested deeper than {limit} levels",
    rpc: -32600,
    status: 400,
    row: 7,
  },
  ERR_WIRE_ELEMENTS: {
    text: "Invalid request: more than {limit} elements",
    rpc: -32600,
    status: 400,
    row: 7,
  },
  ERR_WIRE_DUPLICATE_ID: {
    text: "Invalid request: this id is still in flight",
    rpc: -32600,
    status: 400,
    row: 7,
  },
  ERR_WIRE_INITIALIZE: {
    text: "This server speaks {supported} and has no handshake; call server/discover",
    rpc: -32022,
    status: 400,
    row: 8,
  },
  ERR_SESSION_OPEN: {
    text: "Invalid request: this connection is initialized already",
    rpc: -32600,
    status: 400,
    row: 8,
  },
  ERR_SESSION_BATCH: { text: "Invalid request: {detail}", rpc: -32600, status: 400, row: 8 },
  ERR_SESSION_MISSING: {
    text: "Invalid request: Mcp-Session-Id is missing; call initialize first",
    rpc: -32600,
    status: 400,
    row: 8,
  },
  ERR_SESSION_UNKNOWN: {
    text: "This session is over, or never was; call initialize again",
    rpc: -32600,
    status: 404,
    row: 8,
  },
  ERR_SESSION_VERSION: {
    text: "Invalid request: MCP-Protocol-Version must be {version}",
    rpc: -32600,
    status: 400,
    row: 8,
  },
  ERR_SESSION_OFTEN: {
    text: "This caller has {limit} sessions open, and may have no more; end one",
    rpc: -32600,
    status: 429,
    row: 8,
  },
  ERR_SESSION_FULL: {
    text: "The server has as many sessions as it can serve; come again later",
    rpc: -32600,
    status: 503,
    row: 8,
  },
  ERR_SESSION_CALLER: {
    text: "Internal error: it cannot be told who calls",
    rpc: -32603,
    status: 500,
    row: 8,
  },
  ERR_HEADER_VERSION_DIFFERS: {
    text: "MCP-Protocol-Version and _meta name different revisions",
    rpc: -32020,
    status: 400,
    row: 10,
  },
  ERR_VERSION_UNSUPPORTED: { text: "Unsupported protocol version", rpc: -32022, status: 400, row: 11 },
  ERR_HEADER_VERSION_MISSING: {
    text: "The MCP-Protocol-Version header is missing; this server speaks {supported}",
    rpc: -32020,
    status: 400,
    row: 12,
  },
  ERR_META_INVALID: { text: "Invalid _meta: {detail}", rpc: -32602, status: 400, row: 13 },
  ERR_HEADER_MISMATCH: { text: "Header mismatch: {header} {detail}", rpc: -32020, status: 400, row: 14 },
  ERR_METHOD_UNKNOWN: { text: "Method not found", rpc: -32601, status: 404, row: 15 },
  ERR_HTTP_ACCEPT: {
    text: "This method streams: accept text/event-stream",
    rpc: -32600,
    status: 406,
    row: 15,
  },
  ERR_PARAMS_INVALID: { text: "Invalid params: {detail}", rpc: -32602, status: 200, row: 16 },
  ERR_TOOL_UNKNOWN: { text: "Unknown tool", rpc: -32602, status: 200, row: 16 },
  ERR_PROMPT_UNKNOWN: { text: "Unknown prompt", rpc: -32602, status: 200, row: 16 },
  ERR_RESOURCE_UNKNOWN: { text: "Resource not found", rpc: -32602, status: 200, row: 16 },
  ERR_COMPLETION_UNKNOWN: { text: "Unknown reference: {detail}", rpc: -32602, status: 200, row: 16 },
  ERR_CURSOR_INVALID: { text: "Invalid cursor", rpc: -32602, status: 200, row: 16 },
  ERR_LISTEN_REFUSED: { text: "This listen is not allowed", rpc: -32600, status: 403, row: 17 },
  ERR_HEADER_PARAM: { text: "Header mismatch: {header} {detail}", rpc: -32020, status: 400, row: 18 },
  ERR_CAPABILITY_MISSING: {
    text: "The client did not declare a capability this needs: {needs}",
    rpc: -32021,
    status: 400,
    row: 19,
  },
  ERR_INPUT_RESPONSES: {
    text: "Invalid params: inputResponses must be a map of answers",
    rpc: -32602,
    status: 200,
    row: 20,
  },
  ERR_STATE_REFUSED: {
    text: "Invalid params: this requestState is not accepted; start the call again without it",
    rpc: -32602,
    status: 200,
    row: 20,
  },
  ERR_STATE_UNCHECKED: {
    text: "Internal error: requestState cannot be checked at the moment",
    rpc: -32603,
    status: 200,
    row: 20,
  },
  ERR_ARGUMENTS_INVALID: { text: "Invalid arguments: {detail}", rpc: -32602, status: 200, row: 22 },
  ERR_LISTEN_OFTEN: {
    text: "The {limit} listens one caller may have are open; end one, or name more in one of them",
    rpc: -32600,
    status: 429,
    row: 23,
  },
  ERR_LISTEN_FULL: {
    text: "The server has as many listens open as it serves; try again later",
    rpc: -32603,
    status: 503,
    row: 23,
  },
  ERR_HANDLER_FAILED: { text: "Internal error (reference {reference})", rpc: -32603, status: 200, row: 23 },
} as const satisfies Readonly<Record<string, WireCode>>;

/** Why a server does not start, or why a call of an API is wrong. */
export const BUILD_CODES = {
  ERR_ANNOTATION_CLASH: { text: "{detail}", fix: "Keep one of them" },
  ERR_ASK_EMPTY: {
    text: "{member} ended a round with neither requests nor state",
    fix: "Give inputRequired() requests, a state, or both",
  },
  ERR_ASK_INSIDE_STEP: {
    text: 'Something was asked inside the step "{key}", or while it began',
    fix: "Ask first, and hand the answer to the step",
  },
  ERR_ASK_INVALID: {
    text: "This cannot be asked: {detail}",
    fix: "See RequestContext for what each kind of ask takes",
  },
  ERR_ASK_KEY_REUSED: {
    text: '{member} asked twice under the key "{key}" in one run',
    fix: "Give each ask a key of its own; in a loop, put the id of what it is about into it",
  },
  ERR_ASK_NOT_AWAITED: {
    text: "{member} returned before it had the answers to {keys}",
    fix: "Await every ask",
  },
  ERR_ASK_NOT_HERE: {
    text: "{member} asks the client while it answers {method}",
    fix: "Ask in tools, prompts and resources alone",
  },
  ERR_ASK_PARAMETER: { text: "{detail}", fix: "{fix}" },
  ERR_ASK_ROUNDS: {
    text: "{member} asked for {keys} after {limit} rounds",
    fix: "Ask several things at once, with Promise.all or @Ask, or ask for less",
  },
  ERR_ASK_SWALLOWED: {
    text: "{member} caught what ends a round and went on; the client is asked for {keys} all the same",
    fix: "Let it pass: it is no failure, and the handler runs again when the answers are there",
  },
  ERR_ASK_TOO_LATE: {
    text: "{member} asked something after its request was answered",
    fix: "Await everything before the handler returns",
  },
  ERR_ASK_UNSTABLE: {
    text: '{member} asks something else under the key "{key}" in every round, so no answer can fit',
    fix: "Leave out of message and form what changes between rounds, such as times and random values",
  },
  ERR_CACHE_HINT: {
    text: "{detail}",
    fix: 'ttlMs is an integer from 0, cacheScope is "public" or "private"',
  },
  ERR_CATALOG_CHANGE: { text: "{detail}", fix: "{fix}" },
  ERR_COMPLETE_TARGET: {
    text: "{detail}",
    fix: "Name a prompt or a resource template of this server, and one of its arguments",
  },
  ERR_DECORATOR_USE: { text: "{detail}", fix: "{fix}" },
  ERR_FEATURE_EMPTY: {
    text: "The class has no @Tool, @Resource or @Prompt",
    fix: "Annotate a method or the class, or take the class out of `features`",
  },
  ERR_FEATURE_INVALID: { text: "{detail}", fix: "{fix}" },
  ERR_FIELD_DEFAULT: { text: "{detail}", fix: "{fix}" },
  ERR_FIELD_TYPE: { text: "The type of this field is not known: {detail}", fix: "{fix}" },
  ERR_FORM_INVALID: {
    text: "This is no form that a client can show: {detail}",
    fix: "A form is flat: texts, numbers, booleans, and choices of texts, one or several",
  },
  ERR_HANDLER_INVALID: { text: "{detail}", fix: "{fix}" },
  ERR_HANDLER_MISSING: { text: "{detail}", fix: "Add the method {method}(), or take the annotation away" },
  ERR_HEADER_ANNOTATION: {
    text: "x-mcp-header {detail}",
    fix: "Use a unique HTTP token, on a string, integer or boolean property reached through `properties` alone",
  },
  ERR_ICON_BOUNDS: {
    text: "The icon {icon} is too large: {detail}",
    fix: "Give a smaller or simpler image; docs/icons.md lists the limits",
  },
  ERR_ICON_DAMAGED: { text: "The icon {icon} is damaged: {detail}", fix: "Export the image again" },
  ERR_ICON_FETCH: {
    text: "The icon {icon} was not fetched: {detail}",
    fix: "Serve it over https, at a public address of the server's own origin",
  },
  ERR_ICON_FORMAT: {
    text: "The icon {icon} has no format that icons may have: {detail}",
    fix: "Give PNG, JPEG, WebP or SVG",
  },
  ERR_ICON_LIBRARY: {
    text: "The icon {icon} needs an image library: {detail}",
    fix: "Install sharp, give an SVG, or start from a manifest that was built where sharp is installed",
  },
  ERR_ICON_MANIFEST: {
    text: "The manifest of icons does not fit {icon}: {detail}",
    fix: "Build the manifest again: blazon icons build",
  },
  ERR_ICON_MISMATCH: {
    text: "The icon {icon} is not what it is declared to be: {detail}",
    fix: "Correct what is declared, or the image",
  },
  ERR_ICON_SOURCE: {
    text: "The icon {icon} is not given as one can be: {detail}",
    fix: "Give a path, a URL, bytes, a base64 data: URI, or { src, mimeType, sizes, theme }",
  },
  ERR_ICON_SVG: {
    text: "The icon {icon} is no SVG that can be made safe: {detail}",
    fix: "Export it as plain SVG with a viewBox",
  },
  ERR_ICON_TIME: { text: "The icon {icon} was given up: {detail}", fix: "Give a smaller or simpler image" },
  ERR_IMAGE_INVALID: {
    text: "image() is given no image: {detail}",
    fix: "Give the bytes of an image, and its own type or none",
  },
  ERR_INPUT_NOT_STRING: {
    text: "{detail}",
    fix: "Prompt arguments and template variables are text on the wire: declare the field as a string",
  },
  ERR_LISTEN: { text: "The server cannot listen on {address}: {detail}", fix: "{fix}" },
  ERR_METADATA_MISSING: { text: "{detail}", fix: "{fix}" },
  ERR_METADATA_SHORT: { text: "{detail}", fix: "{fix}" },
  ERR_NAME_DUPLICATE: { text: "{detail}", fix: "Give one of them another name" },
  ERR_NAME_MISSING: { text: "A class needs a name: {detail}", fix: "Add `name` to the decorator" },
  ERR_OPTION_INVALID: { text: "{option} {detail}", fix: "{fix}" },
  ERR_OUTPUT_INVALID: {
    text: "{member} returned a value its declaration does not allow: {detail}",
    fix: "Return what is declared, or declare what is returned",
  },
  ERR_PARAMETER_INVALID: {
    text: "{detail}",
    fix: "Take the input first, where there is one, and after it answers (@Ask) and RequestContext alone",
  },
  ERR_PROVIDER_CYCLE: {
    text: "These providers need each other: {path}",
    fix: "Take what both need into a third provider, or hand one of them in later",
  },
  ERR_PROVIDER_DUPLICATE: {
    text: "{detail}",
    fix: "Keep one of them; a test replaces a provider with `override` of connect()",
  },
  ERR_PROVIDER_ENDED: {
    text: "{token} is asked for after the request or the server it belongs to has ended",
    fix: "Ask for it while the handler runs, and wait for what uses it",
  },
  ERR_PROVIDER_FAILED: {
    text: "Making {path} failed: {reason}",
    fix: "Mend what was thrown: it is the `cause` of this error, with its stack",
  },
  ERR_PROVIDER_INVALID: { text: "{detail}", fix: "{fix}" },
  ERR_PROVIDER_MISSING: {
    text: "No provider for {token}, needed by {path}",
    fix: "Add it to `providers`, or register it in tsyringe's global container",
  },
  ERR_PROVIDER_SCOPE: {
    text: "A singleton holds something that lives for one request: {path}",
    fix: 'Give the holder scope: "request", or make what it holds a singleton',
  },
  ERR_SCHEMA_BOUNDS: { text: "The schema is too large: {detail}", fix: "Split it, or use a simpler schema" },
  ERR_SCHEMA_DIALECT: {
    text: "The dialect {dialect} is not supported",
    fix: "Use JSON Schema 2020-12 (the default) or draft-07",
  },
  ERR_SCHEMA_INVALID: { text: "The schema is not valid: {detail}", fix: "{fix}" },
  ERR_SCHEMA_REFERENCE: {
    text: "The reference {reference} does not resolve inside the schema; nothing is ever fetched",
    fix: "Bundle what it names under $defs and point to it with #/$defs/…",
  },
  ERR_SCHEMA_ROOT: {
    text: "The root of an input schema must be an object type: {detail}",
    fix: "Wrap the alternatives into a property, or declare type: object",
  },
  ERR_SERVER_CLOSED: { text: "The server is closed", fix: "Create a new server" },
  ERR_STATE_TOO_LARGE: {
    text: "The request state has {size} characters of at most {limit}; {entry} takes {entrySize}",
    fix: "Keep in steps and state what is small, such as ids, and look up the rest in each round",
  },
  ERR_STEP_NAME_REUSED: {
    text: 'Two steps of one run have the name "{name}"',
    fix: "Give each step a name of its own; in a loop, put the id of what it is about into it",
  },
  ERR_STEP_VALUE: {
    text: 'The step "{name}" gave something that JSON cannot carry',
    fix: "Give back plain values: what later rounds read is their JSON",
  },
  ERR_URI_INVALID: { text: "{detail}", fix: "Write an absolute URI (RFC 3986), such as ticket://board" },
  ERR_URI_TEMPLATE: { text: "{detail}", fix: "Write an RFC 6570 template, such as ticket://{id}" },
} as const satisfies Readonly<Record<string, BuildCode>>;

export type WireCodeName = keyof typeof WIRE_CODES;
export type BuildCodeName = keyof typeof BUILD_CODES;

/** Values for the braces of a text. */
export type Details = Readonly<Record<string, string | number>>;

/** A template with its braces filled in; a brace without a value stays as it is, so that a slip shows. */
export function fill(template: string, details: Details): string {
  return template.replace(/\{(\w+)\}/g, (brace, name: string) => {
    const value = details[name];
    return value === undefined ? brace : String(value);
  });
}
