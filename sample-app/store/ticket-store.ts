import type { Clock } from "./clock.js";
import type { Command, DeskDatabase, Query } from "./desk-database.js";
import { TicketClosed, TicketNotFound } from "./desk-errors.js";
import { prefixPattern } from "./prefix-pattern.js";
import type { Comment, NewTicket, Ticket, TicketThread } from "./ticket.js";

const COLUMNS =
  "id, title, body, state, priority, assignee, requester, opened_at AS openedAt, closed_at AS closedAt";
const BY_URGENCY = `CASE priority WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END, number`;

/** Some open tickets in the order of their numbers, and where the next ones begin. */
export interface OpenTickets {
  readonly tickets: readonly Ticket[];
  /** The id to go on after; undefined on the last page. */
  readonly next: string | undefined;
}

/** The first of the names that start with a text. */
export interface Names {
  readonly values: readonly string[];
  /** How many there are, shown here or not. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** Tickets and their comments: everything but search and import. */
export class TicketStore {
  readonly #database: DeskDatabase;
  readonly #clock: Clock;
  readonly #byId: Query<Ticket>;
  readonly #commentsOf: Query<Comment>;
  readonly #openAfter: Query<Ticket>;
  readonly #queue: Query<Ticket>;
  readonly #idsLike: Query<NameRow>;
  readonly #assigneesLike: Query<NameRow>;
  readonly #insert: Query<Ticket>;
  readonly #close: Query<Ticket>;
  readonly #comment: Command;
  readonly #escalation: Command;
  readonly #makeUrgent: Command;
  readonly #assign: Command;

