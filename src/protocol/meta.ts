import { isObject } from "./json.js";

/** The `_meta` keys the protocol itself reads or writes (META-08). */
export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** Whether a message is of the stateless era, by what its own `_meta` says (T-68). */
export function isModernMeta(meta: unknown): boolean {
  return isObject(meta) && (META.protocolVersion in meta || META.clientCapabilities in meta);
}

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** Splits a key at its first slash; `prefix` is undefined for a bare name. */
function split(key: string): { prefix: string | undefined; name: string } {
  const slash = key.indexOf("/");
  return slash < 0
    ? { prefix: undefined, name: key }
    : { prefix: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** True for a key that follows the `_meta` grammar: optional dotted prefix, then a name (META-02 to META-07). */
export function isMetaKey(key: string): boolean {
  const { prefix, name } = split(key);
  return NAME.test(name) && (prefix === undefined || prefix.split(".").every((label) => LABEL.test(label)));
}

/** True for a key under a prefix reserved for MCP: its second label is `mcp` or `modelcontextprotocol` (META-05, T-54). */
export function isReservedMetaKey(key: string): boolean {
  const second = split(key).prefix?.split(".")[1];
  return second === "mcp" || second === "modelcontextprotocol";
}

/** True for an extension id: the `_meta` grammar with a mandatory prefix (EXT-02). */
export function isExtensionId(id: string): boolean {
  return id.includes("/") && isMetaKey(id);
}
