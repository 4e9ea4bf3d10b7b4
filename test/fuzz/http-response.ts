import { Buffer } from "node:buffer";

/** A response as it came over the socket. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the body came to its end. */
  readonly isComplete: boolean;
}

/** Reads the first final response to a method; undefined where there is no whole head. */
export function findResponse(bytes: Buffer, method: string): RawResponse | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...fields] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return findResponse(rest, method);
  const headers = new Map(fields.map(fieldOf));
  if (method === "HEAD") return { status, headers, body: "", isComplete: true };
  if (headers.get("transfer-encoding") === "chunked") return { status, headers, ...unchunked(rest) };
  const length = Number(headers.get("content-length") ?? rest.length);
  const body = rest.subarray(0, length).toString();
  return { status, headers, body, isComplete: rest.length >= length };
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function unchunked(bytes: Buffer): { body: string; isComplete: boolean } {
  const parts: Buffer[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n", start);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.subarray(start, end).toString(), 16);
    if (Number.isNaN(size) || size === 0)
      return { body: Buffer.concat(parts).toString(), isComplete: size === 0 };
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    start = end + 2 + size + 2;
  }
}
