import { Feature, Field, Tool } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { TicketStore } from "../store/ticket-store.js";
import { forTheModel } from "./for-the-model.js";
import { TicketRef } from "./ticket-ref.js";

class AddCommentInput extends TicketRef {
  @Field("Who writes", { minLength: 1, maxLength: 80 })
  author!: string;

  @Field("What to write under the ticket", { minLength: 1, maxLength: 10_000 })
  body!: string;
}

@Feature({ icons: deskIcon("comment") })
export class AddComment {
  constructor(private readonly desk: TicketStore) {}

  @Tool({
    title: "Comment on a ticket",
    description: "Writes a comment under a ticket, be it open or closed.",
    destructive: false,
  })
  add_comment({ id, author, body }: AddCommentInput): string {
    try {
      this.desk.comment(id, author, body);
      return `Commented on ${id}.`;
    } catch (error) {
      throw forTheModel(error);
    }
  }
}
