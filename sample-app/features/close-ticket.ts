import { Ask, type Elicited, Feature, Field, Notifier, Tool } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { TicketStore } from "../store/ticket-store.js";
import { forTheModel } from "./for-the-model.js";
import { TicketRef } from "./ticket-ref.js";

class CloseTicketInput extends TicketRef {
  @Field("Who closes it", { minLength: 1, maxLength: 80 })
  author!: string;

  @Field("How it was resolved; the requester reads this", { minLength: 1, maxLength: 10_000 })
  resolution!: string;
}

class Confirmation {
  @Field("A closed ticket cannot be opened again") close!: boolean;
}

@Feature({ icons: deskIcon("close-ticket") })
export class CloseTicket {
  constructor(
    private readonly desk: TicketStore,
    private readonly notify: Notifier,
  ) {}

  @Tool({
    title: "Close a ticket",
    description: "Closes an open ticket and writes the resolution under it. It cannot be opened again.",
    destructive: true,
  })
  close_ticket(
    { id, author, resolution }: CloseTicketInput,
    @Ask(Confirmation, ({ id, resolution }: CloseTicketInput) => `Close ${id} with "${resolution}"?`)
    answer: Elicited<Confirmation>,
  ): string {
    if (answer.action !== "accept" || !answer.content.close) return `${id} stays as it is: nobody confirmed.`;
    try {
      const { title } = this.desk.close(id, author, resolution);
      this.notify.resourcesChanged(); // open tickets are listed
      return `Closed ${id} (${title}).`;
    } catch (error) {
      throw forTheModel(error);
    }
  }
}
