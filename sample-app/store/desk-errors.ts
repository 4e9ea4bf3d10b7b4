/** Something the desk refuses. Its message is written for whoever asked, so it may be shown to a model. */
export class DeskError extends Error {}

/** A ticket id that names nothing. */
export class TicketNotFound extends DeskError {
  override readonly name = "TicketNotFound";

  constructor(id: string) {
    super(`There is no ticket ${id}. Use search_tickets to find its id.`);
  }
}

/** A ticket that is closed already. */
export class TicketClosed extends DeskError {
  override readonly name = "TicketClosed";

  constructor(id: string, closedAt: string) {
    super(`Ticket ${id} is closed since ${closedAt}. Use add_comment to add something to it.`);
  }
}
