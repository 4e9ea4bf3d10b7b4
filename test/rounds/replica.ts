import { createServer, Feature, Field, RequestContext, Tool } from "blazon";

class Seat {
  @Field()
  row!: string;
}

class Meal {
  @Field({ enum: ["fish", "beans"] })
  meal!: "fish" | "beans";
}

class Consent {
  @Field()
  sure!: boolean;
}

/** A booking in three rounds of questions, with an effect between the first and the second. */
@Feature()
class Booking {
  @Tool()
  async book(ctx: RequestContext): Promise<string> {
    const { row } = await ctx.elicit("seat", Seat, "Which row?").orDecline("Not booked.");
    const hold = await ctx.step("hold-seat", async ({ idempotencyKey }) => {
      const response = await fetch(String(process.env.COUNTER_URL), { method: "POST", body: idempotencyKey });
      return { number: Number(await response.text()), heldBy: process.pid };
    });
    const { meal } = await ctx.elicit("meal", Meal, "Which meal?").orDecline("Not booked.");
    const { sure } = await ctx.elicit("sure", Consent, `Row ${row} with ${meal}?`).orDecline("Not booked.");
    return sure ? `Row ${row}, ${meal}, hold ${hold.number}, answered by ${process.pid}` : "Not booked.";
  }
}

async function main(): Promise<void> {
  const server = await createServer({
    name: "booking",
    version: "1.0.0",
    features: [Booking],
    logger: { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
    requestState: { keys: JSON.parse(String(process.env.STATE_KEYS)) },
  });
  const { url } = await server.listen({ port: 0 });
  process.send?.(url);
}

void main();
