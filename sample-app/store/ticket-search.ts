import type { DeskDatabase, Query } from "./desk-database.js";
import { matchExpression } from "./match-expression.js";
import type { Priority, TicketState } from "./ticket.js";

/** What to look for; `text` is taken as words, all of which must occur. */
export interface TicketQuery {
  readonly text: string;
  readonly state?: TicketState | undefined;
  readonly assignee?: string | undefined;
  readonly limit: number;
  /** How many of the best matches to leave out. */
  readonly offset: number;
}

/** A match, short enough to list. */
export interface FoundTicket {
  readonly id: string;
  readonly title: string;
  readonly state: TicketState;
  readonly priority: Priority;
  readonly assignee: string | null;
  /** The words around the match, which stands in square brackets. */
  readonly excerpt: string;
}

/** One page of matches, the best first. */
export interface FoundTickets {
  readonly tickets: FoundTicket[];
  /** How many there are on all pages together. */
  readonly total: number;
}

const MATCHES = `FROM ticket_words JOIN tickets ON tickets.number = ticket_words.rowid
  WHERE ticket_words MATCH :expression
    AND (:state IS NULL OR state = :state)
    AND (:assignee IS NULL OR assignee = :assignee)`;

/** Full-text search over titles and bodies, by word stems and regardless of accents. */
export class TicketSearch {
  readonly #page: Query<FoundTicket>;
  readonly #count: Query<{ total: number }>;

  constructor(database: DeskDatabase) {
    this.#count = database.query(`SELECT count(*) AS total ${MATCHES}`);
    this.#page = database.query(
      `SELECT id, tickets.title, state, priority, assignee, snippet(ticket_words, -1, '[', ']', '…', 16) AS excerpt
       ${MATCHES} ORDER BY bm25(ticket_words, 4.0, 1.0), number LIMIT :limit OFFSET :offset`,
    );
  }

  find({ text, state, assignee, limit, offset }: TicketQuery): FoundTickets {
    const expression = matchExpression(text);
    if (expression === undefined) return { tickets: [], total: 0 };
    const filter = { expression, state: state ?? null, assignee: assignee ?? null };
    const total = this.#count.find(filter)?.total ?? 0;
    return { tickets: this.#page.all({ ...filter, limit, offset }), total };
  }
}
