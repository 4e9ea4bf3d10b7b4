const REVISION = "2026-07-28";

/** Where the help desk can be reached. */
export interface Whereabouts {
  /** The endpoint, such as `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  /** Absolute path of the Node that runs this. */
  readonly node: string;
  /** Absolute path of the script that serves stdio. */
  readonly script: string;
}

/** What `npm start` prints: the endpoint, a call to try, and the way into a desktop client. */
export function welcome({ url, node, script }: Whereabouts): string {
  const client = { mcpServers: { helpdesk: { command: node, args: [script] } } };
  return [
    `The help desk listens on ${url}`,
    "",
    "Try it:",
    "",
    curlLine(url),
    "",
    "To use it from a desktop client, add this to the client's configuration:",
    "",
    JSON.stringify(client, null, 2),
    "",
    "Ctrl+C ends it.",
  ].join("\n");
}

/** A command for a POSIX shell that searches the desk. Each request says who asks, and in which revision. */
export function curlLine(url: string): string {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": REVISION,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "search_tickets",
  };
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "search_tickets",
      arguments: { text: "printer", limit: 2 },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientInfo": { name: "curl", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const options = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [`curl -s ${url} \\`, ...options, `  -d '${JSON.stringify(body)}'`].join("\n");
}
