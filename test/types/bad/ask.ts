import { Ask } from "../../../src/decorators/ask.js";
import { Tool } from "../../../src/decorators/tool.js";
import type { Elicited } from "../../../src/handler/asks.js";
import type { RequestContext } from "../../../src/handler/request-context.js";
import { Ticket, TicketRef, zodSum } from "../dtos.js";

// error: @Ask: the parameter does not take what is asked
export class TakesAnotherForm {
  @Tool() a(x: TicketRef, @Ask(TicketRef, "Which?") answer: Elicited<Ticket>) {
    return x.id + answer.action;
  }
}

// error: @Ask: the parameter does not take what is asked
export class TakesNoUndefined {
  @Tool() a(x: TicketRef, @Ask(Ticket, "Which?", { when: () => false }) answer: Elicited<Ticket>) {
    return x.id + answer.action;
  }
}

// error: @Ask: the parameter does not take what is asked
export class TakesAnotherSchema {
  @Tool() a(x: TicketRef, @Ask(zodSum, "Which?") answer: Elicited<{ a: string }>) {
    return x.id + answer.action;
  }
}

// error: @Ask: the message is made of something else than the method's input
export class AsksOfAnotherInput {
  @Tool() a(
    x: TicketRef,
    @Ask(Ticket, (input: { title: number }) => `${input.title}?`) answer: Elicited<Ticket>,
  ) {
    return x.id + answer.action;
  }
}

// error: Property 'content' does not exist on type
export class ReadsContentUnasked {
  @Tool() a(x: TicketRef, @Ask(Ticket, "Which?") answer: Elicited<Ticket>) {
    return x.id + answer.content.id;
  }
}

// error: Property 'getTime' does not exist on type 'string'
export class TakesAStepsDate {
  @Tool() async a(ctx: RequestContext) {
    const { at } = await ctx.step("now", () => ({ at: new Date() }));
    return String(at.getTime());
  }
}

// error: Property 'seat' does not exist on type 'Ticket'
export class ReadsAnotherMember {
  @Tool() async a(ctx: RequestContext) {
    return (await ctx.elicit("ticket", Ticket, "Which?").orDecline("none")).seat;
  }
}
