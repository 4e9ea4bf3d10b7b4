import assert from "node:assert/strict";
import type { Server } from "blazon";
import { connect, type TestClient } from "blazon/testing";
import { afterEach, beforeEach, describe, it } from "mocha";
import { startServer } from "../src/server.js";

describe("lending", () => {
  let server: Server;
  let client: TestClient;

  beforeEach(async () => {
    server = await startServer();
    client = await connect(server);
  });

  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it("finds books by their titles", async () => {
    const { structuredContent } = await client.callTool("find_books", { words: "moss" });
    assert.deepEqual(structuredContent, {
      books: [{ id: "b2", title: "A Field Guide to Moss", free: true }],
    });
  });

  it("lends a book once, until it is back", async () => {
    const borrow = () => client.callTool("borrow_book", { id: "b1", borrower: "Noor" });
    assert.equal((await borrow()).isError, undefined);
    assert.equal((await borrow()).isError, true);
    await client.callTool("return_book", { id: "b1" });
    assert.equal((await borrow()).isError, undefined);
  });

  it("tells the model of a book that is not there", async () => {
    const { content, isError } = await client.callTool("borrow_book", { id: "b99", borrower: "Noor" });
    assert.equal(isError, true);
    assert.deepEqual(content, [
      { type: "text", text: "There is no book b99. find_books lists those there are." },
    ]);
  });
});
