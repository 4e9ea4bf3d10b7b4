import { createServer, type Server } from "blazon";
import { features } from "./features.js";
import { NoteStore } from "./note-store.js";

/** The server over one folder of notes. */
export function startServer(folder: string): Promise<Server> {
  return createServer({
    name: "my-server",
    version: "0.1.0",
    instructions:
      "Notes in Markdown. Find one with search_notes, read it at note://{name}, and write with write_note.",
    features,
    providers: [{ token: NoteStore, useValue: new NoteStore(folder) }],
  });
}
