import { type } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import { Field } from "../../src/decorators/field.js";
import { InjectionToken } from "../../src/metadata/types.js";

export class TicketRef {
  @Field() id!: string;
}

export class Ticket {
  @Field() id!: string;
  @Field() title!: string;
}

export class TicketPage {
  @Field({ items: Ticket }) tickets!: Ticket[];
}

export class Desk {
  readonly ids: string[] = [];
}

export class Clock {
  now(): number {
    return 0;
  }
}

export class Alarm extends Clock {
  ring(): void {}
}

export const GREETING = new InjectionToken<string>("greeting");

export const zodSum = z.object({ a: z.number(), b: z.number().default(2), note: z.string().optional() });
export const zodTotal = z.object({ sum: z.number() });
export const arkSum = type({ a: "number" });
export const valibotSum = v.object({ a: v.number() });
