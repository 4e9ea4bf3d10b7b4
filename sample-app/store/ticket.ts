export const TICKET_STATES = ["open", "closed"] as const;
export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

export type TicketState = (typeof TICKET_STATES)[number];
export type Priority = (typeof PRIORITIES)[number];

/** One request for help. Times are ISO 8601 in UTC. */
export interface Ticket {
  /** `T-` and a number that is never used again. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly state: TicketState;
  readonly priority: Priority;
  /** Who works on it; null while nobody does. */
  readonly assignee: string | null;
  /** The mail address of whoever asked. */
  readonly requester: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
}

/** What somebody wrote under a ticket. */
export interface Comment {
  readonly author: string;
  readonly body: string;
  readonly writtenAt: string;
}

/** A ticket and everything written under it, oldest first. */
export interface TicketThread extends Ticket {
  readonly comments: readonly Comment[];
}

/** What it takes to open a ticket. */
export interface NewTicket {
  readonly title: string;
  readonly body: string;
  readonly priority: Priority;
  readonly requester: string;
  readonly assignee?: string | undefined;
}
