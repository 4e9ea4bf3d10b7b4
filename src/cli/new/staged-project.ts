import { chmod, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PlannedFile } from "./plan-project.js";

/**
 * A project while it is made: in a folder beside the one it is for, so that it appears all at once or not at all. What
 * was made on the way is taken back: folders that were not there before, and everything in the staging one.
 */
export class StagedProject {
  readonly #directory: string;
  readonly #madeParent: string | undefined;
  readonly #stage: string;

  private constructor(directory: string, stage: string, madeParent: string | undefined) {
    this.#directory = directory;
    this.#stage = stage;
    this.#madeParent = madeParent;
  }

  static async open(directory: string): Promise<StagedProject> {
    const parent = dirname(directory);
    const madeParent = await mkdir(parent, { recursive: true });
    try {
      const stage = await mkdtemp(join(parent, `.${basename(directory)}-`));
      return new StagedProject(directory, stage, madeParent);
    } catch (error) {
      if (madeParent !== undefined) await rm(madeParent, { recursive: true, force: true });
      throw error;
    }
  }

  /** Where commands run that finish it. */
  get path(): string {
    return this.#stage;
  }

  async write(files: readonly PlannedFile[]): Promise<void> {
    for (const { path, content } of files) {
      const file = join(this.#stage, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: "wx" });
    }
  }

  /** Puts it in its place, which is free or an empty folder. */
  async publish(): Promise<void> {
    await chmod(this.#stage, 0o777 & ~process.umask()); // a folder made for the time being is its maker's alone
    await rmdir(this.#directory).catch(() => {}); // it is empty, or not there
    await rename(this.#stage, this.#directory);
  }

  async discard(): Promise<void> {
    await rm(this.#stage, { recursive: true, force: true });
    if (this.#madeParent !== undefined) await rm(this.#madeParent, { recursive: true, force: true });
  }
}
