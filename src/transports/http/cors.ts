import type { HeaderFields } from "../../handler/request-context.js";

const FIELDS = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?: *, *[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;
const MAX_FIELDS_LENGTH = 4096;
const USUAL_FIELDS = "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name";
const EXPOSED_FIELDS = "WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id";
const MAX_AGE_SECONDS = "600";

/** Header names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

const NONE: HeaderList = [];

/** True for the question a browser asks before it sends a request to another origin. */
export function isPreflight(method: string | undefined, headers: HeaderFields): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

/** What lets the page of an origin that passed the check read the response. */
export function originHeaders(origin: string | undefined): HeaderList {
  if (origin === undefined) return NONE;
  return [
    "access-control-allow-origin",
    origin,
    "vary",
    "origin",
    "access-control-expose-headers",
    EXPOSED_FIELDS,
  ];
}

/**
 * The answer to a preflight whose origin passed the check. The fields asked for are allowed: which they are
 * depends on the tools (`Mcp-Param-*`), and the page is trusted.
 */
export function preflightHeaders(
  origin: string | undefined,
  asked: string | undefined,
  methods: string,
): HeaderList {
  const legal = asked !== undefined && asked.length <= MAX_FIELDS_LENGTH && FIELDS.test(asked);
  return [
    ...originHeaders(origin),
    "access-control-allow-methods",
    methods,
    "access-control-allow-headers",
    legal ? asked : USUAL_FIELDS,
    "access-control-max-age",
    MAX_AGE_SECONDS,
  ];
}
