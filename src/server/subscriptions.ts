import type { RequestContext } from "../handler/request-context.js";
import type { AuthorizeListen, Listening } from "../kernel/methods/subscriptions-listen.js";
import type { Primitives } from "../kernel/target.js";
import type { Logger } from "../logging/logger.js";
import type { Bus } from "../subscriptions/bus.js";
import { Hub } from "../subscriptions/hub.js";
import { MemoryBus } from "../subscriptions/memory-bus.js";
import { Publisher } from "../subscriptions/publisher.js";
import { Seats } from "../subscriptions/seats.js";

/** How clients hear of changes. */
export interface SubscriptionOptions {
  /** What carries changes between the processes of a server; within this one without it. */
  readonly bus?: Bus;
  /** Decides about each listen before it is acknowledged; everything that is advertised may be heard without it. */
  readonly authorizeListen?: AuthorizeListen;
  /** Listens open at once; 10,000 without it. */
  readonly maxListens?: number;
  /**
   * Listens one caller may have open: by `requestState.principal`, else by connection, which is a proxy's behind one;
   * 1,000 without it.
   */
  readonly maxListensPerCaller?: number;
  /** URIs one listen may name; 1,000 without it. */
  readonly maxUris?: number;
}

/** Everything of a server that changes go through. */
export interface Subscriptions {
  readonly publisher: Publisher;
  readonly listening: Listening;
  /** False where nothing is announced. */
  readonly announces: boolean;
  /** Whose resources are watched from now on. */
  serve(catalog: { readonly primitives: Primitives }): void;
}

/** What the subscriptions of a server are made of. */
export interface SubscriptionParts {
  readonly options: SubscriptionOptions | false | undefined;
  /** The server's name, which keeps servers on one bus apart. */
  readonly name: string;
  readonly logger: Logger;
  readonly principalOf: (context: RequestContext) => string | undefined;
}

export function createSubscriptions({
  options,
  name,
  logger,
  principalOf,
}: SubscriptionParts): Subscriptions {
  const {
    bus = new MemoryBus(),
    authorizeListen,
    maxListens = 10_000,
    maxListensPerCaller = 1000,
    maxUris = 1000,
  } = options || {};
  let served: { readonly primitives: Primitives } | undefined;
  const findWatch = (uri: string) => {
    const found = served?.primitives.findResource(uri);
    return found !== undefined && "target" in found ? found.target.watch : undefined;
  };
  const hub = new Hub({ bus, channel: name, logger, findWatch });
  const publisher = new Publisher({ bus, channel: name, logger, deliver: (change) => hub.changed(change) });
  const limits = { total: maxListens, perCaller: maxListensPerCaller };
  return {
    publisher,
    announces: options !== false,
    serve(catalog) {
      served = catalog;
    },
    listening: { hub, seats: new Seats(limits), limits, maxUris, authorize: authorizeListen, principalOf },
  };
}
