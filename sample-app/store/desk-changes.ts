import { setInterval } from "node:timers";
import type { DeskDatabase, Query } from "./desk-database.js";

/** Milliseconds between two looks at the database. */
const LOOK_EVERY_MS = 250;

/**
 * Which tickets change, whoever changes them: this process, or another one that has the same file open. SQLite tells
 * nobody of a change, so the database keeps a journal and this looks into it.
 */
export class DeskChanges {
  readonly #last: Query<{ readonly number: number }>;
  readonly #after: Query<{ readonly id: string; readonly number: number }>;

  constructor(database: DeskDatabase) {
    this.#last = database.query("SELECT coalesce(max(number), 0) AS number FROM changes");
    this.#after = database.query(
      `SELECT tickets.id, changes.number FROM changes JOIN tickets ON tickets.number = changes.ticket
       WHERE changes.number > :after ORDER BY changes.number`,
    );
  }

  /** Calls back with the ids of tickets that changed from now on, each once a look, until the signal aborts. */
  follow(onChange: (ids: readonly string[]) => void, signal: AbortSignal): void {
    let after = this.#last.find()?.number ?? 0;
    const look = (): void => {
      const changes = this.#after.all({ after });
      after = changes.at(-1)?.number ?? after;
      if (changes.length > 0) onChange(changes.map(({ id }) => id));
    };
    const timer = setInterval(look, LOOK_EVERY_MS).unref();
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  }
}
