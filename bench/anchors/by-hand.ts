const META = "io.modelcontextprotocol/";
const SERVER_INFO = { [`${META}serverInfo`]: { name: "bench", version: "1.0.0" } };

/** As much of a request as a server written for one tool looks at. */
export interface AddRequest {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly name?: string;
    readonly arguments?: { readonly a: unknown; readonly b: unknown };
    readonly _meta: Readonly<Record<string, unknown>>;
  };
}

/** The answer to a `tools/call` of `add`; undefined for arguments that are not numbers. */
export function answerAdd({ id, params }: AddRequest): string | undefined {
  const a = params.arguments?.a;
  const b = params.arguments?.b;
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  const content = [{ type: "text", text: String(a + b) }];
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { content, resultType: "complete", _meta: SERVER_INFO },
  });
}

/** The answer to `server/discover`. */
export function answerDiscover({ id }: AddRequest): string {
  const result = {
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: "private",
  };
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { ...result, resultType: "complete", _meta: SERVER_INFO },
  });
}

/** Everything of a `tools/list` answer behind its id. */
export function createListTail(): string {
  const number = { type: "number" };
  const inputSchema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] };
  const tools = Array.from({ length: Number(process.env.TOOLS ?? 1) }, (_, index) => ({
    name: index === 0 ? "add" : `add${index}`,
    description: "Add two numbers",
    inputSchema,
  }));
  const result = { tools, ttlMs: 0, cacheScope: "private", resultType: "complete", _meta: SERVER_INFO };
  return `,"result":${JSON.stringify(result)}}`;
}

/** The checks of the request headers that a server of this revision cannot leave out. */
export function headersAgree(headers: Readonly<Record<string, unknown>>, request: AddRequest): boolean {
  const meta = request.params._meta;
  return (
    headers["mcp-protocol-version"] === meta[`${META}protocolVersion`] &&
    headers["mcp-method"] === request.method &&
    headers["mcp-name"] === request.params.name &&
    typeof meta[`${META}clientCapabilities`] === "object"
  );
}
