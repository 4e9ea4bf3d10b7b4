import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Notes as Markdown files in a folder. It knows nothing of the protocol. */
export class NoteStore {
  constructor(private readonly folder: string) {}

  async names(): Promise<string[]> {
    const files = await readdir(this.folder).catch(() => []);
    return files
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.slice(0, -".md".length))
      .sort();
  }

  /** Undefined where there is no note of this name. */
  async find(name: string): Promise<string | undefined> {
    return readFile(this.#path(name), "utf8").catch(() => undefined);
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.#path(name), text);
  }

  /** Names are checked before they get here: letters, digits, "-" and "_". */
  #path(name: string): string {
    return join(this.folder, `${name}.md`);
  }
}
