import { Refusal } from "../errors/refusal.js";
import type { Context } from "../kernel/context.js";
import { allowedOf, type Listening } from "../kernel/methods/subscriptions-listen.js";
import { type Logger, logAt } from "../logging/logger.js";
import type { ServerCapabilities } from "../protocol/capabilities.js";
import { LISTS } from "../subscriptions/change.js";
import { Wants } from "../subscriptions/filter.js";
import type { Subscriber } from "../subscriptions/hub.js";
import type { News } from "../subscriptions/news.js";

/** The way of what belongs to no request. */
export interface Outlet {
  readonly congested: boolean;
  onRelief(listener: () => void): void;
  send(frame: string): void;
}

/**
 * What one session hears of changes: every list that is advertised, and the resources it subscribed to (LEG-18).
 * What comes faster than the client reads is held, each once.
 */
export class SessionNews implements Subscriber {
  #wants = new Wants([], []);
  readonly #listening: Listening;
  readonly #outlet: Outlet;
  readonly #logger: Logger;
  #joining: Promise<unknown> | undefined;
  #held: Map<string, News> | undefined;
  #isOver = false;

  constructor(listening: Listening, outlet: Outlet, logger: Logger) {
    this.#listening = listening;
    this.#outlet = outlet;
    this.#logger = logger;
  }

  get wants(): Wants {
    return this.#wants;
  }

  /** The client is ready: from now on it hears of the lists it may hear of. */
  begin(capabilities: ServerCapabilities, context: Context): void {
    const lists = LISTS.filter((list) => capabilities[list]?.listChanged === true);
    if (lists.length === 0) return;
    this.#joining ??= this.#join(new Wants(lists, []), capabilities, context).catch((error: unknown) =>
      logAt(this.#logger, "warning", { error }, "A session cannot hear of changed lists"),
    );
  }

  /** One resource more (LEG-18); a refusal where the caller may not hear of it. */
  async subscribe(
    uri: string,
    capabilities: ServerCapabilities,
    context: Context,
  ): Promise<Refusal | undefined> {
    const { hub, maxUris } = this.#listening;
    if (this.#wants.uris.has(uri)) return undefined;
    if (this.#wants.uris.size >= maxUris)
      return new Refusal("ERR_PARAMS_INVALID", {
        detail: `no more than ${maxUris} resources are subscribed to`,
      });
    const allowed = await allowedOf(new Wants([], [uri]), context, this.#listening, capabilities);
    if (allowed?.uris.has(uri) !== true) return new Refusal("ERR_LISTEN_REFUSED");
    this.#joining ??= Promise.resolve(hub.join(this));
    await this.#joining;
    if (this.#isOver) return undefined;
    const isWatched = await hub.watch(this, uri);
    return isWatched ? undefined : new Refusal("ERR_LISTEN_REFUSED");
  }

  unsubscribe(uri: string): void {
    this.#listening.hub.unwatch(this, uri);
  }

  hear(news: News): void {
    if (!this.#outlet.congested) return this.#outlet.send(news.frame);
    if (this.#held === undefined) {
      this.#held = new Map();
      this.#outlet.onRelief(this.#flush);
    }
    this.#held.set(news.key, news);
  }

  /** The server closes: there is nothing to say that the end of the connection does not say. */
  conclude(): void {
    this.end();
  }

  end(): void {
    this.#isOver = true;
    this.#held = undefined;
    this.#listening.hub.leave(this);
  }

  async #join(wants: Wants, capabilities: ServerCapabilities, context: Context): Promise<void> {
    const allowed = await allowedOf(wants, context, this.#listening, capabilities);
    if (allowed === undefined || this.#isOver || this.#listening.hub.isClosed) return;
    this.#wants = allowed;
    await this.#listening.hub.join(this);
  }

  readonly #flush = (): void => {
    const held = this.#held;
    this.#held = undefined;
    for (const news of held?.values() ?? []) this.hear(news);
  };
}
