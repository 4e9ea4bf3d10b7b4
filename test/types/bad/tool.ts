import { Tool } from "../../../src/decorators/tool.js";
import { RequestContext } from "../../../src/handler/request-context.js";
import type { ToolResult } from "../../../src/protocol/results.js";
import { arkSum, Clock, Desk, Ticket, TicketPage, TicketRef, valibotSum, zodSum, zodTotal } from "../dtos.js";

// error: @Tool: the method does not return what `output` declares
export class ReturnsAnother {
  @Tool({ output: TicketPage }) a(): Ticket {
    return new Ticket();
  }
}

// error: @Tool: the method does not return what `output` declares
export class ReturnsWrongMember {
  @Tool({ output: TicketPage }) async a() {
    return { tickets: [{ id: 1 }] };
  }
}

// error: @Tool: the method does not return what `output` declares
export class ReturnsText {
  @Tool({ output: TicketPage }) a() {
    return "";
  }
}

// error: @Tool: the method does not return what `output` declares
export class ReturnsNothing {
  @Tool({ output: TicketPage }) a(): void {}
}

// error: @Tool: the method does not return what `output` declares
export class ReturnsWrongResult {
  @Tool({ output: TicketPage }) a(): ToolResult<Ticket> {
    return { content: [] };
  }
}

// error: @Tool: the method does not return what `output` declares
export class ReturnsAgainstZod {
  @Tool({ output: zodTotal }) a() {
    return { sum: "1" };
  }
}

// error: @Tool: the method returns neither text nor content: declare it with `output`
export class ReturnsUndeclared {
  @Tool() a() {
    return { sum: 1 };
  }
}

// error: @Tool: the method returns neither text nor content: declare it with `output`
export class ReturnsNumber {
  @Tool() async a() {
    return 1;
  }
}

// error: @Tool: the method returns neither text nor content: declare it with `output`
export class ReturnsNull {
  @Tool() a() {
    return null;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesAgainstZod {
  @Tool({ input: zodSum }) a(x: { a: string }) {
    return x.a;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesAgainstArk {
  @Tool({ input: arkSum }) a(x: { a: string }) {
    return x.a;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesAgainstValibot {
  @Tool({ input: valibotSum }) a(x: { a: string }) {
    return x.a;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesAgainstClass {
  @Tool({ input: TicketRef }) a(x: Ticket) {
    return x.title;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesAgainstJsonSchema {
  @Tool({ input: { type: "object" } }) a(x: TicketRef) {
    return x.id;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
export class TakesContextAsInput {
  @Tool({ input: TicketRef }) a(context: RequestContext) {
    return context.method;
  }
}

// error: @Tool: the first parameter is the input: give it a class with fields, or declare `input`
export class TakesText {
  @Tool() a(x: string) {
    return x;
  }
}

// error: @Tool: the first parameter is the input: give it a class with fields, or declare `input`
export class TakesList {
  @Tool() a(x: TicketRef[]) {
    return String(x.length);
  }
}

// error: @Tool: the first parameter is the input: give it a class with fields, or declare `input`
export class TakesOptionalNumber {
  @Tool() a(x?: number) {
    return String(x);
  }
}

// error: @Tool: after the input come only @Ask parameters and RequestContext
export class TakesTwo {
  @Tool() a(x: TicketRef, n: number) {
    return x.id + n;
  }
}

// error: @Tool: after the input come only @Ask parameters and RequestContext
export class TakesOptionalSecond {
  @Tool() a(x: TicketRef, n?: number) {
    return x.id + n;
  }
}

// error: @Tool: after the input come only @Ask parameters and RequestContext
export class TakesInputLast {
  @Tool() a(context: RequestContext, x: TicketRef) {
    return context.method + x.id;
  }
}

// error: @Tool: with `input: null` the method takes RequestContext alone
export class TakesDespiteNull {
  @Tool({ input: null }) a(x: TicketRef) {
    return x.id;
  }
}

// error: @Tool: there is no such option
export class Misspelled {
  @Tool({ title: "a", titel: "b" }) a() {
    return "";
  }
}

// error: Did you mean to write 'title'?
export class MisspelledAlone {
  @Tool({ titel: "b" }) a() {
    return "";
  }
}

// error: @Tool: `scope` and `inject` belong to the class: say them in @Feature
export class InjectOnMethod {
  @Tool({ inject: [Desk] }) a() {
    return "";
  }
}

// error: @Tool: `scope` and `inject` belong to the class: say them in @Feature
export class ScopeOnMethod {
  @Tool({ scope: "request" }) a() {
    return "";
  }
}

// error: @Tool: not for static members
export class OnStatic {
  b = "";
  @Tool() static a() {
    return "";
  }
}

// error: Unable to resolve signature of property decorator
export class OnProperty {
  @Tool() a = "";
}

// error: Decorators are not valid here
export class OnHash {
  @Tool() #a() {
    return "";
  }
  b() {
    return this.#a();
  }
}

// error: @Tool: a class needs a name: add `name`
@Tool({ title: "a" })
export class WithoutName {
  run() {
    return "";
  }
}

// error: @Tool: the class needs a public method run()
@Tool({ name: "a" })
export class WithoutRun {
  go() {
    return "";
  }
}

// error: @Tool: the class needs a public method run()
@Tool({ name: "a" })
export class WithPrivateRun {
  private run() {
    return "";
  }
  again() {
    return this.run();
  }
}

// error: @Tool: an abstract class cannot be made
@Tool({ name: "a" })
export abstract class Abstract {
  run() {
    return "";
  }
}

// error: Cannot assign a 'private' constructor type to a 'public' constructor type
@Tool({ name: "a" })
export class PrivateConstructor {
  private constructor() {}
  run() {
    return "";
  }
}

// error: @Tool: nothing is emitted for run(): declare `input`, or null where there is none
@Tool({ name: "a" })
export class WithoutInput {
  run(x: TicketRef) {
    return x.id;
  }
}

// error: @Tool: nothing is emitted for run(): declare `input`, or null where there is none
@Tool({ name: "a" })
export class ContextWithoutNull {
  run(context: RequestContext) {
    return context.method;
  }
}

// error: @Tool: the first parameter does not take what `input` declares
@Tool({ name: "a", input: TicketRef })
export class RunTakesAnother {
  run(x: Ticket) {
    return x.id;
  }
}

// error: @Tool: the method does not return what `output` declares
@Tool({ name: "a", output: TicketPage })
export class RunReturnsAnother {
  run() {
    return "";
  }
}

// error: @Tool: `inject` does not fit the constructor
@Tool({ name: "a", inject: [Desk] })
export class InjectTooShort {
  constructor(
    readonly a: Desk,
    readonly b: Clock,
  ) {}
  run() {
    return "";
  }
}

// error: 'Tool' accepts too few arguments to be used as a decorator here. Did you mean to call it first
export class WithoutCall {
  @Tool a() {
    return "";
  }
}
