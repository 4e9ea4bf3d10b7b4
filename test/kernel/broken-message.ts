import type { JsonObject } from "blazon";

/** Rows of the ladder that a message can break, in their order. */
export const ROWS = [2, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 22, 23] as const;

export type Row = (typeof ROWS)[number];

/** The rows that messages without headers pass as well. */
export const LINE_ROWS: readonly Row[] = [6, 7, 9, 11, 13, 15, 16, 19, 20, 22, 23];

/** A row, the answer to a message that breaks it first, and whether the answer has the message's id. */
export interface RowAnswer {
  readonly status: number;
  /** Undefined for a result, and where nothing is answered. */
  readonly code?: number;
  readonly text: RegExp;
  readonly hasId: boolean;
  /** What the log says of it; undefined where it is no refusal. */
  readonly logged?: string;
}

export const ANSWERS: Readonly<Record<Row, RowAnswer>> = {
  2: {
    status: 403,
    code: -32600,
    text: /^This origin is not allowed$/,
    hasId: false,
    logged: "ERR_HTTP_ORIGIN",
  },
  5: {
    status: 415,
    code: -32600,
    text: /^The content type must be application\/json, in UTF-8$/,
    hasId: false,
    logged: "ERR_HTTP_CONTENT_TYPE",
  },
  6: {
    status: 400,
    code: -32700,
    text: /^Parse error: the message is not JSON$/,
    hasId: false,
    logged: "ERR_WIRE_JSON",
  },
  7: {
    status: 400,
    code: -32600,
    text: /^Invalid request: jsonrpc must be "2.0"$/,
    hasId: true,
    logged: "ERR_WIRE_ENVELOPE",
  },
  9: { status: 202, text: /^$/, hasId: false },
  10: {
    status: 400,
    code: -32020,
    text: /^MCP-Protocol-Version and _meta name different revisions$/,
    hasId: true,
    logged: "ERR_HEADER_VERSION_DIFFERS",
  },
  11: {
    status: 400,
    code: -32022,
    text: /^Unsupported protocol version$/,
    hasId: true,
    logged: "ERR_VERSION_UNSUPPORTED",
  },
  12: {
    status: 400,
    code: -32020,
    text: /^The MCP-Protocol-Version header is missing/,
    hasId: true,
    logged: "ERR_HEADER_VERSION_MISSING",
  },
  13: { status: 400, code: -32602, text: /^Invalid _meta: /, hasId: true, logged: "ERR_META_INVALID" },
  14: {
    status: 400,
    code: -32020,
    text: /^Header mismatch: Mcp-Method /,
    hasId: true,
    logged: "ERR_HEADER_MISMATCH",
  },
  15: { status: 404, code: -32601, text: /^Method not found$/, hasId: true, logged: "ERR_METHOD_UNKNOWN" },
  16: { status: 200, code: -32602, text: /^Unknown tool$/, hasId: true, logged: "ERR_TOOL_UNKNOWN" },
  18: {
    status: 400,
    code: -32020,
    text: /^Header mismatch: mcp-param-region /,
    hasId: true,
    logged: "ERR_HEADER_PARAM",
  },
  19: {
    status: 400,
    code: -32021,
    text: /^The client did not declare a capability this needs: sampling$/,
    hasId: true,
    logged: "ERR_CAPABILITY_MISSING",
  },
  20: {
    status: 200,
    code: -32602,
    text: /^Invalid params: this requestState is not accepted/,
    hasId: true,
    logged: "ERR_STATE_REFUSED",
  },
  22: { status: 200, text: /^Invalid arguments: /, hasId: true },
  23: { status: 200, text: /^The tool failed unexpectedly \(reference [0-9a-f]{12}\)$/, hasId: true },
};

/** A call that breaks exactly these rows: its text, and the header fields that come with it. */
export interface Broken {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

export const ID = "broken";

/** A header that is not there cannot differ from the body. */
export function canBreakBoth(first: Row, second: Row): boolean {
  return !(first === 10 && second === 12);
}

/** Row 23 is broken by every message that breaks no other: its handler fails. */
export function breakRows(rows: readonly Row[]): Broken {
  const breaks = (row: Row): boolean => rows.includes(row);
  const version = breaks(11) ? "1900-01-01" : "2026-07-28";
  const method = breaks(15) ? "tools/cull" : "tools/call";
  const name = breaks(16) ? "nobody" : "gated";
  const message: JsonObject = {
    jsonrpc: breaks(7) ? "1.0" : "2.0",
    ...(!breaks(9) && { id: ID }),
    method,
    params: {
      name,
      arguments: { region: "eu", count: breaks(22) ? "many" : 1 },
      ...(breaks(20) && { requestState: "forged" }),
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": breaks(19) ? {} : { sampling: {} },
        ...(breaks(13) && { "io.modelcontextprotocol/logLevel": "loud" }),
      },
    },
  };
  const text = JSON.stringify(message);
  return {
    text: breaks(6) ? text.slice(0, -1) : text,
    fields: {
      "content-type": breaks(5) ? "text/plain" : "application/json",
      accept: "application/json, text/event-stream",
      ...(breaks(2) && { origin: "https://evil.example" }),
      ...(!breaks(12) && { "mcp-protocol-version": breaks(10) ? "2025-06-18" : version }),
      "mcp-method": breaks(14) ? "tools/list" : method,
      "mcp-name": name,
      "mcp-param-region": breaks(18) ? "us" : "eu",
    },
  };
}
