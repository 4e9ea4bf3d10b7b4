// Every right use of the class form compiles; nothing here runs.
import { Prompt } from "../../src/decorators/prompt.js";
import { Resource } from "../../src/decorators/resource.js";
import { Tool } from "../../src/decorators/tool.js";
import { RequestContext } from "../../src/handler/request-context.js";
import { Clock, Desk, Ticket, TicketRef, zodSum } from "./dtos.js";

@Tool({ name: "open_ticket", title: "Open a ticket", input: TicketRef, output: Ticket })
export class OpenTicket {
  constructor(readonly desk: Desk) {}
  async run(input: TicketRef, _context: RequestContext): Promise<Ticket> {
    return { id: input.id, title: "" };
  }
}

@Tool({ name: "clock", inject: [Desk, Clock], scope: "request", input: null })
export class TellTime {
  constructor(
    readonly desk: Desk,
    readonly clock: Clock,
  ) {}
  run(_context: RequestContext): string {
    return String(this.clock.now());
  }
}

@Tool({ name: "ping" })
export class Ping {
  run(): string {
    return "pong";
  }
}

@Tool({ name: "add", input: zodSum })
export class Add {
  run({ a, b }: { a: number; b: number }): string {
    return String(a + b);
  }
}

@Resource("ticket://{id}", { name: "ticket", input: TicketRef, list: "list" })
export class OneTicket {
  read({ id }: TicketRef): { id: string } {
    return { id };
  }
  async list() {
    return { resources: [] };
  }
}

@Resource("desk://board", { name: "board" })
export class Board {
  read(): string {
    return "";
  }
}

@Prompt({ name: "triage", input: TicketRef })
export class Triage {
  get(args: TicketRef): string {
    return args.id;
  }
}
