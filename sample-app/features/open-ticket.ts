import { type ContentBlock, Field, link, Tool, text } from "blazon";
import { PRIORITIES, type Priority } from "../store/ticket.js";
import { TicketStore } from "../store/ticket-store.js";

class OpenTicketInput {
  @Field("What is wrong, in one line", { minLength: 3, maxLength: 200 })
  title!: string;

  @Field("Everything that may help", { minLength: 1, maxLength: 10_000 })
  body!: string;

  @Field("The mail address of whoever asks", { format: "email", maxLength: 200 })
  requester!: string;

  @Field("How much it hurts", { enum: PRIORITIES })
  priority: Priority = "normal";

  @Field("Who should work on it, by full name", { minLength: 1, maxLength: 80, optional: true })
  assignee?: string;
}

/** One class, one tool: the class is annotated, and `run` is called. */
@Tool({
  name: "open_ticket",
  title: "Open a ticket",
  description: "Opens a ticket and answers with a link to it.",
  input: OpenTicketInput,
  destructive: false,
})
export class OpenTicket {
  constructor(private readonly desk: TicketStore) {}

  run(input: OpenTicketInput): ContentBlock[] {
    const { id, title } = this.desk.open(input);
    return [
      text(`Opened ${id}.`),
      link({ uri: `ticket://${id}`, name: id, title, mimeType: "application/json" }),
    ];
  }
}
