import { createServer, Feature, Field, Prompt, Resource, type Server, Tool } from "blazon";
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
  features: [Tickets, Remote],
  logger: silent,
  hosts: ["localhost", "127.0.0.1"],
};

export function build(): Promise<Server> {
  return createServer(OPTIONS);
}
