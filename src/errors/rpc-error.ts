import { BlazonError } from "./blazon-error.js";

const INTERNAL = -32603;
const INVALID_PARAMS = -32602;

/**
 * A JSON-RPC error that a handler chose: its message, number and data reach the client unchanged.
 * The number is `-32602` (invalid params), `-32603` (internal), or one outside −32768..−32000, the range
 * the protocol keeps for itself (BASE-26 to BASE-35).
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for a number in the reserved range, or one that is not an integer.
 * @example throw new RpcError(1001, "The desk is closed", { opensAt: "08:00" });
 */
export class RpcError extends Error {
  override readonly name = "RpcError";

  constructor(
    readonly number: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    if (isAllowed(number)) return;
    throw new BlazonError("ERR_OPTION_INVALID", {
      option: "RpcError",
      detail: `was given ${number}, which the protocol reserves`,
      fix: "Use -32602, -32603 or an integer outside -32768..-32000",
    });
  }
}

function isAllowed(number: number): boolean {
  if (!Number.isSafeInteger(number)) return false;
  return number === INTERNAL || number === INVALID_PARAMS || number < -32768 || number > -32000;
}
