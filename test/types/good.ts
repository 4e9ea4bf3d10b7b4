// Every right use compiles; nothing here runs.
import { inject, injectable } from "tsyringe";
import type * as z from "zod";
import { Ask } from "../../src/decorators/ask.js";
import { Complete } from "../../src/decorators/complete.js";
import { Feature } from "../../src/decorators/feature.js";
import { Field } from "../../src/decorators/field.js";
import { Prompt } from "../../src/decorators/prompt.js";
import { Resource } from "../../src/decorators/resource.js";
import { Tool } from "../../src/decorators/tool.js";
import { type Elicited, type InputRequired, inputRequired } from "../../src/handler/asks.js";
import { RequestContext } from "../../src/handler/request-context.js";
import type { ResourcePage } from "../../src/metadata/returns.js";
import type { Class } from "../../src/metadata/types.js";
import type { ContentBlock, ResourceContents } from "../../src/protocol/content.js";
import type { PromptMessage, PromptResult, ReadResult, ToolResult } from "../../src/protocol/results.js";
import {
  Alarm,
  arkSum,
  Clock,
  Desk,
  GREETING,
  Ticket,
  TicketPage,
  TicketRef,
  valibotSum,
  zodSum,
  zodTotal,
} from "./dtos.js";

export class Node {
  @Field("A word", { minLength: 1, maxLength: 200, pattern: /^\w+$/u, examples: ["open"] }) text!: string;
  @Field("How many", { integer: true, min: 1, max: 50, default: 10 }) limit = 10;
  @Field("A note") described!: string;
  @Field({ description: "A note", optional: true }) note?: string;
  @Field({ optional: true, nullable: true }) cleared?: string | null;
  @Field({ enum: ["open", "closed"] }) state!: "open" | "closed";
  @Field({ enum: ["open", "closed"] }) word!: string;
  @Field({ enum: ["open", null] }) maybe!: "open" | null;
  @Field({ items: String, minItems: 1 }) tags!: string[];
  @Field({ items: () => Node }) children!: Node[];
  @Field({ type: () => Node, optional: true }) parent?: Node;
  @Field({ type: Date }) at!: Date;
  @Field({ schema: { type: "array", items: { type: "array" } } }) grid!: number[][];
  @Field({ schema: { type: "object" } }) free!: Record<string, unknown>;
  @Field({ default: true }) flag!: boolean;
  @Field({ header: "Region" }) region!: string;
  @Field() unknown: unknown;
  @Field() private readonly hidden: string = "";
  @Field() get initial(): string {
    return this.hidden.slice(0, 1);
  }
}

/** A mixin: the element's class is a parameter. */
export function pageOf<T extends object>(item: Class<T>): Class<{ list: T[] }> {
  class Page {
    @Field({ items: item }) list!: T[];
  }
  return Page;
}

@injectable()
@Feature({ inject: [Desk, Clock, GREETING, "tsyringe"] })
export class Tools {
  constructor(
    readonly desk: Desk,
    readonly clock: Clock,
    readonly greeting: string,
    @inject("tsyringe") readonly other: number,
  ) {}

  @Tool({ title: "Search", readOnly: true, output: TicketPage, requires: ["sampling"] })
  search(_query: Node): Promise<TicketPage> {
    return Promise.resolve({ tickets: [] });
  }
  @Tool({ output: TicketPage }) plain(_query: Node) {
    return { tickets: [{ id: "1", title: "One" }] };
  }
  @Tool({ output: TicketPage }) async whole(_query: Node): Promise<ToolResult<TicketPage>> {
    return { content: [], structuredContent: { tickets: [] } };
  }
  @Tool({ output: TicketPage }) async either(_query: Node): Promise<TicketPage | ToolResult<TicketPage>> {
    return { content: [], isError: true };
  }
  @Tool() text(_query: Node): string {
    return "";
  }
  @Tool() async block(): Promise<ContentBlock> {
    return { type: "text", text: "" };
  }
  @Tool() async blocks(_query?: TicketRef): Promise<ContentBlock[]> {
    return [];
  }
  @Tool() result(): ToolResult {
    return { content: [] };
  }
  @Tool() async nothing(): Promise<void> {}
  @Tool() fails(): never {
    throw new Error();
  }
  @Tool() whoAmI(context: RequestContext): string {
    return String(context.id);
  }
  @Tool({ input: null }) alone(context: RequestContext): string {
    return String(context.id);
  }
  @Tool({ input: null }) empty(): string {
    return "";
  }
  @Tool() both(_input: TicketRef, context?: RequestContext): string {
    return String(context?.id);
  }
  @Tool({ input: zodSum, output: zodTotal }) add({ a, b }: z.infer<typeof zodSum>) {
    return { sum: a + b };
  }
  @Tool({ input: arkSum }) ark({ a }: { a: number }, _context: RequestContext) {
    return String(a);
  }
  @Tool({ input: valibotSum }) valibot({ a }: { a: number }) {
    return String(a);
  }
  @Tool({ input: { type: "object", properties: {} }, output: { type: "number" } }) raw(input: unknown) {
    return Number(input);
  }
  @Tool({ input: TicketRef }) supertype(input: { id: string }) {
    return input.id;
  }
  @Tool({ input: TicketRef }) ignored() {
    return "";
  }
  @Tool({ input: TicketRef }) protected hidden(input: TicketRef): string {
    return input.id;
  }
}

