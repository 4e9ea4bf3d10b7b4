const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request as HTTP carries it. */
export interface HttpRequest {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One message on one line, without its end. */
export function messageOf(id: number, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: META } });
}

/** A `tools/call` of `add`. */
export function callOf(id: number, a: number, b: number): string {
  return messageOf(id, "tools/call", { name: "add", arguments: { a, b } });
}

/** A POST of a message. */
export function postOf(method: string, body: string, name?: string): HttpRequest {
  const mirrored = name === undefined ? undefined : { "mcp-name": name };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    "mcp-method": method,
    ...mirrored,
  };
  return { method: "POST", headers, body };
}
