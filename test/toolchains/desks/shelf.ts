/** Keeps books. It knows nothing of the framework, and is injected. */
export class Shelf {
  readonly #titles = ["Emma", "Ivanhoe", "Persuasion"];

  find(letters: string, limit: number): string[] {
    return this.#titles.filter((title) => title.includes(letters)).slice(0, limit);
  }
}
