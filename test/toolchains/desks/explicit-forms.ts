import {
  Complete,
  createServer,
  Feature,
  Field,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  Tool,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { report, silent } from "./report.js";
import { Shelf } from "./shelf.js";

class BookQuery {
  @Field("Letters of the title", { type: String, minLength: 1 }) letters!: string;
  @Field("At most this many", { type: Number, integer: true, min: 1 }) limit = 2;
  @Field("Only in this language", { type: String, optional: true }) language?: string;
}

class Book {
  @Field({ type: String }) title!: string;
  @Field({ type: Date }) read!: Date;
}

class BookList {
  @Field({ items: Book }) books!: Book[];
  @Field({ enum: ["all", "some"] }) extent!: "all" | "some";
}

class BookRef {
  @Field("The title", { type: String }) title!: string;
}

/** Everything that a toolchain may leave unsaid is said. */
@Feature({ inject: [Shelf] })
class Library {
  constructor(private readonly shelf: Shelf) {}

  @Tool({ input: BookQuery, output: BookList })
  find_books({ letters, limit }: BookQuery): BookList {
    const books = this.shelf.find(letters, limit).map((title) => ({ title, read: new Date(0) }));
    return { books, extent: "some" };
  }

  @Tool({ input: null })
  ask_who(ctx: RequestContext): string {
    return `${ctx.client.info?.name} by ${ctx.method}`;
  }

  @Resource("book://{title}", { input: BookRef, mimeType: "text/plain" })
  book({ title }: BookRef): string {
    return `It is called ${title}.`;
  }

  @Complete({ resource: "book://{title}", argument: "title" })
  titles(typed: string): string[] {
    return this.shelf.find(typed, 10);
  }

  @Prompt({ input: BookRef })
  review({ title }: BookRef): string {
    return `Review ${title}.`;
  }
}

@Tool({ name: "count_books", input: BookQuery, inject: [Shelf] })
class CountBooks {
  constructor(private readonly shelf: Shelf) {}

  run({ letters }: BookQuery): string {
    return `${this.shelf.find(letters, 10).length} books`;
  }
}

export function createLibrary(): Promise<Server> {
  return createServer({
    name: "library",
    version: "1.0.0",
    logger: silent,
    features: [Library, CountBooks],
    providers: [{ token: Shelf, useClass: Shelf }],
  });
}

export const reported: Promise<void> = report(createLibrary, askLibrary);

export interface LibraryAnswers {
  readonly [question: string]: unknown;
}

async function askLibrary(client: TestClient): Promise<LibraryAnswers> {
  return {
    tools: (await client.listTools()).map(({ name }) => name),
    found: (await client.callTool("find_books", { letters: "a" })).structuredContent,
    refused: (await client.callTool("find_books", { letters: 1 })).isError,
    context: (await client.callTool("ask_who")).content,
    counted: (await client.callTool("count_books", { letters: "a" })).content,
    book: (await client.readResource("book://Emma")).contents,
    completed: await client.complete({ resource: "book://{title}" }, { name: "title", value: "E" }),
    prompt: (await client.getPrompt("review", { title: "Emma" })).messages,
  };
}
