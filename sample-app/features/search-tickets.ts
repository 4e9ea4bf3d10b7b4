import { Feature, Field, Tool } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { PRIORITIES, type Priority, TICKET_STATES, type TicketState } from "../store/ticket.js";
import { TicketSearch } from "../store/ticket-search.js";

class SearchQuery {
  @Field("Words that must all occur in the title or the text", { minLength: 1, maxLength: 200 })
  text!: string;

  @Field("Only tickets in this state", { enum: TICKET_STATES, optional: true })
  state?: TicketState;

  @Field("Only tickets of this assignee, by full name", { maxLength: 80, optional: true })
  assignee?: string;

  @Field("At most this many", { integer: true, min: 1, max: 50 })
  limit = 10;

  @Field("Leave out this many: the nextOffset of the page before", { integer: true, min: 0, max: 100_000 })
  offset = 0;
}

class Match {
  @Field() id!: string;
  @Field() title!: string;
  @Field({ enum: TICKET_STATES }) state!: TicketState;
  @Field({ enum: PRIORITIES }) priority!: Priority;
  @Field("null while nobody works on it", { type: String, nullable: true }) assignee!: string | null;
  @Field("Where it matches; the words found are in square brackets") excerpt!: string;
}

class Matches {
  @Field("The best matches first", { items: Match })
  tickets!: Match[];

  @Field("How many match on all pages together", { integer: true, min: 0 })
  total!: number;

  @Field("The offset of the next page; absent on the last", { integer: true, min: 1, optional: true })
  nextOffset?: number;
}

@Feature({ icons: deskIcon("search") })
export class SearchTickets {
  constructor(private readonly search: TicketSearch) {}

  @Tool({
    title: "Search tickets",
    description: "Full-text search over the tickets of the help desk, by word stems.",
    output: Matches,
    readOnly: true,
  })
  search_tickets(query: SearchQuery): Matches {
    const { tickets, total } = this.search.find(query);
    const end = query.offset + tickets.length;
    const more = tickets.length > 0 && end < total;
    return { tickets, total, ...(more ? { nextOffset: end } : {}) };
  }
}
