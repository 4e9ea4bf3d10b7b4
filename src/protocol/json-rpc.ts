/** A request id: a string or a safe integer, never null (BASE-05 to BASE-07). */
export type RequestId = string | number;

/** True for an id this server may echo: any string, or an integer within ±(2^53−1). */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The JSON text of an id, without the cost of a general serializer for the usual integer. */
export function requestIdText(id: RequestId): string {
  return typeof id === "number" ? String(id) : JSON.stringify(id);
}

/** The text of a notification frame; `params` is sent as it is. */
export function notificationText(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}
