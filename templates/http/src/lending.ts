import { Feature, Field, Resource, Tool, ToolError } from "blazon";
import { type Book, Shelf } from "./shelf.js";

class BookRef {
  @Field("The id of a book, such as b1", { pattern: "^b[0-9]+$", maxLength: 10 })
  id!: string;
}

class Search {
  @Field("Words of the title; all books without them", { maxLength: 100 })
  words = "";
}

class Listed {
  @Field() id!: string;
  @Field() title!: string;
  @Field("Whether it can be borrowed") free!: boolean;
}

class Found {
  @Field("The books that match", { items: Listed })
  books!: Listed[];
}

class Borrowing extends BookRef {
  @Field("Who borrows it", { minLength: 1, maxLength: 80 })
  borrower!: string;
}

@Feature()
export class Lending {
  constructor(private readonly shelf: Shelf) {}

  @Tool({
    title: "Find books",
    description: "Finds books by words of their titles.",
    readOnly: true,
    output: Found,
  })
  find_books({ words }: Search): Found {
    const books = this.shelf
      .find(words)
      .map(({ id, title, borrower }) => ({ id, title, free: borrower === undefined }));
    return { books };
  }

  @Tool({ title: "Borrow a book", description: "Lends a free book to somebody.", destructive: false })
  borrow_book({ id, borrower }: Borrowing): string {
    const book = this.#get(id);
    if (book.borrower !== undefined)
      throw new ToolError(`${book.title} is lent already. find_books shows free ones.`);
    this.shelf.lend(book, borrower);
    return `${borrower} has ${book.title}.`;
  }

  @Tool({
    title: "Return a book",
    description: "Puts a book back on the shelf.",
    destructive: false,
    idempotent: true,
  })
  return_book({ id }: BookRef): string {
    const { title } = this.shelf.lend(this.#get(id), undefined);
    return `${title} is back.`;
  }

  @Resource("shelf://{id}", {
    title: "A book",
    description: "A book and who has it.",
    mimeType: "application/json",
  })
  book({ id }: BookRef): Book | undefined {
    return this.shelf.get(id);
  }

  #get(id: string): Book {
    const book = this.shelf.get(id);
    if (book === undefined) throw new ToolError(`There is no book ${id}. find_books lists those there are.`);
    return book;
  }
}
