import type { DeskDatabase, Query } from "./desk-database.js";
import type { Priority, TicketState } from "./ticket.js";

/** How many tickets there are of one kind. */
export interface Count<Kind> {
  readonly kind: Kind;
  readonly tickets: number;
}

/** The state of the desk in numbers. Kinds without tickets are left out. */
export interface BoardCounts {
  readonly byState: readonly Count<TicketState>[];
  /** Open tickets only, as are those by assignee; the most urgent first. */
  readonly byPriority: readonly Count<Priority>[];
  /** The busiest first; null is nobody. */
  readonly byAssignee: readonly Count<string | null>[];
}

/** Counts what is on the desk. */
export class Board {
  readonly #byState: Query<Count<TicketState>>;
  readonly #byPriority: Query<Count<Priority>>;
  readonly #byAssignee: Query<Count<string | null>>;

  constructor(database: DeskDatabase) {
    this.#byState = database.query(
      "SELECT state AS kind, count(*) AS tickets FROM tickets GROUP BY state ORDER BY state DESC",
    );
    this.#byPriority = database.query(
      `SELECT priority AS kind, count(*) AS tickets FROM tickets WHERE state = 'open' GROUP BY priority
       ORDER BY CASE priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END`,
    );
    this.#byAssignee = database.query(
      `SELECT assignee AS kind, count(*) AS tickets FROM tickets WHERE state = 'open' GROUP BY assignee
       ORDER BY tickets DESC, assignee`,
    );
  }

  counts(): BoardCounts {
    return {
      byState: this.#byState.all(),
      byPriority: this.#byPriority.all(),
      byAssignee: this.#byAssignee.all(),
    };
  }
}
