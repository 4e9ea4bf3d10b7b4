import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { SETUPS, type Session } from "./client-setups.js";

for (const setup of SETUPS) {
  describe(`the help desk and the official client, over ${setup.name}`, () => {
    let session: Session;

    before(async () => {
      session = await setup.start("seeded");
    });

    after(() => session.close());

    it("agree on the revision, and the client learns what the desk is", async () => {
      const { client } = session;
      expect(client.getNegotiatedProtocolVersion()).to.equal("2026-07-28");
      const discovered = await client.discover();
      expect(discovered.supportedVersions).to.deep.equal(["2026-07-28"]);
      expect(discovered.capabilities).to.include.keys("tools", "resources", "prompts", "completions");
      expect(discovered.instructions).to.match(/^A help desk\./);
    });

    it("list every tool, with what a client needs to show and call it", async () => {
      const { tools } = await session.client.listTools();
      expect(tools.map(({ name }) => name)).to.deep.equal([
        "search_tickets",
        "open_ticket",
        "close_ticket",
        "add_comment",
        "escalate",
        "summarize_ticket",
        "import_tickets",
      ]);
      const [search, , close] = tools;
      expect(search).to.have.nested.property("annotations.readOnlyHint", true);
      expect(search?.inputSchema.required).to.deep.equal(["text"]);
      expect(search?.outputSchema).to.have.property("required").that.has.members(["tickets", "total"]);
      expect(close).to.have.nested.property("annotations.destructiveHint", true);
    });

    it("list resources, templates and prompts", async () => {
      const { client } = session;
      const { resources } = await client.listResources();
      const uris = resources.map(({ uri }) => uri);
      expect(uris).to.include("desk://board");
      // 137 of the 300 tickets are open: three pages, which the client puts together.
      expect(uris.filter((uri) => uri.startsWith("ticket://T-"))).to.have.length(137);
      expect(new Set(uris).size).to.equal(138);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal(["ticket://{id}"]);
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).to.deep.equal(["triage", "draft_reply"]);
    });

    it("search with structured output, page after page", async () => {
      const { client } = session;
      const search = async (offset: number): Promise<Record<string, unknown>> => {
        const page = { text: "printer jams", limit: 3, offset };
        const { structuredContent, isError } = await client.callTool({
          name: "search_tickets",
          arguments: page,
        });
        expect(isError ?? false).to.equal(false);
        // Declared by the tool's output schema, against which the client has checked it.
        return structuredContent as Record<string, unknown>;
      };
      const first = await search(0);
      expect(first.tickets).to.have.length(3);
      expect(first.nextOffset).to.equal(3);
      expect(first.total).to.be.greaterThan(3);
      const second = await search(3);
      expect(second.total).to.equal(first.total);
      expect(second.tickets).not.to.deep.equal(first.tickets);
    });

    it("open, comment on and close a ticket, which can then be read", async () => {
      const { client } = session;
      const opened = await client.callTool({
        name: "open_ticket",
        arguments: { title: "Kettle is gone", body: "It was here.", requester: "lena@example.com" },
      });
      const [, pointer] = opened.content;
      if (pointer?.type !== "resource_link") throw new Error("open_ticket gave no link");
      const id = pointer.name;
      const note = { id, author: "Mira Okafor", body: "Seen in 2.14." };
      await client.callTool({ name: "add_comment", arguments: note });
      const closing = { id, author: "Mira Okafor", resolution: "Brought back." };
      const closed = await client.callTool({ name: "close_ticket", arguments: closing });
      expect(closed.content).to.deep.equal([{ type: "text", text: `Closed ${id} (Kettle is gone).` }]);
      const { contents } = await client.readResource({ uri: pointer.uri });
      const [content] = contents;
      if (content === undefined || !("text" in content)) throw new Error("the ticket is not text");
      expect(content.mimeType).to.equal("application/json");
      const ticket = JSON.parse(content.text);
      expect(ticket).to.include({ id, state: "closed", priority: "high", assignee: null });
      expect(ticket.comments.map(({ body }: { body: string }) => body)).to.deep.equal([
        "Seen in 2.14.",
        "Brought back.",
      ]);
    });

    it("[ELI-06] answer what the desk asks, over several rounds", async () => {
      const { client } = session;
      const escalated = await client.callTool({ name: "escalate", arguments: { id: "T-1002" } });
      expect(escalated.content).to.deep.equal([
        { type: "text", text: "T-1002 is urgent, and Mira Okafor takes it over." },
      ]);
      const summary = await client.callTool({ name: "summarize_ticket", arguments: { id: "T-1002" } });
      expect(summary.content).to.deep.equal([{ type: "text", text: "It waits for a part." }]);
    });

    it("tell the model what it can do about a ticket that is not there", async () => {
      const closing = { id: "T-1", author: "Mira", resolution: "Done." };
      const result = await session.client.callTool({ name: "close_ticket", arguments: closing });
      expect(result.isError).to.equal(true);
      expect(result.content).to.deep.equal([
        { type: "text", text: "There is no ticket T-1. Use search_tickets to find its id." },
      ]);
    });

    it("refuse a resource that is not there, and say which", async () => {
      const { client } = session;
      const unknown: unknown = await client
        .readResource({ uri: "ticket://T-1" })
        .catch((error: unknown) => error);
      expect(unknown).to.include({ code: -32602, message: "Resource not found" });
      expect(unknown).to.have.nested.property("data.uri", "ticket://T-1");
      const malformed: unknown = await client
        .readResource({ uri: "ticket://x" })
        .catch((error: unknown) => error);
      expect(malformed).to.have.property("code", -32602);
      expect(malformed).to.have.nested.property("data.uri", "ticket://x");
    });

    it("read the board", async () => {
      const { contents } = await session.client.readResource({ uri: "desk://board" });
      expect(contents[0]).to.include({ uri: "desk://board", mimeType: "text/markdown" });
      expect(contents[0])
        .to.have.property("text")
        .that.matches(/^# Help desk\n[\s\S]*\| open \| 1\d\d \|/);
    });

    it("complete ids and assignees out of the database", async () => {
      const { client } = session;
      const template = { type: "ref/resource", uri: "ticket://{id}" } as const;
      const ids = await client.complete({ ref: template, argument: { name: "id", value: "T-101" } });
      expect(ids.completion.values).to.have.length(10);
      const triage = { type: "ref/prompt", name: "triage" } as const;
      const names = await client.complete({ ref: triage, argument: { name: "assignee", value: "Zo" } });
      expect(names.completion.values).to.deep.equal(["Zoë Lindqvist"]);
    });

    it("get both prompts, with the tickets they are about", async () => {
      const { client } = session;
      const triage = await client.getPrompt({ name: "triage", arguments: { assignee: "Zoë Lindqvist" } });
      expect(triage.messages).to.have.length(12);
      expect(triage.messages[0])
        .to.have.nested.property("content.text")
        .that.includes("tickets of Zoë Lindqvist");
      const reply = await client.getPrompt({
        name: "draft_reply",
        arguments: { id: "T-1001", tone: "brief" },
      });
      expect(reply.messages[0])
        .to.have.nested.property("content.text")
        .that.matches(/^Draft a brief reply/);
      expect(reply.messages[1]).to.have.nested.property("content.resource.uri", "ticket://T-1001");
    });

    it("import a file, once", async () => {
      const { client } = session;
      const call = { name: "import_tickets", arguments: { file: "backlog.csv" } };
      const first = await client.callTool(call);
      expect(first.structuredContent).to.include({ imported: 117, known: 0, rejected: 3 });
      const second = await client.callTool(call);
      expect(second.structuredContent).to.include({ imported: 0, known: 117, rejected: 3 });
    });

    it("refuse a file from outside of the data folder", async () => {
      const outside = { file: "../../package.json" };
      const result = await session.client.callTool({ name: "import_tickets", arguments: outside });
      expect(result.isError).to.equal(true);
      expect(result.content).to.deep.equal([
        { type: "text", text: "There is no such file. These can be imported: backlog.csv, tickets.csv." },
      ]);
    });

    it("follow an import and cancel it, which ends it on the server too and leaves nothing behind", async () => {
      const { client, left, close } = await setup.start("endless");
      const told: number[] = [];
      const abort = new AbortController();
      const onprogress = ({ progress }: { progress: number }): void => {
        if (told.push(progress) === 3) abort.abort();
      };
      const call = { name: "import_tickets", arguments: { file: "endless.csv" } };
      const options = { signal: abort.signal, onprogress };
      const outcome: unknown = await client.callTool(call, options).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(Error);
      await left;
      expect(told).to.deep.equal([...new Set(told)].sort((one, other) => one - other));
      expect(told.every((rows) => rows % 25 === 0)).to.equal(true);
      const { contents } = await client.readResource({ uri: "desk://board" });
      expect(contents[0]).to.have.property("text").that.not.includes("| open |");
      await close();
    });
  });
}
