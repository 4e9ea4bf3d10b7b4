import { type ContentBlock, Field, link, Notifier, RequestContext, Tool, text } from "blazon";
import { deskIcon } from "../icons/desk-icons.js";
import { PRIORITIES, type Priority } from "../store/ticket.js";
import { TicketStore } from "../store/ticket-store.js";

class OpenTicketInput {
  @Field("What is wrong, in one line", { minLength: 3, maxLength: 200 })
  title!: string;

  @Field("Everything that may help", { minLength: 1, maxLength: 10_000 })
  body!: string;

  @Field("The mail address of whoever asks", { format: "email", maxLength: 200 })
  requester!: string;

  @Field("How much it hurts; leave it out where nobody said, and the person is asked", {
    enum: PRIORITIES,
    optional: true,
  })
  priority?: Priority;

  @Field("Who should work on it, by full name", { minLength: 1, maxLength: 80, optional: true })
  assignee?: string;
}

class Severity {
  @Field("How much does it hurt?", { enum: PRIORITIES })
  priority: Priority = "normal";
}

/** One class, one tool: the class is annotated, and `run` is called. */
@Tool({
  name: "open_ticket",
  title: "Open a ticket",
  description: "Opens a ticket and answers with a link to it.",
  icons: deskIcon("open-ticket"),
  input: OpenTicketInput,
  destructive: false,
})
export class OpenTicket {
  constructor(
    private readonly desk: TicketStore,
    private readonly notify: Notifier,
  ) {}

  async run(input: OpenTicketInput, ctx: RequestContext): Promise<ContentBlock[]> {
    const priority = input.priority ?? (await askPriority(ctx));
    const { id, title } = this.desk.open({ ...input, priority });
    this.notify.resourcesChanged(); // open tickets are listed
    return [
      text(`Opened ${id}.`),
      link({ uri: `ticket://${id}`, name: id, title, mimeType: "application/json" }),
    ];
  }
}

/** A client that cannot ask gets what most tickets have. */
async function askPriority(ctx: RequestContext): Promise<Priority> {
  if (!ctx.client.can("elicitation.form")) return "normal";
  const answer = await ctx.elicit("priority", Severity, "How urgent is the new ticket?");
  return answer.action === "accept" ? answer.content.priority : "normal";
}
