import { PRIORITIES, type Priority, TICKET_STATES, type TicketState } from "../store/ticket.js";

/** The columns a file must have, in any order. */
export const COLUMNS = [
  "reference",
  "opened_at",
  "closed_at",
  "state",
  "priority",
  "assignee",
  "requester",
  "title",
  "body",
] as const;

/** One row of a file by its columns, as text. */
export type RawRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A ticket from another system. */
export interface ImportedTicket {
  /** What the other system calls it; a reference is imported once. */
  readonly reference: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly state: TicketState;
  readonly priority: Priority;
  readonly assignee: string | null;
  readonly requester: string;
  readonly title: string;
  readonly body: string;
}

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** A value that keeps its row out. The message says which column, and what would do. */
export class BadValue extends Error {}

/** @throws {BadValue} for the first column that does not hold what it should. */
export function parseTicketRow(raw: RawRow): ImportedTicket {
  const state = oneOf(TICKET_STATES, raw, "state");
  return {
    reference: required(raw, "reference", 64),
    openedAt: time(raw, "opened_at"),
    closedAt: state === "closed" ? time(raw, "closed_at") : null,
    state,
    priority: oneOf(PRIORITIES, raw, "priority"),
    assignee: raw.assignee.trim() === "" ? null : required(raw, "assignee", 80),
    requester: required(raw, "requester", 200),
    title: required(raw, "title", 200),
    body: required(raw, "body", 10_000),
  };
}

function required(raw: RawRow, column: keyof RawRow, maxLength: number): string {
  const value = raw[column].trim();
  if (value === "") throw new BadValue(`${column} is empty`);
  if (value.length > maxLength) throw new BadValue(`${column} is longer than ${maxLength} characters`);
  return value;
}

function oneOf<Value extends string>(values: readonly Value[], raw: RawRow, column: keyof RawRow): Value {
  const found = values.find((value) => value === raw[column].trim());
  if (found === undefined) throw new BadValue(`${column} must be one of ${values.join(", ")}`);
  return found;
}

function time(raw: RawRow, column: keyof RawRow): string {
  const value = raw[column].trim();
  const milliseconds = UTC_TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new BadValue(`${column} must be a time such as 2026-03-01T09:30:00Z`);
  return new Date(milliseconds).toISOString();
}
