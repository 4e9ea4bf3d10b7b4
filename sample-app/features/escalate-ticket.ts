import { Feature, Field, RequestContext, Tool } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { TicketStore } from "../store/ticket-store.js";
import { forTheModel } from "./for-the-model.js";
import { TicketRef } from "./ticket-ref.js";

class Reason {
  @Field("What makes it urgent; whoever takes it over reads this", { minLength: 3, maxLength: 500 })
  reason!: string;
}

class TakeOver {
  @Field("Who takes it over, by full name", { minLength: 1, maxLength: 80 })
  assignee!: string;
}

@Feature({ icons: deskIcon("escalate") })
export class EscalateTicket {
  constructor(private readonly desk: TicketStore) {}

  @Tool({
    title: "Escalate a ticket",
    description: "Makes a ticket urgent. Asks why, and then who takes it over.",
    destructive: false,
    requires: ["elicitation.form"],
  })
  async escalate({ id }: TicketRef, ctx: RequestContext): Promise<string> {
    const { reason } = await ctx
      .elicit("reason", Reason, `Why is ${id} urgent?`)
      .orDecline(`${id} was not escalated.`);
    // Once in the call, however many rounds it takes; and once at the desk, however often this round is delivered.
    const { title } = await ctx.step("escalate", ({ idempotencyKey }) =>
      this.#escalate(id, reason, idempotencyKey),
    );
    const taken = await ctx.elicit(
      "assignee",
      TakeOver,
      `${id} (${title}) is urgent now. Who takes it over?`,
    );
    if (taken.action !== "accept") return `${id} is urgent, and nobody was named to take it over.`;
    const { assignee } = taken.content;
    this.desk.assign(id, assignee);
    return `${id} is urgent, and ${assignee} takes it over.`;
  }

  #escalate(id: string, reason: string, key: string): { readonly title: string } {
    try {
      return { title: this.desk.escalate(id, reason, key).title };
    } catch (error) {
      throw forTheModel(error);
    }
  }
}
