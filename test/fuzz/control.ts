import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "blazon";
import { META } from "../support/link.js";

const SERVER_INFO = { "io.modelcontextprotocol/serverInfo": { name: "fuzzed", version: "1.0.0" } };

/** A request that is right, sent among those that are not. */
export function controlRequest(index: number): JsonObject {
  const params = { name: "add", arguments: { a: index, b: 1 }, _meta: META };
  return { jsonrpc: "2.0", id: `control-${index}`, method: "tools/call", params };
}

/** What is wrong with its answer: it has to be exactly this one, whatever came before and beside it. */
export function faultOfControl(index: number, frame: unknown): string | undefined {
  const total = index + 1;
  const result = {
    content: [{ type: "text", text: JSON.stringify({ total }) }],
    structuredContent: { total },
    resultType: "complete",
    _meta: SERVER_INFO,
  };
  const right = { jsonrpc: "2.0", id: `control-${index}`, result };
  return isDeepStrictEqual(frame, right) ? undefined : `the control got ${JSON.stringify(frame)}`;
}

/** Asks for the census and the heap. */
export function measureRequest(id: string): JsonObject {
  return callOf("measure", id);
}

/** Asks how many calls that take a while run. */
export function runningRequest(id: string): JsonObject {
  return callOf("running", id);
}

function callOf(name: string, id: string): JsonObject {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, _meta: META } };
}

export interface Measured {
  readonly heapUsed: number;
  readonly scopes: number;
  readonly lingering: number;
}

/** Reads the answer to {@link measureRequest}. */
export function measuredOf(frame: unknown): Measured {
  return JSON.parse(textOf(frame)) as Measured; // the tool writes exactly this
}

/** Reads the answer to {@link runningRequest}. */
export function runningOf(frame: unknown): number {
  return Number(textOf(frame));
}

function textOf(frame: unknown): string {
  const { result } = frame as { result: { content: [{ text: string }] } }; // both tools answer with one text
  return result.content[0].text;
}
