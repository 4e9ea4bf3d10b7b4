import { Resource } from "../../../src/decorators/resource.js";
import { RequestContext } from "../../../src/handler/request-context.js";
import { Ticket, TicketRef, zodSum } from "../dtos.js";

// error: @Resource: the parameter has members the URI template lacks
export class MembersLacking {
  @Resource("ticket://{key}") a({ id }: TicketRef) {
    return id;
  }
}

// error: @Resource: the parameter has members the URI template lacks
export class NoTemplate {
  @Resource("ticket://board") a({ id }: TicketRef) {
    return id;
  }
}

// error: @Resource: the URI template has variables the parameter lacks
export class VariablesLacking {
  @Resource("ticket://{id}{?page,size}") a({ id }: TicketRef) {
    return id;
  }
}

// error: @Resource: the parameter has members the URI template lacks
export class Modifiers {
  @Resource("ticket://{+id}/{title:3}{/path*}") a(x: Ticket & { other: string }) {
    return x.other;
  }
}

// error: @Resource: the first parameter does not take what `input` declares
export class AgainstInput {
  @Resource("sum://{a}{?b,note}", { input: zodSum }) a(x: { a: string; b: number; note: string }) {
    return x.a;
  }
}

// error: @Resource: after the input come only @Ask parameters and RequestContext
export class TakesTwo {
  @Resource("ticket://{id}") a(x: TicketRef, n: number) {
    return x.id + n;
  }
}

// error: @Resource: the method must return contents, or undefined for not found
export class ReturnsNothing {
  @Resource("ticket://board") async a(): Promise<void> {}
}

// error: @Resource: the method must return contents, or undefined for not found
export class ReturnsBigint {
  @Resource("ticket://board") a() {
    return 1n;
  }
}

// error: @Resource: a function is no contents
export class ReturnsFunction {
  @Resource("ticket://board") a() {
    return () => "";
  }
}

// error: @Resource: `list` must name a public method of the class
export class ListMissing {
  @Resource("ticket://{id}", { list: "open" }) a({ id }: TicketRef) {
    return id;
  }
}

// error: @Resource: the method that `list` names takes a cursor and RequestContext, and returns { resources, nextCursor? }
export class ListReturnsAnother {
  @Resource("ticket://{id}", { list: "open" }) a({ id }: TicketRef) {
    return id;
  }
  open() {
    return [""];
  }
}

// error: @Resource: the method that `list` names takes a cursor and RequestContext, and returns { resources, nextCursor? }
export class ListTakesAnother {
  @Resource("ticket://{id}", { list: "open" }) a({ id }: TicketRef) {
    return id;
  }
  open(_page: number) {
    return { resources: [] };
  }
}

// error: @Resource: `list` is for URI templates
export class ListWithoutTemplate {
  @Resource("ticket://board", { list: "open" }) a() {
    return "";
  }
  open() {
    return { resources: [] };
  }
}

// error: Type '"shared"' is not assignable to type '"public" | "private" | undefined'
export class WrongHint {
  @Resource("ticket://board", { cacheScope: "shared" }) a() {
    return "";
  }
}

// error: @Resource: there is no such option
export class WrongOption {
  @Resource("ticket://board", { title: "a", mime: "text/plain" }) a() {
    return "";
  }
}

// error: @Resource: not for static members
export class OnStatic {
  b = "";
  @Resource("ticket://board") static a() {
    return "";
  }
}

// error: @Resource: the class needs a public method read()
@Resource("ticket://board", { name: "a" })
export class WithoutRead {
  run() {
    return "";
  }
}

// error: @Resource: a class needs a name: add `name`
@Resource("ticket://board")
export class WithoutName {
  read() {
    return "";
  }
}

// error: @Resource: nothing is emitted for read(): declare `input`, or null where there is none
@Resource("ticket://board", { name: "a" })
export class WithoutInput {
  read(context: RequestContext) {
    return context.method;
  }
}

// error: @Resource: `watch` must name a public method of the class
export class WatchesNothing {
  @Resource("ticket://board", { watch: "changes" }) a() {
    return "board";
  }
}

// error: @Resource: the method that `watch` names takes a Watch, and returns nothing or a promise of nothing
export class WatchesOtherwise {
  @Resource("ticket://board", { watch: "changes" }) a() {
    return "board";
  }
  changes(every: number) {
    return every;
  }
}
