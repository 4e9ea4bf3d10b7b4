import "../reflect.js";

export { type ConnectOptions, connect } from "./connect.js";
export { RpcFailure } from "./rpc-failure.js";
export type { RequestOptions, TestClient } from "./test-client.js";
