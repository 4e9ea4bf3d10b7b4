import type { Logger } from "blazon";
import type { Clock } from "../../sample-app/store/clock.js";
import { DeskDatabase } from "../../sample-app/store/desk-database.js";
import type { NewTicket } from "../../sample-app/store/ticket.js";
import { TicketStore } from "../../sample-app/store/ticket-store.js";

export const NOON = "2026-03-01T12:00:00.000Z";

/** A clock that stands still. */
export const stoppedClock: Clock = { now: () => new Date(NOON) };

const write = (): void => undefined;

/** Keeps the log of a server out of the output of the tests. */
export const silent: Logger = { debug: write, info: write, warn: write, error: write };

/** An empty desk in memory. */
export function createDesk(): { database: DeskDatabase; store: TicketStore } {
  const database = new DeskDatabase(":memory:");
  return { database, store: new TicketStore(database, stoppedClock) };
}

/** What it takes to open a ticket, with what matters to a test put in. */
export function newTicket(what: Partial<NewTicket> = {}): NewTicket {
  return {
    title: "Printer jams",
    body: "It jams every day.",
    priority: "normal",
    requester: "lena@example.com",
    ...what,
  };
}