@Feature({ scope: "request" })
export class Resources {
  @Resource("ticket://{id}", {
    mimeType: "application/json",
    list: "open",
    ttlMs: 100,
    cacheScope: "private",
  })
  ticket({ id }: TicketRef): Ticket | undefined {
    return id === "" ? undefined : { id, title: "" };
  }
  open(_cursor?: string): ResourcePage {
    return { resources: [{ uri: "ticket://1", name: "1" }] };
  }
  @Resource("ticket://{id}{?title}") two(input: Ticket): string {
    return input.title;
  }
  @Resource("desk://board", { size: 10 }) board(): Uint8Array {
    return new Uint8Array();
  }
  @Resource("desk://who") who(context: RequestContext): string {
    return context.method;
  }
  @Resource("desk://contents") async contents(): Promise<readonly ResourceContents[]> {
    return [];
  }
  @Resource("desk://whole") whole(): ReadResult {
    return { contents: [] };
  }
  @Resource("desk://count", { mimeType: "application/json" }) count(): number {
    return 1;
  }
  @Resource(String("desk://computed")) computed({ id }: TicketRef): string {
    return id;
  }
  @Complete({ resource: "ticket://{id}", argument: "id" }) ids(typed: string) {
    return [typed];
  }
  @Complete({ prompt: "triage", argument: "id" })
  async chosen(typed: string, chosen: Readonly<Record<string, string>>, _context: RequestContext) {
    return { values: [typed, ...Object.keys(chosen)], total: 2, hasMore: false };
  }
  @Complete({ prompt: "triage", argument: "title" })
  @Complete({ resource: "ticket://{id}{?title}", argument: "title" })
  titles(): string[] {
    return [];
  }
}

export class Prompts {
  @Prompt({ title: "Triage" }) triage(args: TicketRef): string {
    return args.id;
  }
  @Prompt() message(): PromptMessage {
    return { role: "user", content: { type: "text", text: "" } };
  }
  @Prompt({ input: zodSum }) async messages(_args: { a: number }): Promise<PromptMessage[]> {
    return [];
  }
  @Prompt() whole(): PromptResult {
    return { messages: [] };
  }
}

export class Asks {
  @Tool({ destructive: true }) close(
    input: TicketRef,
    @Ask(Ticket, (asked: TicketRef) => `Close ${asked.id}?`) answer: Elicited<Ticket>,
    @Ask(Ticket, "Why?", { key: "why", when: (asked: TicketRef) => asked.id !== "" })
    why: Elicited<Ticket> | undefined,
    _ctx: RequestContext,
  ): string {
    return input.id + (answer.action === "accept" ? answer.content.title : (why?.action ?? ""));
  }
  @Tool() alone(@Ask(zodSum, "Sum?", { solicited: true }) answer: Elicited<{ a: number }>): string {
    return answer.action === "accept" ? String(answer.content.a) : answer.action;
  }
  @Tool() async straight(ctx: RequestContext): Promise<string | InputRequired> {
    const ticket: Ticket = await ctx.elicit("ticket", Ticket, "Which?").orDecline("none");
    const { at, list }: { readonly at: string; readonly list: readonly (string | null)[] } = await ctx.step(
      "s",
      () => ({
        at: new Date(),
        list: ["a", null],
        method() {},
      }),
    );
    const nothing: undefined = await ctx.step("n", () => undefined);
    if (list.length > 1) return inputRequired({ state: nothing });
    return ticket.id + at;
  }
  @Prompt() async ask(ctx: RequestContext): Promise<string | InputRequired> {
    return (await ctx.roots("roots")).length > 0 ? "some" : inputRequired({ state: 1 });
  }
}

@Feature({ inject: [Alarm] })
export class Subtype {
  constructor(readonly clock: Clock) {}
}

@Feature()
export class Plain {
  constructor(readonly desk: Desk) {}
}
