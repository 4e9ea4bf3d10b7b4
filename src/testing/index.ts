import "../reflect.js";

export {
  type Answer,
  type Answers,
  accept,
  cancel,
  decline,
  folders,
  type Scripted,
  says,
} from "./answers.js";
export { type ConnectOptions, connect } from "./connect.js";
export { type Era, everyEra } from "./every-era.js";
export type { Heard, Listening } from "./listening.js";
export { RpcFailure } from "./rpc-failure.js";
export type { RequestOptions } from "./talk.js";
export type { TestClient } from "./test-client.js";
