import { Complete } from "../../../src/decorators/complete.js";
import { RequestContext } from "../../../src/handler/request-context.js";

// error: @Complete: the URI template has no such variable
export class WrongVariable {
  @Complete({ resource: "ticket://{id}", argument: "ix" }) a(typed: string) {
    return [typed];
  }
}

// error: @Complete: the URI template has no such variable
export class WrongOfTwo {
  @Complete({ resource: "sum://{a}{?b*}", argument: "c" }) a(typed: string) {
    return [typed];
  }
}

// error: @Complete: the URI template has no such variable
export class NoVariables {
  @Complete({ resource: "ticket://board", argument: "id" }) a(typed: string) {
    return [typed];
  }
}

// error: @Complete: the method takes the typed text, the arguments chosen so far and RequestContext, in this order
export class TakesNumber {
  @Complete({ prompt: "a", argument: "b" }) a(typed: number) {
    return [String(typed)];
  }
}

// error: @Complete: the method takes the typed text, the arguments chosen so far and RequestContext, in this order
export class TakesContextSecond {
  @Complete({ prompt: "a", argument: "b" }) a(typed: string, context: RequestContext) {
    return [typed + context.method];
  }
}

// error: @Complete: the method takes the typed text, the arguments chosen so far and RequestContext, in this order
export class TakesFour {
  @Complete({ prompt: "a", argument: "b" }) a(_1: string, _2: object, _3: RequestContext, _4: string) {
    return [""];
  }
}

// error: @Complete: the method must return texts, or { values, total?, hasMore? }
export class ReturnsText {
  @Complete({ prompt: "a", argument: "b" }) a(typed: string) {
    return typed;
  }
}

// error: @Complete: the method must return texts, or { values, total?, hasMore? }
export class ReturnsNumbers {
  @Complete({ prompt: "a", argument: "b" }) async a() {
    return [1];
  }
}

// error: @Complete: not for static members
export class OnStatic {
  b = "";
  @Complete({ prompt: "a", argument: "b" }) static a() {
    return [""];
  }
}

// error: is not assignable to parameter of type 'CompleteOptions'
export class WithoutArgument {
  @Complete({ prompt: "a" }) a() {
    return [""];
  }
}
