import Database from "libsql";
import { MIGRATIONS } from "./schema.js";

/** Values for the named parameters of a statement. */
export type Parameters = Readonly<Record<string, string | number | null>>;

/** A prepared statement whose rows have a known shape. */
export interface Query<Row> {
  all(parameters?: Parameters): Row[];
  /** The first row; undefined where there is none. */
  find(parameters?: Parameters): Row | undefined;
}

/** A prepared statement that changes rows. */
export interface Command {
  /** @returns how many rows it changed. */
  run(parameters?: Parameters): number;
}

/** The connection to the desk's SQLite database. It is opened and brought up to date by its constructor. */
export class DeskDatabase implements Disposable {
  readonly #connection: Database.Database;

  /** @param path A file, which is created if need be, or `:memory:`. */
  constructor(path: string) {
    this.#connection = new Database(path);
    // The web and the stdio server may have the same file open: readers do not wait, writers wait a little.
    this.#connection.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON");
    this.transaction(() => this.#migrate());
  }

  /** Prepares a statement once. `Row` is the shape of what its SELECT or RETURNING names. */
  query<Row>(sql: string): Query<Row> {
    const statement = this.#connection.prepare(sql);
    // The driver cannot know the columns of a statement; whoever writes the SQL can.
    const all = (parameters: Parameters = {}) => statement.all(parameters) as Row[];
    // The driver's get() would add a member of its own to the row.
    return { all, find: (parameters) => all(parameters)[0] };
  }

  command(sql: string): Command {
    const statement = this.#connection.prepare(sql);
    return { run: (parameters = {}) => statement.run(parameters).changes };
  }

  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  /**
   * Runs all of `work` or none of it. There is one connection, so work must be synchronous: everything that
   * ran while it waits would become part of the transaction.
   */
  transaction<Result>(work: () => Result): Result {
    return this.#connection.transaction(work).immediate();
  }

  [Symbol.dispose](): void {
    if (!this.#connection.open) return;
    // The driver closes the file only when the last statement is collected; this leaves it whole until then.
    this.#connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#connection.close();
  }

  #migrate(): void {
    const version = this.query<{ user_version: number }>("PRAGMA user_version").find()?.user_version ?? 0;
    for (const step of MIGRATIONS.slice(version)) this.#connection.exec(step);
    this.#connection.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  }
}
