import { notificationText, requestIdText } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import type { SubscriptionFilter, Wants } from "../subscriptions/filter.js";
import type { Hub, Subscriber } from "../subscriptions/hub.js";
import type { News } from "../subscriptions/news.js";
import { Concluded } from "./concluded.js";
import type { Context, OpenRequest } from "./context.js";
import type { Outcome } from "./target.js";

/** Acknowledged, and over: there is nothing that this server would ever say on it (T-29). */
export function nothingHonored(context: Context): Outcome {
  acknowledge(context, {});
  return { _meta: metaOf(context) };
}

/** What a listen is made of; `onEnd` is called once. */
export interface ListenParts {
  readonly wants: Wants;
  readonly context: Context;
  readonly hub: Hub;
  readonly onEnd: () => void;
}

/**
 * One open listen. News that come before it is acknowledged, or faster than its client reads, are held: each once,
 * so that no more waits than the client asked for.
 */
export class Listen implements Subscriber, OpenRequest {
  readonly wants: Wants;
  readonly #context: Context;
  readonly #hub: Hub;
  readonly #onEnd: () => void;
  readonly #idText: string;
  #held: Map<string, News> | undefined;
  #isAcknowledged = false;
  #end: ((outcome: Outcome) => void) | undefined;

  constructor({ wants, context, hub, onEnd }: ListenParts) {
    this.wants = wants;
    this.#context = context;
    this.#hub = hub;
    this.#onEnd = onEnd;
    this.#idText = requestIdText(context.id);
  }

  /** Resolves when it has ended; rejects, before it is acknowledged, where changes cannot be heard of. */
  run(): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#context.stayOpen(this);
      if (this.#isOver) return;
      if (this.#hub.isClosed) return this.conclude();
      const joining = this.#hub.join(this);
      if (joining === undefined) this.#open();
      else this.#openAfter(joining, reject);
    });
  }

  #openAfter(joining: Promise<unknown>, reject: (error: unknown) => void): void {
    joining.then(
      () => this.#open(),
      (error: unknown) => {
        reject(error); // the first to settle counts
        this.#finish({});
      },
    );
  }

  hear(news: News): void {
    if (this.#isAcknowledged && !this.#context.congested)
      return this.#context.sendFrame(news.frameFor(this.#idText));
    if (this.#held === undefined) {
      this.#held = new Map();
      if (this.#isAcknowledged) this.#context.onRelief(this.#flush);
    }
    this.#held.set(news.key, news);
  }

  left(): void {
    this.#finish({});
  }

  /** Ends from this side: what is held goes out first, and the acknowledgement before all (SUB-05, SUB-15). */
  conclude(): void {
    if (this.#isOver) return;
    if (!this.#isAcknowledged) acknowledge(this.#context, {});
    for (const news of this.#held?.values() ?? []) this.#context.sendFrame(news.frameFor(this.#idText));
    const _meta = metaOf(this.#context);
    const params = { requestId: this.#context.id, reason: "The server ends the listen", _meta };
    this.#finish(new Concluded({ _meta }, notificationText("notifications/cancelled", params)));
  }

  get #isOver(): boolean {
    return this.#end === undefined;
  }

  /** The acknowledgement and the first news leave in one turn: nothing comes between (SUB-06). */
  #open(): void {
    if (this.#isOver) return;
    if (this.wants.isEmpty) {
      acknowledge(this.#context, {});
      return this.#finish({ _meta: metaOf(this.#context) });
    }
    acknowledge(this.#context, this.wants.filter);
    this.#isAcknowledged = true;
    this.#flush();
  }

  readonly #flush = (): void => {
    const held = this.#held;
    this.#held = undefined;
    for (const news of held?.values() ?? []) this.hear(news);
  };

  #finish(outcome: Outcome): void {
    const end = this.#end;
    if (end === undefined) return;
    this.#end = undefined;
    this.#held = undefined;
    this.#hub.leave(this);
    this.#onEnd();
    end(outcome);
  }
}

function acknowledge(context: Context, notifications: SubscriptionFilter): void {
  context.notify("notifications/subscriptions/acknowledged", { notifications, _meta: metaOf(context) });
}

function metaOf({ id }: Context): { readonly [META.subscriptionId]: Context["id"] } {
  return { [META.subscriptionId]: id };
}
