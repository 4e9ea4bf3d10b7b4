import { Field } from "../../../src/decorators/field.js";
import { Ticket, TicketRef } from "../dtos.js";

// error: @Field: the property may be undefined: say `optional: true`
export class NotOptional {
  @Field() a?: string;
}

// error: @Field: the property may be undefined: say `optional: true`
export class NotOptionalUnion {
  @Field("A", { min: 1 }) a: number | undefined;
}

// error: @Field: an optional field needs a type that allows undefined: write `name?: T`
export class Optional {
  @Field({ optional: true }) a!: string;
}

// error: @Field: the property may be null: say `nullable: true`
export class NotNullable {
  @Field() a!: string | null;
}

// error: @Field: a nullable field needs a type that allows null: write `name: T | null`
export class Nullable {
  @Field({ nullable: true }) a!: string;
}

// error: @Field: an array needs the type of its elements: say `items: Element`
export class WithoutItems {
  @Field() a!: string[];
}

// error: @Field: `items` is not the type of the elements
export class WrongItems {
  @Field({ items: Number }) a!: string[];
}

// error: @Field: `items` is not the type of the elements
export class WrongLazyItems {
  @Field({ items: () => TicketRef }) a!: Ticket[];
}

// error: @Field: this rule is for values of another kind
export class ItemsOfText {
  @Field({ items: String }) a!: string;
}

// error: @Field: this rule is for values of another kind
export class LengthOfNumber {
  @Field({ maxLength: 3 }) a!: number;
}

// error: @Field: this rule is for values of another kind
export class BoundOfText {
  @Field("A", { min: 3 }) a!: string;
}

// error: @Field: `type` is not the property's type
export class WrongType {
  @Field({ type: Number }) a!: string;
}

// error: @Field: `type` is not the property's type
export class WrongClass {
  @Field({ type: Ticket }) a!: Date;
}

// error: @Field: `enum` does not list every value of the property's type
export class EnumTooShort {
  @Field({ enum: ["open"] }) a!: "open" | "closed";
}

// error: @Field: `enum` lists values the property's type lacks
export class EnumTooLong {
  @Field({ enum: ["open", "shut"] }) a!: "open";
}

// error: @Field: `enum` lists values the property's type lacks
export class EnumOfNumbers {
  @Field({ enum: [1, 2] }) a!: string;
}

// error: @Field: `default` is not of the property's type
export class WrongDefault {
  @Field({ default: "10" }) a = 10;
}

// error: @Field: there is no such option
export class WrongOption {
  @Field("A", { min: 1, minimum: 1 }) a = 1;
}

// error: @Field: a method is not a field
export class OnMethod {
  @Field() a() {
    return "";
  }
}

// error: @Field: not for static members
export class OnStatic {
  b = "";
  @Field() static a: string;
}

// error: @Field: this name is never read from the wire
export class Prototype {
  @Field() prototype!: string;
}

// error: Unable to resolve signature of parameter decorator
export class OnParameter {
  constructor(@Field() readonly a: string) {}
}
