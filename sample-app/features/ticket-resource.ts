import { Complete, Feature, Resource, type ResourceEntry, type Watch } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { DeskChanges } from "../store/desk-changes.js";
import type { Ticket, TicketThread } from "../store/ticket.js";
import { type Names, TicketStore } from "../store/ticket-store.js";
import { TicketRef } from "./ticket-ref.js";

const PAGE = 50;

@Feature({ icons: deskIcon("ticket") })
export class TicketResource {
  constructor(
    private readonly desk: TicketStore,
    private readonly feed: DeskChanges,
  ) {}

  /** A JSON value is written as JSON text; undefined is answered with "not found". */
  @Resource("ticket://{id}", {
    name: "ticket",
    title: "One ticket",
    description: "A ticket and the comments under it, as JSON.",
    mimeType: "application/json",
    list: "openTickets",
    watch: "changes",
  })
  ticket({ id }: TicketRef): TicketThread | undefined {
    return this.desk.find(id);
  }

  /** What `resources/list` shows of the template: the open tickets, 50 a page. */
  openTickets(cursor?: string): { resources: ResourceEntry[]; nextCursor?: string } {
    const { tickets, next } = this.desk.openTickets(PAGE, cursor);
    return { resources: tickets.map(entryOf), ...(next === undefined ? {} : { nextCursor: next }) };
  }

  /** Runs while a client listens for a ticket; comments of other processes are noticed too. */
  changes(watch: Watch): void {
    const tell = (ids: readonly string[]): void => {
      for (const id of ids) watch.changed(`ticket://${id}`);
    };
    this.feed.follow(tell, watch.signal);
  }

  @Complete({ resource: "ticket://{id}", argument: "id" })
  ids(typed: string): Names {
    return this.desk.idsStartingWith(typed);
  }
}

function entryOf({ id, title }: Ticket): ResourceEntry {
  return { uri: `ticket://${id}`, name: id, title, mimeType: "application/json" };
}
