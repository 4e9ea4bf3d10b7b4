import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DeskError } from "../store/desk-errors.js";
import { readTicketCsv, type TicketRow } from "./ticket-csv.js";

/** A name that is not among the files of the folder. */
export class FileNotFound extends DeskError {
  override readonly name = "FileNotFound";

  constructor(names: readonly string[]) {
    super(`There is no such file. These can be imported: ${names.join(", ")}.`);
  }
}

/** The CSV files of one folder. */
export class TicketFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Regular files only: a link could lead out of the folder. */
  async names(): Promise<readonly string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.name.endsWith(".csv")).map(({ name }) => name);
  }

  /**
   * The rows of a file. What is asked for is compared with what is there and never made into a path by
   * itself, so no spelling of it leaves the folder.
   *
   * @throws {FileNotFound} where the folder has no such file.
   */
  async open(name: string): Promise<AsyncIterable<TicketRow>> {
    const names = await this.names();
    const known = names.find((candidate) => candidate === name);
    if (known === undefined) throw new FileNotFound(names);
    return readTicketCsv(createReadStream(join(this.#folder, known)));
  }
}
