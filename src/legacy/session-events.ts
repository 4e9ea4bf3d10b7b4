import { type Logger, logAt } from "../logging/logger.js";
import type { EventStore, StoredEvent } from "./event-store.js";

const NOTHING: readonly StoredEvent[] = [];

/**
 * What one session has in the store. The store is whatever the application gave: what fails there is logged, and the
 * events go on without being kept; what it writes in its own time is read only when it is written.
 */
export class SessionEvents {
  readonly #session: string;
  readonly #store: EventStore;
  readonly #logger: Logger;
  #writing: Promise<unknown> | undefined;
  #isOver = false;

  constructor(session: string, store: EventStore, logger: Logger) {
    this.#session = session;
    this.#store = store;
    this.#logger = logger;
  }

  append(stream: number, event: StoredEvent): void {
    if (this.#isOver) return;
    const key = { session: this.#session, stream };
    this.#write("An event could not be kept", () => this.#store.append(key, event));
  }

  /** The events of a stream behind one of them; none where they cannot be had. */
  async readAfter(stream: number, number: number): Promise<readonly StoredEvent[]> {
    await this.#writing;
    try {
      return await this.#store.readAfter({ session: this.#session, stream }, number);
    } catch (error) {
      this.#tell(error, "The events of a stream could not be read");
      return NOTHING;
    }
  }

  /** The session is over: nothing more is kept for it. */
  drop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#write("The events of a session could not be dropped", () => this.#store.drop(this.#session));
  }

  #write(fault: string, write: () => void | Promise<void>): void {
    try {
      const written = write();
      if (!(written instanceof Promise)) return;
      const settled = written.catch((error: unknown) => this.#tell(error, fault));
      this.#writing = Promise.all([this.#writing, settled]);
    } catch (error) {
      this.#tell(error, fault);
    }
  }

  #tell(error: unknown, fault: string): void {
    logAt(this.#logger, "warning", { error }, fault);
  }
}
