import { Prompt } from "../../../src/decorators/prompt.js";
import { Ticket, TicketRef } from "../dtos.js";

// error: @Prompt: the method must return text, a message or several
export class ReturnsNumber {
  @Prompt() a() {
    return 1;
  }
}

// error: @Prompt: the method must return text, a message or several
export class ReturnsNothing {
  @Prompt() async a(): Promise<void> {}
}

// error: @Prompt: the method must return text, a message or several
export class ReturnsBlock {
  @Prompt() a() {
    return { type: "text", text: "" };
  }
}

// error: @Prompt: the first parameter does not take what `input` declares
export class TakesAnother {
  @Prompt({ input: TicketRef }) a(x: Ticket) {
    return x.title;
  }
}

// error: @Prompt: the first parameter is the input: give it a class with fields, or declare `input`
export class TakesText {
  @Prompt() a(topic: string) {
    return topic;
  }
}

// error: @Prompt: there is no such option
export class WrongOption {
  @Prompt({ title: "a", output: Ticket }) a() {
    return "";
  }
}

// error: @Prompt: not for static members
export class OnStatic {
  b = "";
  @Prompt() static a() {
    return "";
  }
}

// error: @Prompt: the class needs a public method get()
@Prompt({ name: "a" })
export class WithoutGet {
  run() {
    return "";
  }
}
