import type { JsonObject } from "blazon";

/** What one message was answered with. */
export interface Answered {
  /** The frames that came for it, the reply last. */
  readonly frames: readonly JsonObject[];
  /** The frame with the message's id, or an error without one; undefined where nothing came. */
  readonly reply: JsonObject | undefined;
  /** HTTP status; undefined where the transport has none. */
  readonly status: number | undefined;
}

/** One client's way to a server, the same for every transport. */
export interface Link {
  /** Sends one message, or a text that need not be one, and waits for what it is answered with. */
  send(message: unknown): Promise<Answered>;
  close(): Promise<void>;
}

export const META: JsonObject = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

let lastId = 0;

/** A request with everything a request carries; `meta` is merged into its `_meta`. */
export function request(method: string, params: JsonObject = {}, meta: JsonObject = {}) {
  return { jsonrpc: "2.0", id: ++lastId, method, params: { ...params, _meta: { ...META, ...meta } } };
}

const NAMED: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

/** The headers that repeat a message's parts, as every HTTP client sends them. */
export function mirrorsOf(message: unknown): Record<string, string> {
  if (!isRecord(message)) return {};
  const params = isRecord(message.params) ? message.params : {};
  const meta = isRecord(params._meta) ? params._meta : {};
  const version = meta["io.modelcontextprotocol/protocolVersion"];
  const name = message.method === "resources/read" ? params.uri : params.name;
  const named = typeof message.method === "string" && NAMED.has(message.method);
  return {
    "mcp-protocol-version": typeof version === "string" ? version : "2026-07-28",
    ...(typeof message.method === "string" && { "mcp-method": encodeHeader(message.method) }),
    ...(named && typeof name === "string" && { "mcp-name": encodeHeader(name) }),
  };
}

/** The value itself where a header can carry it, else its base64 form (HDR-11). */
export function encodeHeader(text: string): string {
  const isPlain = /^(?!=\?base64\?)(?:[!-~](?:[ -~\t]*[!-~])?)?$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sorts the frames that came for one message. */
export function answered(frames: readonly JsonObject[], status?: number): Answered {
  const reply = frames.find((frame) => "result" in frame || "error" in frame);
  return { frames, reply, status };
}
