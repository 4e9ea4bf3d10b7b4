import { BlazonError } from "../errors/blazon-error.js";
import { Notifier } from "../handler/notifier.js";
import { type Logger, logAt } from "../logging/logger.js";
import { isAbsoluteUri } from "../uri-template/absolute-uri.js";
import type { Bus } from "./bus.js";
import type { Change, ListKind } from "./change.js";

export interface PublisherOptions {
  readonly bus: Bus;
  readonly channel: string;
  readonly logger: Logger;
  /** Tells those of this process, where the bus fails. */
  readonly deliver: (change: Change) => void;
}

/** Announces changes over the bus. */
export class Publisher extends Notifier {
  readonly #options: PublisherOptions;
  readonly #pending = new Set<Promise<void>>();

  constructor(options: PublisherOptions) {
    super();
    this.#options = options;
  }

  override toolsChanged(): void {
    this.listChanged("tools");
  }

  override promptsChanged(): void {
    this.listChanged("prompts");
  }

  override resourcesChanged(): void {
    this.listChanged("resources");
  }

  override resourceUpdated(uri: string): void {
    if (typeof uri !== "string" || !isAbsoluteUri(uri)) {
      throw new BlazonError("ERR_URI_INVALID", {
        detail: `${String(uri)} is no absolute URI, so no client listens for it`,
      });
    }
    this.#publish({ kind: "resource", uri });
  }

  listChanged(list: ListKind): void {
    this.#publish({ kind: "list", list });
  }

  /** Resolves when everything that was announced so far is handed on. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #publish(change: Change): void {
    const { bus, channel } = this.#options;
    try {
      const publishing = bus.publish(channel, change);
      if (publishing !== undefined) this.#keep(publishing, change);
    } catch (error) {
      this.#fail(change, error);
    }
  }

  #keep(publishing: Promise<void>, change: Change): void {
    const kept = publishing
      .catch((error: unknown) => this.#fail(change, error))
      .finally(() => this.#pending.delete(kept));
    this.#pending.add(kept);
  }

  #fail(change: Change, error: unknown): void {
    const { logger, deliver } = this.#options;
    logAt(
      logger,
      "error",
      { change, error },
      "A change could not be published; only this process's clients are told",
    );
    deliver(change);
  }
}
