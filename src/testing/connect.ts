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
import { isObject, type JsonObject } from "../protocol/json.js";
import type { Implementation } from "../protocol/results.js";
import { REVISION } from "../protocol/revisions.js";
import { type Internals, internalsOf } from "../server/internals.js";
import type { Server } from "../server/server.js";
import { createMemoryLink } from "../transports/memory/memory-link.js";
import type { Answers } from "./answers.js";
import { Calls } from "./calls.js";
import { HandshakeTalk } from "./handshake-talk.js";
import { SessionHttp } from "./session-http.js";
import { StatelessHttp } from "./stateless-http.js";
import { StatelessTalk } from "./stateless-talk.js";
import type { Presentation } from "./talk.js";
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
export function connect(server: Server, options: ConnectOptions = {}): Promise<TestClient> {
  return connectBy({ revision: REVISION, transport: "memory" }, server, options);
}

/** How a client reaches its server, and what it speaks. */
export interface Manner {
  readonly revision: string;
  readonly transport: "memory" | "HTTP";
}

export async function connectBy(
  manner: Manner,
  server: Server,
  options: ConnectOptions,
): Promise<TestClient> {
  assertOptions({ options, rules: CONNECT, of: "connect()" });
  const { override, ...presentation } = options;
  const isOwn = override !== undefined && override.length > 0;
  const connected = isOwn ? await internalsOf(server).rebuild(override) : server;
  const own = isOwn ? connected : undefined;
  return manner.revision === REVISION
    ? stateless(manner, internalsOf(connected), presentation, own)
    : opened(manner, internalsOf(connected), presentation, own);
}

function stateless(
  { transport }: Manner,
  internals: Internals,
  presentation: Presentation,
  own: Server | undefined,
): TestClient {
  const onFrame = (frame: JsonObject): void => talk.hear(frame);
  const link =
    transport === "HTTP"
      ? new StatelessHttp(internals, onFrame)
      : createMemoryLink(internals.port, { onFrame });
  const calls = new Calls(internals, link);
  const talk = new StatelessTalk(link, calls, presentation);
  return new TestClient({ link, calls, talk, own });
}

async function opened(
  { revision, transport }: Manner,
  internals: Internals,
  presentation: Presentation,
  own: Server | undefined,
): Promise<TestClient> {
  const onFrame = (frame: JsonObject): void => talk.hear(frame);
  const http = transport === "HTTP" ? new SessionHttp(internals, revision, onFrame) : undefined;
  const link = http ?? createMemoryLink(internals.port, { onFrame });
  const calls = new Calls(internals, link);
  const talk = new HandshakeTalk(revision, { internals, link, calls }, presentation);
  await talk.open();
  await http?.hear();
  return new TestClient({ link, calls, talk, own });
}
