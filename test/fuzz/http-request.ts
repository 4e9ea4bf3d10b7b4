import { Buffer } from "node:buffer";
import { encodeHeader, isRecord, mirrorsOf } from "../support/link.js";
import { messageBytes } from "./message.js";
import { mutateBytes } from "./mutate-bytes.js";
import type { Random } from "./random.js";
import { STRANGE_TEXTS } from "./strange-values.js";

export type Field = readonly [name: string, value: string];

/** How the client behaves towards its own request. */
export type Ending = "patient" | "half-close" | "reset" | "stops-early";

/** One request, as bytes. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly body: Buffer;
  readonly method: string;
  readonly path: string;
  readonly ending: Ending;
  /** Whether line and fields are what a well-behaved client sends; then the body alone decides. */
  readonly isOrderly: boolean;
  /** Whether the bytes may not be HTTP at all, so that Node's own parser may answer. */
  readonly isMalformed: boolean;
}

/** A little less than the most that Node reads of a head. */
const NODE_HEAD_BYTES = 16_000;
const METHODS = ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "post"];
const PATHS = ["/", "/mcp/", "/mcp?x=1", "/MCP", "//mcp", "/healthz", "/readyz", "/%6dcp", "/mcp/..", "*"];
const ODD_FIELDS: readonly Field[] = [
  ["host", "evil.example"],
  ["host", "127.0.0.1:1"],
  ["host", ""],
  ["host", "[::1"],
  ["origin", "null"],
  ["origin", "https://evil.example"],
  ["origin", "https://app.example.com"],
  ["origin", "https://app.example.com:443"],
  ["origin", "https://app.example.com/path"],
  ["origin", ""],
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-8"],
  ["content-type", "application/json;"],
  ["content-type", ""],
  ["content-encoding", "gzip"],
  ["content-encoding", "identity"],
  ["accept", "application/json"],
  ["accept", "text/event-stream;q=0"],
  ["accept", "text/*;q=0.1, */*;q=0"],
  ["accept", ",;,;"],
  ["accept", ""],
  ["mcp-protocol-version", "2025-11-25"],
  ["mcp-protocol-version", " 2026-07-28 "],
  ["mcp-protocol-version", ""],
  ["mcp-method", "tools/list"],
  ["mcp-method", "=?base64?dG9vbHMvbGlzdA==?="],
  ["mcp-name", "=?base64?////?="],
  ["mcp-name", ""],
  ["mcp-param-region", "somewhere"],
  ["mcp-param-level", "3.0"],
  ["mcp-param-level", "٣"],
  ["mcp-param-dry", "FALSE"],
  ["access-control-request-method", "POST"],
  ["access-control-request-headers", "x, y"],
  ["expect", "100-continue"],
  ["expect", "a miracle"],
  ["upgrade", "websocket"],
  ["connection", "upgrade"],
  ["__proto__", "x"],
  ["x-long", "y".repeat(20_000)],
];

/** The bytes do not depend on the port, so that a seed says all of them. */
export function requestOf(random: Random, id: unknown): RawRequest {
  const body = messageBytes(random, id);
  const oddity = random.next();
  const fields = new Map<string, string>([
    ["host", "localhost"],
    ["content-type", "application/json"],
    ["accept", "application/json, text/event-stream"],
    ["connection", "close"],
    ...mirrored(body),
  ]);
  const isOrderly = oddity < 0.55;
  const extra = isOrderly ? [] : distort(fields, random);
  const method = isOrderly || random.chance(0.8) ? "POST" : random.pick(METHODS);
  const path = isOrderly || random.chance(0.8) ? "/mcp" : random.pick(PATHS);
  const framed = frame(body, isOrderly ? random.pick(["length", "chunked"]) : random.pick(FRAMINGS), random);
  const lines = [...fields, ...extra, ...framed.fields].map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  const bytes = Buffer.concat([head, framed.body]);
  const isMalformed = !isOrderly && random.chance(0.1);
  return {
    bytes: isMalformed ? mutateBytes(bytes, random) : bytes,
    body,
    method,
    path,
    ending: random.chance(0.8) ? "patient" : random.pick(["half-close", "reset", "stops-early"]),
    isOrderly: isOrderly && head.length <= NODE_HEAD_BYTES,
    isMalformed: isMalformed || framed.isWrong || isForNode(head, fields, extra),
  };
}

