import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Command, DeskDatabase } from "../store/desk-database.js";
import type { TicketRow } from "./ticket-csv.js";
import type { ImportedTicket } from "./ticket-row.js";

const BATCH = 25;
const MAX_REPORTED = 20;
const FIELDS = "reference, opened_at, closed_at, state, priority, assignee, requester, title, body";

/** Why a row was left out. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: string;
}

/** What became of the rows of a file. */
export interface ImportReport {
  readonly imported: number;
  /** Rows whose reference the desk, or an earlier row, has already. */
  readonly known: number;
  readonly rejected: number;
  /** The first rows that were rejected, at most 20. */
  readonly rejectedRows: RejectedRow[];
}

/** Options of an import. */
export interface ImportOptions {
  readonly signal?: AbortSignal;
  /** Told the number of rows read, every 25 rows and at the end. */
  readonly onProgress?: (rows: number) => void;
}

/**
 * Imports tickets, all rows of a file at one moment. Rows are gathered in a staging table first: there is
 * one connection, so a transaction held open while a file is read would take in whatever other requests
 * write meanwhile, and roll it back with the import.
 */
export class TicketImporter {
  readonly #stage: Command;
  readonly #publish: Command;
  readonly #clear: Command;

  constructor(database: DeskDatabase) {
    // Temporary tables go with the connection, so that a crash leaves nothing behind.
    database.execute(`CREATE TEMP TABLE IF NOT EXISTS staged_tickets (import TEXT NOT NULL, ${FIELDS})`);
    this.#stage = database.command(
      `INSERT INTO staged_tickets (import, ${FIELDS}) VALUES
       (:import, :reference, :openedAt, :closedAt, :state, :priority, :assignee, :requester, :title, :body)`,
    );
    this.#publish = database.command(
      `INSERT INTO tickets (${FIELDS}) SELECT ${FIELDS} FROM staged_tickets WHERE import = :import
       ORDER BY rowid ON CONFLICT (reference) DO NOTHING`,
    );
    this.#clear = database.command("DELETE FROM staged_tickets WHERE import = :import");
  }

  /**
   * Reads all rows, giving other requests a turn every 25 of them, then writes them in one statement.
   * If the signal aborts before that, or the rows end in an error, the desk is as it was.
   *
   * @throws the signal's reason once it aborts, and whatever the rows throw.
   */
  async run(
    rows: AsyncIterable<TicketRow>,
    { signal, onProgress }: ImportOptions = {},
  ): Promise<ImportReport> {
    const id = randomUUID();
    const rejectedRows: RejectedRow[] = [];
    let read = 0;
    let rejected = 0;
    try {
      for await (const line of rows) {
        if ("ticket" in line) this.#stageTicket(id, line.ticket);
        else if (++rejected <= MAX_REPORTED) rejectedRows.push({ row: line.row, reason: line.problem });
        if (++read % BATCH !== 0) continue;
        onProgress?.(read);
        await nextTurn();
        signal?.throwIfAborted();
      }
      signal?.throwIfAborted();
      const imported = this.#publish.run({ import: id });
      onProgress?.(read);
      return { imported, known: read - rejected - imported, rejected, rejectedRows };
    } finally {
      this.#clear.run({ import: id });
    }
  }

  #stageTicket(id: string, ticket: ImportedTicket): void {
    this.#stage.run({ import: id, ...ticket });
  }
}
