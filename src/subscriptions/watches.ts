import type { Watch } from "../handler/watch.js";
import { type Logger, logAt } from "../logging/logger.js";
import type { WatchSource } from "./watch-source.js";

export interface WatchesOptions {
  readonly changed: (uri: string) => void;
  readonly logger: Logger;
}

/** The watches that run, one for each source that anybody watches a URI of. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #running = new Map<WatchSource, RunningWatch>();
  /** Which watch a URI belongs to. */
  readonly #byUri = new Map<string, RunningWatch>();

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  /** A URI that nobody watched is watched. Rejects, and watches nothing, where its source cannot start. */
  add(uri: string, source: WatchSource): undefined | Promise<unknown> {
    const running = this.#running.get(source) ?? this.#begin(source);
    this.#byUri.set(uri, running);
    running.add(uri);
    return running.started;
  }

  /** Settles as {@link add} of the URI did. */
  started(uri: string): undefined | Promise<unknown> {
    return this.#byUri.get(uri)?.started;
  }

  /** Nobody watches the URI any more. */
  drop(uri: string): void {
    const running = this.#byUri.get(uri);
    this.#byUri.delete(uri);
    if (running === undefined) return;
    running.drop(uri);
    if (running.uris.size === 0) this.#end(running);
  }

  #begin(source: WatchSource): RunningWatch {
    const running = new RunningWatch(source, this.#options);
    this.#running.set(source, running);
    return running;
  }

  #end(running: RunningWatch): void {
    if (this.#running.get(running.source) === running) this.#running.delete(running.source);
    running.end();
  }
}

class RunningWatch implements Watch {
  readonly uris = new Set<string>();
  readonly source: WatchSource;
  readonly #options: WatchesOptions;
  readonly #controller = new AbortController();
  readonly #starts: ((uri: string) => (() => void) | undefined)[] = [];
  readonly #stops = new Map<string, (() => void)[]>();
  #started: undefined | Promise<unknown>;
  #isBegun = false;

  constructor(source: WatchSource, options: WatchesOptions) {
    this.source = source;
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get started(): undefined | Promise<unknown> {
    return this.#started;
  }

  readonly changed = (uri: string): void => {
    if (!this.signal.aborted && this.uris.has(uri)) this.#options.changed(uri);
  };

  readonly each = (start: (uri: string) => (() => void) | undefined): void => {
    if (this.signal.aborted) return;
    this.#starts.push(start);
    for (const uri of this.uris) this.#startOn(uri, start);
  };

  add(uri: string): void {
    this.uris.add(uri);
    if (!this.#isBegun) return this.#begin();
    for (const start of this.#starts) this.#guard(() => this.#startOn(uri, start));
  }

  drop(uri: string): void {
    this.uris.delete(uri);
    const stops = this.#stops.get(uri) ?? [];
    this.#stops.delete(uri);
    for (const stop of stops) this.#guard(stop);
  }

  end(): void {
    this.#controller.abort();
  }

  /** The first URI is there when the source begins. */
  #begin(): void {
    this.#isBegun = true;
    try {
      const started = this.source.start(this);
      if (started instanceof Promise) this.#started = started;
    } catch (error) {
      this.#started = Promise.reject(error);
    }
    this.#started?.catch((error: unknown) => this.#log(error));
  }

  #startOn(uri: string, start: (uri: string) => (() => void) | undefined): void {
    const stop = start(uri);
    if (typeof stop === "function") this.#stops.set(uri, [...(this.#stops.get(uri) ?? []), stop]);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log(error);
    }
  }

  #log(error: unknown): void {
    const { member } = this.source;
    logAt(this.#options.logger, "error", { member, error }, `${member} failed to watch`);
  }
}
