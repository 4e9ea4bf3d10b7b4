import { Buffer, isUtf8 } from "node:buffer";
import { isRecord } from "../support/link.js";
import { LIMITS } from "./limits.js";

/** What one message has to be answered with, by the rules of the envelope alone. */
export type Debt =
  /** Nothing: a notification, a response, a blank line. */
  | { readonly kind: "none"; readonly cancels?: string }
  /** One error without an id, of this code. */
  | { readonly kind: "nameless"; readonly code: number }
  /** One answer with this id. */
  | {
      readonly kind: "answer";
      readonly id: string;
      readonly method: string | undefined;
      readonly params: Readonly<Record<string, unknown>>;
    };

const NONE: Debt = { kind: "none" };
const PARSE_ERROR: Debt = { kind: "nameless", code: -32700 };
const INVALID: Debt = { kind: "nameless", code: -32600 };

/** An id as text, its type included: `1` and `"1"` are two (CANC-19). */
export function idText(id: unknown): string {
  return JSON.stringify(id);
}

function isLegalId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** What a message is owed (BASE-05 to BASE-09, BASE-36). */
export function debtOf(bytes: Buffer): Debt {
  if (!isUtf8(bytes)) return PARSE_ERROR;
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString());
  } catch {
    return PARSE_ERROR;
  }
  return isRecord(message) ? debtOfObject(message) : INVALID;
}

function debtOfObject(message: Readonly<Record<string, unknown>>): Debt {
  const { id, method } = message;
  const params = isRecord(message.params) ? message.params : {};
  const isCall = message.jsonrpc === "2.0" && typeof method === "string";
  if (!isCall && method === undefined && ("result" in message || "error" in message)) return NONE;
  if (isCall && id === undefined) return debtOfNotification(method, params);
  if (!isLegalId(id)) return INVALID;
  return { kind: "answer", id: idText(id), method: isCall ? method : undefined, params };
}

function debtOfNotification(method: string, { requestId }: Readonly<Record<string, unknown>>): Debt {
  const cancels = method === "notifications/cancelled" && isLegalId(requestId);
  return cancels ? { kind: "none", cancels: idText(requestId) } : NONE;
}

const BLANK = /^[ \t\r]*$/;

/** What the lines of a connection's bytes are owed; the last one may lack its end. */
export function debtsOfLines(bytes: Buffer, isStart = false): Debt[] {
  const debts: Debt[] = [];
  let start = isStart && bytes.subarray(0, 3).equals(Buffer.from("\u{feff}")) ? 3 : 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    debts.push(debtOfLine(bytes.subarray(start, end)));
    start = end + 1;
  }
  return debts;
}

function debtOfLine(line: Buffer): Debt {
  if (line.length > LIMITS.lineBytes) return PARSE_ERROR;
  if (line.length < 100 && BLANK.test(line.toString())) return NONE;
  return debtOf(line);
}
