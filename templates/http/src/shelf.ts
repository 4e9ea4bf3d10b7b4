/** A book, and who has it. */
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly borrower: string | undefined;
}

const TITLES = [
  "The Lighthouse Keeper",
  "A Field Guide to Moss",
  "Bread in Forty Ways",
  "The Slow Train North",
];

/** The books, in memory. It knows nothing of the protocol; put a database in its place. */
export class Shelf {
  readonly #books = new Map<string, Book>(
    TITLES.map((title, index) => [`b${index + 1}`, { id: `b${index + 1}`, title, borrower: undefined }]),
  );

  find(words: string): Book[] {
    const wanted = words.toLowerCase();
    return [...this.#books.values()].filter(({ title }) => title.toLowerCase().includes(wanted));
  }

  /** Undefined where there is no book of this id. */
  get(id: string): Book | undefined {
    return this.#books.get(id);
  }

  /** Undefined for `borrower` puts it back. */
  lend(book: Book, borrower: string | undefined): Book {
    const changed = { ...book, borrower };
    this.#books.set(book.id, changed);
    return changed;
  }
}
