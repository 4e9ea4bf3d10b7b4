import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Server } from "blazon";
import { accept, connect, decline } from "blazon/testing";
import { afterEach, beforeEach, describe, it } from "mocha";
import { startServer } from "../src/server.js";

describe("notes", () => {
  let folder: string;
  let server: Server;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "notes-"));
    server = await startServer(folder);
  });

  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function write(name: string, text: string, answer = accept({ yes: true })): Promise<void> {
    const client = await connect(server, { answers: { overwrite: answer } });
    await client.callTool("write_note", { name, text });
    await client.close();
  }

  it("are found by their words, and read", async () => {
    await write("tea", "Green tea, 80 degrees.");
    await write("coffee", "Grind it fine.");
    const client = await connect(server);
    const { structuredContent } = await client.callTool("search_notes", { text: "GREEN" });
    assert.deepEqual(structuredContent, { names: ["tea"] });
    const { contents } = await client.readResource("note://tea");
    assert.deepEqual(contents, [
      { uri: "note://tea", mimeType: "text/markdown", text: "Green tea, 80 degrees." },
    ]);
    assert.deepEqual(await client.complete({ resource: "note://{name}" }, { name: "name", value: "co" }), [
      "coffee",
    ]);
    await client.close();
  });

  it("are written only where a person agrees", async () => {
    await write("tea", "Green tea.");
    await write("tea", "Black tea.", decline());
    const client = await connect(server);
    const { contents } = await client.readResource("note://tea");
    assert.equal(contents[0] !== undefined && "text" in contents[0] && contents[0].text, "Green tea.");
    await client.close();
  });

  it("have names that stay in their folder", async () => {
    const client = await connect(server, { answers: { overwrite: accept({ yes: true }) } });
    const { isError } = await client.callTool("write_note", { name: "../out", text: "x" });
    assert.equal(isError, true);
    await client.close();
  });
});
