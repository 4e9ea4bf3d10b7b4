import type { ContextServices } from "../kernel/context.js";
import type { ReportFailure } from "../kernel/failure.js";
import type { Method } from "../kernel/method.js";
import type { Listening } from "../kernel/methods/subscriptions-listen.js";
import type { Primitives } from "../kernel/target.js";
import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import type { Implementation } from "../protocol/results.js";
import type { AskTime } from "./outgoing.js";
import type { Results } from "./results.js";
import type { Revision } from "./revision.js";

/** A question to a client: of which kind, and who asks. */
export interface Asked {
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`. */
  readonly method: string;
  /** `Tickets.close_ticket`. */
  readonly member: string;
}

/** A question that goes to a client, which does not see its key. */
export interface AskSent {
  readonly question: RequestId;
  /** The request of the client that asks it. */
  readonly call: RequestId;
  readonly key: string;
}

/** What all sessions of a server share. */
export interface LegacyHost {
  readonly services: ContextServices;
  readonly report: ReportFailure;
  readonly listening: Listening;
  readonly serverInfo: Implementation;
  readonly instructions: string | undefined;
  /** What is served now; a catalog may be exchanged. */
  readonly primitives: Primitives;
  findMethod(name: string): Method | undefined;
  /** How long a client has to answer a question (CANC-07). */
  askTime(asked: Asked): AskTime;
  /** Told of every question just before it is sent. */
  onAsk(sent: AskSent): void;
  resultsOf(revision: Revision): Results;
}

/** What a client said of itself when it opened a session. */
export interface LegacyClient {
  readonly revision: Revision;
  /** What the client is and can, as every stateless request says it in its `_meta`. */
  readonly meta: JsonObject;
}

/** Params as the kernel's context reads them: what a session knows of its client stands in the `_meta` of its requests. */
export function withClient(params: JsonObject, client: LegacyClient, more: JsonObject): JsonObject {
  const own = params._meta as JsonObject | undefined; // judged before
  return { ...params, _meta: { ...own, ...client.meta, ...more } };
}

/** The `_meta` of a client that opened with `initialize`. */
export function clientMeta(revision: Revision, params: JsonObject): JsonObject {
  const { clientInfo } = params;
  return {
    [META.protocolVersion]: revision.version,
    [META.clientCapabilities]: revision.declared(params.capabilities as JsonObject), // judged before
    ...(clientInfo !== undefined && { [META.clientInfo]: clientInfo }),
  };
}
