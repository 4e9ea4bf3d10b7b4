import { Refusal } from "../../errors/refusal.js";
import type { RequestContext } from "../../handler/request-context.js";
import type { ServerCapabilities } from "../../protocol/capabilities.js";
import type { JsonObject } from "../../protocol/json.js";
import {
  faultOfFilter,
  honored,
  narrowed,
  type SubscriptionFilter,
  type Wants,
} from "../../subscriptions/filter.js";
import type { Hub } from "../../subscriptions/hub.js";
import type { SeatLimits, Seats } from "../../subscriptions/seats.js";
import type { Context } from "../context.js";
import { Listen, nothingHonored } from "../listen.js";
import type { Call, Outcome, Target } from "../target.js";

/**
 * Decides about a listen before it is acknowledged: true for all of it, a narrower filter for a part, and anything
 * else, a failure included, refuses it.
 */
export type AuthorizeListen = (
  filter: SubscriptionFilter,
  context: RequestContext,
) => boolean | SubscriptionFilter | Promise<boolean | SubscriptionFilter>;

/** What the listens of a server share; it outlives every catalog. */
export interface Listening {
  readonly hub: Hub;
  readonly seats: Seats;
  readonly limits: SeatLimits;
  /** The most URIs one listen may name. */
  readonly maxUris: number;
  readonly authorize: AuthorizeListen | undefined;
  /** Who calls; undefined where nobody is told apart. */
  principalOf(context: RequestContext): string | undefined;
}

/** `subscriptions/listen`: a request that stays open, and is told of changes (SUB-01 to SUB-26). */
export function resolveSubscriptionsListen(
  capabilities: ServerCapabilities,
  listening: Listening,
): (params: JsonObject) => Call | Refusal {
  const target = new ListenTarget(capabilities, listening);
  return (params) => {
    const fault = faultOfFilter(params.notifications);
    if (fault !== undefined) return new Refusal("ERR_PARAMS_INVALID", { detail: fault });
    const filter = params.notifications as SubscriptionFilter; // just judged
    if ((filter.resourceSubscriptions?.length ?? 0) <= listening.maxUris) return { target, input: filter };
    const detail = `notifications.resourceSubscriptions names more than ${listening.maxUris} URIs`;
    return new Refusal("ERR_PARAMS_INVALID", { detail });
  };
}

/** Characters that are kept for as long as a listen is open, at most: a message may be far larger. */
const MOST_TEXT = 65_536;

function textOf({ uris }: Wants, { id }: Context): number {
  let length = String(id).length;
  for (const uri of uris) length += uri.length;
  return length;
}

class ListenTarget implements Target {
  readonly member = "subscriptions/listen";
  readonly requires = [];
  readonly headers = [];
  readonly #capabilities: ServerCapabilities;
  readonly #listening: Listening;

  constructor(capabilities: ServerCapabilities, listening: Listening) {
    this.#capabilities = capabilities;
    this.#listening = listening;
  }

  /** A listen of which nothing is honored takes no seat, and meets no bus (T-29). */
  run(input: unknown, context: Context): Outcome | Promise<Outcome> {
    const filter = input as SubscriptionFilter; // what resolved it passed it on
    const wants = honored(filter, this.#capabilities);
    if (wants.isEmpty) return nothingHonored(context);
    if (textOf(wants, context) > MOST_TEXT) {
      const detail = `the id and the URIs of a listen may have ${MOST_TEXT} characters together`;
      return new Refusal("ERR_PARAMS_INVALID", { detail });
    }
    const { seats, limits, authorize, principalOf } = this.#listening;
    const caller = principalOf(context) ?? context.peer;
    const reached = seats.take(caller);
    if (reached === "perCaller") return new Refusal("ERR_LISTEN_OFTEN", { limit: limits.perCaller });
    if (reached === "total") return new Refusal("ERR_LISTEN_FULL");
    const leaveSeat = (): void => seats.leave(caller);
    return authorize === undefined
      ? this.#open(wants, context, leaveSeat)
      : this.#openAuthorized(wants, context, leaveSeat);
  }

  async #openAuthorized(wants: Wants, context: Context, leaveSeat: () => void): Promise<Outcome> {
    let allowed: Wants | undefined;
    try {
      allowed = await allowedOf(wants, context, this.#listening, this.#capabilities);
    } catch (error) {
      leaveSeat();
      throw error;
    }
    if (allowed !== undefined && !allowed.isEmpty) return this.#open(allowed, context, leaveSeat);
    leaveSeat();
    return allowed === undefined ? new Refusal("ERR_LISTEN_REFUSED") : nothingHonored(context);
  }

  #open(wants: Wants, context: Context, onEnd: () => void): Promise<Outcome> {
    return new Listen({ wants, context, hub: this.#listening.hub, onEnd }).run();
  }
}

/** What the server's own code lets a caller hear of what was honored; undefined where it refuses. */
export async function allowedOf(
  wants: Wants,
  context: RequestContext,
  { authorize }: Listening,
  capabilities: ServerCapabilities,
): Promise<Wants | undefined> {
  if (authorize === undefined) return wants;
  const verdict: unknown = await authorize(wants.filter, context); // an author without types may give anything
  if (verdict === true) return wants;
  if (faultOfFilter(verdict) !== undefined) return undefined;
  return honored(narrowed(wants.filter, verdict as SubscriptionFilter), capabilities); // just judged
}
