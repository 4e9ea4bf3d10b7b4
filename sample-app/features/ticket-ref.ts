import { Field } from "blazon";

/** Names one ticket. */
export class TicketRef {
  @Field("The ticket's id, such as T-1001", { pattern: "^T-[0-9]{1,12}$" })
  id!: string;
}