/** Whether Node answers by itself: heads without a host, too large, or with an expectation of no kind. */
function isForNode(head: Buffer, fields: ReadonlyMap<string, string>, extra: readonly Field[]): boolean {
  const expects = [...fields, ...extra].some(([name]) => name === "expect");
  return expects || !fields.has("host") || head.length > NODE_HEAD_BYTES;
}

function mirrored(body: Buffer): Field[] {
  const message = parsed(body);
  const fields = Object.entries(mirrorsOf(message));
  const params = isRecord(message) && isRecord(message.params) ? message.params : {};
  const args = isRecord(params.arguments) && params.name === "mirrored" ? params.arguments : {};
  for (const name of ["region", "level", "dry"]) {
    const value = args[name];
    if (value !== undefined && value !== null)
      fields.push([`mcp-param-${name}`, encodeHeader(String(value))]);
  }
  return fields.filter(([, value]) => ![...value].some(isControl)); // no client can send those
}

function isControl(character: string): boolean {
  return character === "\x7f" || (character < " " && character !== "\t");
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Takes fields away, changes them, and gives some that come twice. */
function distort(fields: Map<string, string>, random: Random): Field[] {
  const extra: Field[] = [];
  do {
    const [name, value] = random.pick(ODD_FIELDS);
    const own = random.pick([...fields.keys()]);
    const text = random.pick(STRANGE_TEXTS).replace(/[\r\n\0]/g, " ");
    const change = random.below(5);
    if (change === 0) fields.delete(own);
    else if (change === 1) fields.set(own, text);
    else if (change === 2) extra.push([own, random.chance(0.5) ? text : (fields.get(own) ?? "")]);
    else if (change === 3) extra.push([name, value]);
    else fields.set(name, value);
    if (fields.size === 0) break;
  } while (random.chance(0.4));
  return extra;
}

const FRAMINGS = [
  "length",
  "length",
  "chunked",
  "none",
  "too-long",
  "too-short",
  "both",
  "bad-chunk",
  "odd-length",
];

interface Framed {
  readonly fields: readonly Field[];
  readonly body: Buffer;
  readonly isWrong: boolean;
}

function frame(body: Buffer, framing: string, random: Random): Framed {
  const length = (size: number | string): Field => ["content-length", String(size)];
  const chunked: Field = ["transfer-encoding", "chunked"];
  switch (framing) {
    case "length":
      return { fields: [length(body.length)], body, isWrong: false };
    case "chunked":
      return { fields: [chunked], body: inChunks(body, random), isWrong: false };
    case "none":
      return { fields: [], body, isWrong: true };
    case "too-long":
      return { fields: [length(body.length + 10)], body, isWrong: true };
    case "too-short":
      return { fields: [length(Math.max(0, body.length - 10))], body, isWrong: true };
    case "both":
      return { fields: [length(body.length), chunked], body: inChunks(body, random), isWrong: true };
    case "bad-chunk":
      return { fields: [chunked], body: Buffer.concat([Buffer.from("zz\r\n"), body]), isWrong: true };
    default:
      return {
        fields: [length(random.pick(["-1", "1e3", "9999999999999999", "", "5, 5"]))],
        body,
        isWrong: true,
      };
  }
}

function inChunks(body: Buffer, random: Random): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    const piece = body.subarray(start, start + 1 + random.below(random.pick([3, 300, 70_000])));
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    start += piece.length;
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
