import { randomBytes } from "node:crypto";
import { WIRE_CODES } from "../errors/codes.js";
import { Refusal } from "../errors/refusal.js";
import { RpcError } from "../errors/rpc-error.js";
import { type Logger, logAt } from "../logging/logger.js";
import { type RequestId, requestIdText } from "../protocol/json-rpc.js";
import { Reply } from "./port.js";

/** The error frame for a refusal; without an id where none could be read (T-10). */
export function refusalReply(refusal: Refusal, id: RequestId | undefined): Reply {
  const { rpc, status } = WIRE_CODES[refusal.code];
  return new Reply(status, errorText(id, rpc, refusal.message, refusal.data));
}

/** The error frame for what a handler threw on purpose; undefined for an error whose own members throw. */
export function findRpcErrorReply(error: RpcError, id: RequestId): Reply | undefined {
  try {
    return new Reply(200, errorText(id, error.number, error.message, error.data));
  } catch {
    return undefined;
  }
}

/** The frame of an error. */
export function errorText(id: RequestId | undefined, code: number, message: string, data: unknown): string {
  const member = id === undefined ? "" : `"id":${requestIdText(id)},`;
  return `{"jsonrpc":"2.0",${member}"error":${jsonText({ code, message, data }) ?? jsonText({ code, message })}}`;
}

/** Undefined for what JSON cannot carry: an error still reaches the client, without its data. */
function jsonText(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The request that failed. */
export interface Failed {
  readonly method: string;
  readonly id: RequestId;
}

/** Takes an unexpected error of a target and gives the reference that stands for it on the wire. */
export type ReportFailure = (error: unknown, target: { readonly member: string }, request: Failed) => string;

/** Logs unexpected errors in full, each under a reference of its own (T-42). */
export function createReport(logger: Logger): ReportFailure {
  return (error, { member }, { method, id }) => {
    const reference = randomBytes(6).toString("hex");
    logAt(logger, "error", { reference, member, method, request: id, error }, `${member} failed`);
    return reference;
  };
}

/** Logs a refusal with the row of the ladder that made it. */
export function logRefusal(logger: Logger, refusal: Refusal, method: string | undefined): void {
  const { row } = WIRE_CODES[refusal.code];
  logAt(
    logger,
    "info",
    { code: refusal.code, row, ...(method !== undefined && { method }) },
    refusal.message,
  );
}
