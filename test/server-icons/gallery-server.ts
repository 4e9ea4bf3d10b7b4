import {
  type ContentBlock,
  createServer,
  Feature,
  Field,
  link,
  Prompt,
  type PromptMessage,
  Resource,
  type ResourcePage,
  type Server,
  Tool,
  type ToolResult,
  text,
} from "blazon";
import { drawing, TICKET, TICKET_DARK } from "./drawings.js";

export const url = import.meta.url;

class Id {
  @Field({ maxLength: 100 }) id!: string;
}

/** Its members show what it shows, unless they say something else. */
@Feature({
  icons: [
    { src: TICKET, theme: "light" },
    { src: TICKET_DARK, theme: "dark" },
  ],
})
class Tickets {
  @Tool()
  inherits(): string {
    return "done";
  }

  @Tool({ icons: drawing("teal") })
  has_its_own(): string {
    return "done";
  }

  @Tool({ icons: [] })
  has_none(): string {
    return "done";
  }

  @Resource("ticket://board")
  board(): string {
    return "empty";
  }

  @Resource("ticket://{id}")
  ticket({ id }: Id): string {
    return id;
  }

  @Prompt()
  triage(): string {
    return "Triage.";
  }
}

class Given {
  @Field("The wire's own JSON", { maxLength: 100_000 }) icons!: string;
}

/** Gives icons while it runs; whatever types say, they come from outside. */
@Feature()
class RunTime {
  @Tool()
  links({ icons }: Given): ContentBlock[] {
    return [
      text("Here:"),
      link({ uri: "ticket://1", name: "one", icons: JSON.parse(icons) }),
      text("There."),
    ];
  }

  @Tool({ output: Id })
  structured({ icons }: Given): ToolResult<Id> {
    return {
      content: [link({ uri: "ticket://1", name: "one", icons: JSON.parse(icons) })],
      structuredContent: { id: "1" },
    };
  }

  @Prompt()
  quotes({ icons }: Given): PromptMessage {
    return { role: "user", content: link({ uri: "ticket://1", name: "one", icons: JSON.parse(icons) }) };
  }

  @Resource("listed://{id}", { list: "list" })
  listed({ id }: Id): string {
    return id;
  }

  list(): ResourcePage {
    return {
      resources: [
        { uri: "listed://1", name: "listed", icons: [{ src: drawing("navy"), theme: "light" }] },
        { uri: "listed://2", name: "bare" },
      ],
    };
  }
}

@Feature()
class Remote {
  @Tool({
    icons: { src: "https://img.example/a.png", mimeType: "image/png", sizes: "48x48 96x96", theme: "dark" },
  })
  described(): string {
    return "done";
  }

  @Tool({ icons: new URL("https://img.example/b") })
  bare(): string {
    return "done";
  }
}

/** Swallows the log: these tests are about the wire. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export const OPTIONS = {
  name: "gallery",
  version: "1.0.0",
  icons: drawing("crimson"),
  features: [Tickets, Remote, RunTime],
  logger: silent,
  hosts: ["localhost", "127.0.0.1"],
};

export function build(): Promise<Server> {
  return createServer(OPTIONS);
}
