import { type Logger, logAt } from "../logging/logger.js";
import type { Bus, BusListener } from "./bus.js";
import { BusLink } from "./bus-link.js";
import { type Change, LISTS, type ListKind } from "./change.js";
import type { Wants } from "./filter.js";
import { News } from "./news.js";
import type { WatchSource } from "./watch-source.js";
import { Watches } from "./watches.js";

/** Somebody who hears of changes. Neither method throws. */
export interface Subscriber {
  readonly wants: Wants;
  hear(news: News): void;
  /** The server closes: there is no more to hear. */
  conclude(): void;
}

export interface HubOptions {
  readonly bus: Bus;
  /** The bus's channel: the server's name. */
  readonly channel: string;
  readonly logger: Logger;
  /** Who notices the changes of a resource; undefined where its feature announces them itself. */
  readonly findWatch: (uri: string) => WatchSource | undefined;
}

/**
 * Brings what the bus carries, and what watches notice, to those in this process who asked for it. It is on the
 * bus, and watches run, only while somebody is there.
 */
export class Hub implements BusListener {
  readonly #byList: Readonly<Record<ListKind, Set<Subscriber>>>;
  readonly #byUri = new Map<string, Set<Subscriber>>();
  readonly #all = new Set<Subscriber>();
  readonly #options: HubOptions;
  readonly #link: BusLink;
  readonly #watches: Watches;
  #isClosed = false;

  constructor(options: HubOptions) {
    const { bus, channel, logger } = options;
    this.#byList = { tools: new Set(), prompts: new Set(), resources: new Set() };
    this.#options = options;
    this.#link = new BusLink(bus, channel, this, (error) =>
      logAt(logger, "warning", { error }, "The bus could not be left"),
    );
    this.#watches = new Watches({ logger, changed: (uri) => this.changed({ kind: "resource", uri }) });
  }

  /** How many there are who hear of anything. */
  get size(): number {
    return this.#all.size;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * From now on the subscriber hears what it wants. Where that takes a moment, a promise of the URIs that cannot be
   * watched, which it does not hear of; it rejects where the bus cannot be reached at all.
   */
  join(subscriber: Subscriber): undefined | Promise<readonly string[]> {
    this.#all.add(subscriber);
    const linked = this.#link.hold();
    for (const list of subscriber.wants.lists) this.#byList[list].add(subscriber);
    const starting = [...subscriber.wants.uris].flatMap((uri) => {
      const started = this.#enter(subscriber, uri);
      return started === undefined ? [] : [{ uri, started }];
    });
    return linked === undefined && starting.length === 0
      ? undefined
      : this.#settle(subscriber, linked, starting);
  }

  /** One URI more for a subscriber that is there; resolves with false where it cannot be watched. */
  async watch(subscriber: Subscriber, uri: string): Promise<boolean> {
    if (!subscriber.wants.add(uri)) return true;
    const started = this.#enter(subscriber, uri);
    return (
      started === undefined || (await this.#settle(subscriber, undefined, [{ uri, started }])).length === 0
    );
  }

  /** One URI less for a subscriber that is there. */
  unwatch(subscriber: Subscriber, uri: string): void {
    if (subscriber.wants.drop(uri)) this.#exit(subscriber, uri);
  }

  /** The subscriber hears nothing more; whoever has left already, leaves once. */
  leave(subscriber: Subscriber): void {
    if (!this.#all.delete(subscriber)) return;
    for (const list of subscriber.wants.lists) this.#byList[list].delete(subscriber);
    for (const uri of subscriber.wants.uris) this.#exit(subscriber, uri);
    this.#link.release();
  }

  changed(change: Change): void {
    const subscribers = change.kind === "list" ? this.#byList[change.list] : this.#byUri.get(change.uri);
    if (subscribers === undefined || subscribers.size === 0) return;
    const news = new News(change);
    for (const subscriber of subscribers) subscriber.hear(news);
  }

  lost(error: unknown): void {
    const { logger } = this.#options;
    logAt(logger, "warning", { error }, "The bus is lost: changes of other processes are missed for now");
  }

  /** What may have been missed is announced as changed: never silence. */
  regained(): void {
    const { logger } = this.#options;
    logAt(logger, "notice", {}, "The bus is back; everything that is listened for is announced as changed");
    for (const list of LISTS) this.changed({ kind: "list", list });
    for (const uri of [...this.#byUri.keys()]) this.changed({ kind: "resource", uri });
  }

  /** Ends everything that listens, in good order. */
  close(): void {
    this.#isClosed = true;
    for (const subscriber of [...this.#all]) subscriber.conclude();
  }

  /** A promise where the URI's watch does not run yet. */
  #enter(subscriber: Subscriber, uri: string): undefined | Promise<unknown> {
    const subscribers = this.#byUri.get(uri);
    if (subscribers !== undefined) {
      subscribers.add(subscriber);
      return this.#watches.started(uri);
    }
    this.#byUri.set(uri, new Set([subscriber]));
    const source = this.#options.findWatch(uri);
    return source === undefined ? undefined : this.#watches.add(uri, source);
  }

  #exit(subscriber: Subscriber, uri: string): void {
    const subscribers = this.#byUri.get(uri);
    if (subscribers?.delete(subscriber) !== true || subscribers.size > 0) return;
    this.#byUri.delete(uri);
    this.#watches.drop(uri);
  }

  async #settle(
    subscriber: Subscriber,
    linked: undefined | Promise<unknown>,
    starting: readonly { readonly uri: string; readonly started: Promise<unknown> }[],
  ): Promise<readonly string[]> {
    await linked;
    const outcomes = await Promise.allSettled(starting.map(({ started }) => started));
    const failed = starting
      .filter((_, index) => outcomes[index]?.status === "rejected")
      .map(({ uri }) => uri);
    for (const uri of failed) this.unwatch(subscriber, uri);
    return failed;
  }
}
