import { Ask, Complete, type Elicited, Feature, Field, Resource, Tool } from "blazon";
import { NoteStore } from "./note-store.js";

class NoteRef {
  @Field("The name of a note", { pattern: "^[A-Za-z0-9_-]+$", maxLength: 80 })
  name!: string;
}

class Search {
  @Field("Words to look for; all notes without them", { maxLength: 200 })
  text = "";
}

class Found {
  @Field("The names of the notes that hold the words", { items: String })
  names!: string[];
}

class NewText extends NoteRef {
  @Field("The whole note, in Markdown", { maxLength: 100_000 })
  text!: string;
}

class Overwrite {
  @Field("Write over what is there?")
  yes!: boolean;
}

@Feature()
export class Notes {
  constructor(private readonly store: NoteStore) {}

  @Tool({
    title: "Search notes",
    description: "Finds notes by words in them.",
    readOnly: true,
    output: Found,
  })
  async search_notes({ text }: Search): Promise<Found> {
    const wanted = text.toLowerCase();
    const names: string[] = [];
    for (const name of await this.store.names()) {
      const note = `${name}\n${(await this.store.find(name)) ?? ""}`;
      if (note.toLowerCase().includes(wanted)) names.push(name);
    }
    return { names };
  }

  @Tool({
    title: "Write a note",
    description: "Writes a note, in place of one of that name.",
    destructive: true,
  })
  async write_note(
    { name, text }: NewText,
    @Ask(Overwrite, ({ name }: NewText) => `Write the note ${name}? One of that name is replaced.`)
    answer: Elicited<Overwrite>,
  ): Promise<string> {
    if (answer.action !== "accept" || !answer.content.yes) return `${name} stays as it is.`;
    await this.store.write(name, text);
    return `Wrote ${name}.`;
  }

  @Resource("note://{name}", {
    title: "A note",
    description: "A note, as Markdown.",
    mimeType: "text/markdown",
  })
  note({ name }: NoteRef): Promise<string | undefined> {
    return this.store.find(name);
  }

  @Complete({ resource: "note://{name}", argument: "name" })
  names(): Promise<string[]> {
    return this.store.names();
  }
}