  constructor(database: DeskDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#byId = database.query(`SELECT ${COLUMNS} FROM tickets WHERE id = :id`);
    this.#commentsOf = database.query(
      `SELECT author, comments.body, written_at AS writtenAt
       FROM comments JOIN tickets ON tickets.number = comments.ticket WHERE id = :id ORDER BY comments.number`,
    );
    this.#openAfter = database.query(
      `SELECT ${COLUMNS} FROM tickets
       WHERE state = 'open' AND number > coalesce((SELECT number FROM tickets WHERE id = :after), 0)
       ORDER BY number LIMIT :limit`,
    );
    this.#queue = database.query(
      `SELECT ${COLUMNS} FROM tickets WHERE state = 'open' AND assignee IS :assignee
       ORDER BY ${BY_URGENCY} LIMIT :limit`,
    );
    this.#idsLike = database.query(
      `SELECT id AS name, count(*) OVER () AS total FROM tickets WHERE id LIKE :pattern ESCAPE '\\'
       ORDER BY number LIMIT :limit`,
    );
    this.#assigneesLike = database.query(
      `SELECT assignee AS name, count(*) OVER () AS total FROM tickets WHERE assignee LIKE :pattern ESCAPE '\\'
       GROUP BY assignee ORDER BY assignee LIMIT :limit`,
    );
    this.#insert = database.query(
      `INSERT INTO tickets (title, body, priority, assignee, requester, opened_at)
       VALUES (:title, :body, :priority, :assignee, :requester, :now) RETURNING ${COLUMNS}`,
    );
    this.#close = database.query(
      `UPDATE tickets SET state = 'closed', closed_at = :now WHERE id = :id AND state = 'open'
       RETURNING ${COLUMNS}`,
    );
    this.#comment = database.command(
      `INSERT INTO comments (ticket, author, body, written_at)
       SELECT number, :author, :body, :now FROM tickets WHERE id = :id`,
    );
    this.#escalation = database.command(
      `INSERT INTO escalations (key, ticket, escalated_at)
       SELECT :key, number, :now FROM tickets WHERE id = :id ON CONFLICT (key) DO NOTHING`,
    );
    this.#makeUrgent = database.command(`UPDATE tickets SET priority = 'urgent' WHERE id = :id`);
    this.#assign = database.command(`UPDATE tickets SET assignee = :assignee WHERE id = :id`);
  }

  /** A ticket with its comments; undefined where there is none of this id. */
  find(id: string): TicketThread | undefined {
    const ticket = this.#byId.find({ id });
    return ticket && { ...ticket, comments: this.#commentsOf.all({ id }) };
  }

  open({ title, body, priority, requester, assignee }: NewTicket): Ticket {
    const row = { title, body, priority, requester, assignee: assignee ?? null, now: this.#now() };
    const ticket = this.#insert.find(row);
    if (ticket === undefined) throw new Error("an INSERT with RETURNING gave no row");
    return ticket;
  }

  /**
   * Closes a ticket, and writes under it how it was resolved.
   * @throws {TicketNotFound} where there is none of this id.
   * @throws {TicketClosed} where it is closed already.
   */
  close(id: string, author: string, resolution: string): Ticket {
    return this.#database.transaction(() => {
      const closed = this.#close.find({ id, now: this.#now() });
      if (closed === undefined) throw this.#whyNotClosed(id);
      this.#comment.run({ id, author, body: resolution, now: this.#now() });
      return closed;
    });
  }

  /**
   * Writes something under a ticket, closed ones included.
   * @throws {TicketNotFound} where there is none of this id.
   */
  comment(id: string, author: string, body: string): void {
    const written = this.#comment.run({ id, author, body, now: this.#now() });
    if (written === 0) throw new TicketNotFound(id);
  }

  /**
   * Makes an open ticket urgent, and writes under it why. Under one key it is done once.
   * @throws {TicketNotFound} where there is none of this id.
   * @throws {TicketClosed} where it is closed.
   */
  escalate(id: string, reason: string, key: string): Ticket {
    return this.#database.transaction(() => {
      const ticket = this.#byId.find({ id });
      if (ticket?.state !== "open") throw this.#whyNotClosed(id);
      if (this.#escalation.run({ id, key, now: this.#now() }) === 0) return ticket;
      this.#makeUrgent.run({ id });
      this.#comment.run({ id, author: "Escalation", body: reason, now: this.#now() });
      return { ...ticket, priority: "urgent" };
    });
  }

  /**
   * Gives a ticket to somebody.
   * @throws {TicketNotFound} where there is none of this id.
   */
  assign(id: string, assignee: string): void {
    if (this.#assign.run({ id, assignee }) === 0) throw new TicketNotFound(id);
  }

  /** @param after The id that ended the page before. */
  openTickets(limit: number, after?: string): OpenTickets {
    const found = this.#openAfter.all({ after: after ?? null, limit: limit + 1 });
    const tickets = found.slice(0, limit);
    return { tickets, next: found.length > limit ? tickets.at(-1)?.id : undefined };
  }

  /** Open tickets of one assignee, or of nobody: the most urgent first, then the oldest. */
  queue(assignee: string | null, limit: number): readonly Ticket[] {
    return this.#queue.all({ assignee, limit });
  }

  /** Ids that start with a text, in any case. */
  idsStartingWith(prefix: string, limit = 100): Names {
    return namesOf(this.#idsLike.all({ pattern: prefixPattern(prefix), limit }));
  }

  /** Assignees whose names start with a text; the case of ASCII letters does not count. */
  assigneesStartingWith(prefix: string, limit = 100): Names {
    return namesOf(this.#assigneesLike.all({ pattern: prefixPattern(prefix), limit }));
  }

  #whyNotClosed(id: string): Error {
    const ticket = this.#byId.find({ id });
    return ticket?.closedAt ? new TicketClosed(id, ticket.closedAt) : new TicketNotFound(id);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

interface NameRow {
  readonly name: string;
  /** The same in every row: how many rows there would be without the limit. */
  readonly total: number;
}

function namesOf(rows: readonly NameRow[]): Names {
  const total = rows[0]?.total ?? 0;
  return { values: rows.map(({ name }) => name), total, hasMore: total > rows.length };
}
