import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { codeBlocks, namedBlocks } from "./code-blocks.js";
import { connectTo, createProject, type Project } from "./project.js";

describe("the guide's server", () => {
  let project: Project;
  let client: Client;

  before(async function () {
    this.timeout(60_000);
    const files = new Map(namedBlocks("docs/guide.md"));
    expect([...files.keys()].sort()).to.deep.equal([
      "open-ticket.ts",
      "server.ts",
      "ticket-store.ts",
      "tickets.ts",
    ]);
    const config =
      codeBlocks("docs/guide.md", "json").find((block) => block.includes("compilerOptions")) ?? "";
    files.set("tsconfig.json", config);
    files.set("package.json", '{ "type": "module" }');
    project = await createProject(files);
    await project.compile(["-p", "."]);
    client = await connectTo(join(project.folder, "server.js"), ["--stdio"]);
  });
  after(async () => {
    await client?.close();
    await project?.remove();
  });

  it("searches, with a structured answer", async () => {
    const { structuredContent } = await client.callTool({
      name: "search_tickets",
      arguments: { text: "paper" },
    });
    expect(structuredContent).to.deep.equal({
      tickets: [{ id: "T-2", title: "The printer is out of paper", state: "open" }],
    });
  });

  it("opens and closes tickets, and tells the model of one that is not there", async () => {
    const opened = await client.callTool({ name: "open_ticket", arguments: { title: "No coffee" } });
    expect(opened.content).to.deep.equal([{ type: "text", text: "Opened T-3." }]);
    const closed = await client.callTool({ name: "close_ticket", arguments: { id: "T-3" } });
    expect(closed.content).to.deep.equal([{ type: "text", text: "Closed T-3." }]);
    const missing = await client.callTool({ name: "close_ticket", arguments: { id: "T-9" } });
    expect(missing.isError).to.equal(true);
  });

  it("lists and reads what its template stands for", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).to.deep.equal(["ticket://T-1", "ticket://T-2"]);
    const { contents } = await client.readResource({ uri: "ticket://T-1" });
    expect(JSON.parse((contents[0] as { text: string }).text)).to.deep.include({
      id: "T-1",
      assignee: "noor",
    });
  });

  it("completes and writes its prompt", async () => {
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "triage" },
      argument: { name: "id", value: "t-2" },
    });
    expect(completion.values).to.deep.equal(["T-2"]);
    const { messages } = await client.getPrompt({ name: "triage", arguments: { id: "T-2" } });
    expect(messages[0]?.content).to.deep.include({
      text: "How urgent is ticket T-2? The printer is out of paper",
    });
  });
});
