import { chmod, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../cli-error.js";
import { MadeFolders } from "../made-folders.js";
import type { PlannedFile } from "./plan-project.js";

/**
 * A project while it is made: in a folder beside the one it is for, so that it appears all at once or not at all. What
 * was made on the way is taken back, and nothing else: folders that were not there before, unless somebody put something
 * in them, and everything in the staging one.
 */
export class StagedProject {
  readonly #directory: string;
  readonly #parents: MadeFolders;
  readonly #stage: string;

  private constructor(directory: string, stage: string, parents: MadeFolders) {
    this.#directory = directory;
    this.#stage = stage;
    this.#parents = parents;
  }

  static async open(directory: string): Promise<StagedProject> {
    const parent = dirname(directory);
    const parents = new MadeFolders();
    try {
      await parents.make(parent);
      return new StagedProject(directory, await mkdtemp(join(parent, `.${basename(directory)}-`)), parents);
    } catch (error) {
      await parents.remove();
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

  /**
   * Puts it in its place, which is free or an empty folder.
   * @throws {CliError} where something came there in the meantime; that stays as it is.
   */
  async publish(): Promise<void> {
    await chmod(this.#stage, 0o777 & ~process.umask()); // a folder made for the time being is its maker's alone
    const wasEmpty = await rmdir(this.#directory).then(
      () => true,
      () => false,
    );
    try {
      await rename(this.#stage, this.#directory);
    } catch (error) {
      if (wasEmpty) await mkdir(this.#directory).catch(() => {}); // or somebody made it again
      throw isTaken(error) ? taken(this.#directory) : error;
    }
  }

  async discard(): Promise<void> {
    await rm(this.#stage, { recursive: true, force: true, maxRetries: 5 });
    await this.#parents.remove();
  }
}

function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException; // what node:fs throws has one
  return code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR";
}

function taken(directory: string): CliError {
  return new CliError(`${directory} was taken while the project was made`, "Name another folder");
}
