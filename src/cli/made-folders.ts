import { existsSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Folders that were made on the way to something, so that they can be taken back where it fails. */
export class MadeFolders {
  readonly #made: string[] = [];

  /** Makes a folder and those it lies in, the outermost first: one that cannot be made leaves known ones behind. */
  async make(folder: string): Promise<void> {
    if (existsSync(folder)) return;
    await this.make(dirname(folder));
    const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
    if (isNew) this.#made.push(folder);
  }

  /** Removes those that were made, the innermost first; one in which somebody put something stays. */
  async remove(): Promise<void> {
    for (const folder of this.#made.reverse()) await rmdir(folder).catch(() => {});
  }
}
