import { createServer, type Server } from "blazon";
import { features } from "./features.js";
import { Shelf } from "./shelf.js";

export interface StartOptions {
  /** Hosts that are served; those of this machine without it. */
  readonly hosts?: readonly string[] | undefined;
}

/** The server over a shelf of its own. */
export function startServer({ hosts }: StartOptions = {}): Promise<Server> {
  return createServer({
    name: "my-server",
    version: "0.1.0",
    instructions: "A shelf of books to borrow. Find one with find_books, then borrow or return it by its id.",
    features,
    providers: [{ token: Shelf, useValue: new Shelf() }],
    rateLimit: { requests: 600, perMs: 60_000 },
    ...(hosts !== undefined && { hosts }),
  });
}
