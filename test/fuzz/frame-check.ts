import { isRecord } from "../support/link.js";
import { findWireFault } from "../wire/expect-wire-valid.js";

/** Every number an error may have: those of the revision, and the one that a handler under test chose. */
const CODES: ReadonlySet<unknown> = new Set([
  -32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022, 1001,
]);

/** The statuses of the ladder for each number, while nothing was streamed. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  "-32700": [400],
  "-32600": [400, 403, 406, 413, 415],
  "-32601": [404],
  "-32602": [200, 400],
  "-32603": [200],
  "-32020": [400],
  "-32021": [400],
  "-32022": [400],
  "1001": [200],
};

/** What no client may see: the text of a failure, a path, a stack. */
const LEAK =
  /hunter2|ECONNREFUSED|10\.0\.0\.5|not this text|node_modules|file:\/\/\/(?:home|root|tmp|usr|Users|opt|app)\/|\\n +at |\.[jt]s:\d+/;

/** What a handler under test answers once it was cancelled: nobody listens any more (CANC-12). */
const OF_CANCELLED = '"content":[{"type":"text","text":"cancelled"}]';

/** What is wrong with the text of a frame, whatever it answers; undefined for nothing. */
export function faultOfFrame(text: string, method?: string): string | undefined {
  if (LEAK.test(text)) return "the frame tells what the server keeps to itself";
  if (text.includes(OF_CANCELLED)) return "a cancelled call is answered";
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return "the frame is not JSON";
  }
  const fault = findWireFault(frame, method);
  if (fault !== undefined) return fault;
  if (!isRecord(frame) || !isRecord(frame.error)) return undefined;
  return CODES.has(frame.error.code) ? undefined : `${frame.error.code} is no number of this revision`;
}

/** What is wrong with the status a reply came with; undefined for nothing. */
export function faultOfStatus(status: number, frame: Readonly<Record<string, unknown>>): string | undefined {
  const { error } = frame;
  const legal = isRecord(error) ? (STATUSES[String(error.code)] ?? []) : [200];
  return legal.includes(status)
    ? undefined
    : `status ${status} does not go with ${JSON.stringify(error ?? "a result")}`;
}
