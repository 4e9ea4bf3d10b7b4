/**
 * The steps from an empty database to the present one. `user_version` counts the steps a file has seen;
 * a step is never changed once released, only followed by another.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tickets (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    id        TEXT GENERATED ALWAYS AS ('T-' || number) VIRTUAL,
    reference TEXT UNIQUE,
    title     TEXT NOT NULL,
    body      TEXT NOT NULL,
    state     TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
    priority  TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
    assignee  TEXT,
    requester TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    CHECK ((state = 'closed') = (closed_at IS NOT NULL))
  );
  CREATE UNIQUE INDEX tickets_by_id ON tickets (id);
  CREATE INDEX tickets_by_assignee ON tickets (assignee, state);
  INSERT INTO sqlite_sequence (name, seq) VALUES ('tickets', 1000);

  CREATE TABLE comments (
    number     INTEGER PRIMARY KEY,
    ticket     INTEGER NOT NULL REFERENCES tickets (number),
    author     TEXT NOT NULL,
    body       TEXT NOT NULL,
    written_at TEXT NOT NULL
  );
  CREATE INDEX comments_by_ticket ON comments (ticket);

  -- The index keeps no copy of the text. Tickets are never deleted and their words never change,
  -- so a trigger on insertion is all it takes to keep the two together.
  CREATE VIRTUAL TABLE ticket_words USING fts5 (
    title, body, content = 'tickets', content_rowid = 'number',
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER tickets_index AFTER INSERT ON tickets BEGIN
    INSERT INTO ticket_words (rowid, title, body) VALUES (new.number, new.title, new.body);
  END;
  `,
  `
  -- What was done under an idempotency key is not done again.
  CREATE TABLE escalations (
    key          TEXT PRIMARY KEY,
    ticket       INTEGER NOT NULL REFERENCES tickets (number),
    escalated_at TEXT NOT NULL
  );
  CREATE INDEX escalations_by_ticket ON escalations (ticket);
  `,
  `
  -- The tickets in the order in which they changed last. A ticket that changes again moves to the end, so there is
  -- one row for each at most.
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    ticket INTEGER NOT NULL UNIQUE REFERENCES tickets (number)
  );
  CREATE TRIGGER tickets_opened AFTER INSERT ON tickets BEGIN
    INSERT OR REPLACE INTO changes (ticket) VALUES (new.number);
  END;
  CREATE TRIGGER tickets_changed AFTER UPDATE ON tickets BEGIN
    INSERT OR REPLACE INTO changes (ticket) VALUES (new.number);
  END;
  CREATE TRIGGER comments_written AFTER INSERT ON comments BEGIN
    INSERT OR REPLACE INTO changes (ticket) VALUES (new.ticket);
  END;
  `,
];
