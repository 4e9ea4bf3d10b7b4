import type { Provider } from "../container/provider.js";
import {
  assertOptions,
  FUNCTION,
  LIST,
  type OptionRule,
  type OptionRules,
  oneOf,
} from "../errors/option-rules.js";
import type { ClientCapabilities } from "../protocol/capabilities.js";
import { isObject } from "../protocol/json.js";
import type { Implementation } from "../protocol/results.js";
import { internalsOf } from "../server/internals.js";
import type { Server } from "../server/server.js";
import type { Answers } from "./answers.js";
import { TestClient } from "./test-client.js";

/** How a test client presents itself, and what it changes of the server. */
export interface ConnectOptions {
  /** What every request declares, unless it says otherwise; without it nothing, or what `answers` needs. */
  readonly capabilities?: ClientCapabilities;
  /**
   * How the person and the model behind the client answer. With it a call goes on, round by round, until it has its
   * result; without it the result of a round that asks is `resultType: "input_required"`.
   */
  readonly answers?: Answers;
  /**
   * Delivers every round after a question twice, as proxies and clients do that try again, and goes on with the first
   * result. What a call does twice then is missing its `idempotencyKey`, or the server a replay guard.
   */
  readonly resend?: "every-round";
  readonly clientInfo?: Implementation;
  /** Providers that take the place of the server's own, by token; the server is built once more with them. */
  readonly override?: readonly Provider[];
}

const OBJECT: OptionRule = { wants: "an object", test: isObject };
const CONNECT: OptionRules<ConnectOptions> = {
  answers: {
    wants: "answers by key, or a function",
    test: (value) => isObject(value) || FUNCTION.test(value),
  },
  override: LIST,
  resend: oneOf("every-round"),
  capabilities: OBJECT,
  clientInfo: OBJECT,
};

/**
 * Connects a client to a server in the same process: no socket, no child, the same kernel.
 *
 * @throws {BootError} where the server cannot be built with the overrides.
 * @throws {BlazonError} `ERR_OPTION_INVALID` for options that are none, and for what is no server.
 *
 * @example
 * const client = await connect(server, { override: [{ token: Clock, useValue: stopped }] });
 * const result = await client.callTool("search_tickets", { text: "printer" });
 * await client.close();
 */
export async function connect(server: Server, options: ConnectOptions = {}): Promise<TestClient> {
  assertOptions({ options, rules: CONNECT, of: "connect()" });
  const { override, ...presentation } = options;
  const isOwn = override !== undefined && override.length > 0;
  const connected = isOwn ? await internalsOf(server).rebuild(override) : server;
  return new TestClient(internalsOf(connected), presentation, isOwn ? connected : undefined);
}
