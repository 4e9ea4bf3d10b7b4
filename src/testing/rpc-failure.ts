import { isObject, type JsonObject } from "../protocol/json.js";

/** A JSON-RPC error that the server answered with. */
export class RpcFailure extends Error {
  override readonly name = "RpcFailure";
  readonly code: number;
  readonly data: unknown;

  constructor(error: JsonObject) {
    super(String(error.message));
    this.code = Number(error.code);
    this.data = error.data;
  }
}

/** The error of a frame, where it has one. */
export function findFailure(frame: JsonObject): RpcFailure | undefined {
  return isObject(frame.error) ? new RpcFailure(frame.error) : undefined;
}
