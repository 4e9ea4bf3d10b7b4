import "../reflect.js";

export { connect, type ConnectOptions } from "./connect.js";
export { RpcFailure } from "./rpc-failure.js";
export type { RequestOptions, TestClient } from "./test-client.js";
