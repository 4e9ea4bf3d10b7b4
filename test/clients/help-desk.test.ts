import type { JsonObject } from "blazon";
import { expect } from "chai";
import { after, afterEach, before, describe, it } from "mocha";
import { breakable } from "./breakable.js";
import {
  type Answer,
  type CallResult,
  type Change,
  type Client,
  type ClientKind,
  can,
  type Host,
} from "./client.js";
import { NEGOTIATING_CLIENTS } from "./negotiating-client.js";
import { SDK_CLIENT } from "./sdk-client.js";
import { type Desk, TRANSPORTS } from "./transports.js";

const TOOLS = [
  "search_tickets",
  "open_ticket",
  "close_ticket",
  "add_comment",
  "escalate",
  "summarize_ticket",
  "import_tickets",
];

/** What the person says to each of the desk's questions. */
function answerTo(message: string): Answer {
  if (message.startsWith("Close ")) return { action: "accept", content: { close: true } };
  if (message.startsWith("Why "))
    return { action: "accept", content: { reason: "No tea on the whole floor." } };
  if (message.endsWith("Who takes it over?"))
    return { action: "accept", content: { assignee: "Mira Okafor" } };
  return { action: "accept", content: { priority: "high" } };
}

const SOMEBODY: Host = {
  person: ({ message }) => answerTo(message),
  model: () => "It waits for a part.",
};
const MISSING_FORM = "The client did not declare a capability this needs: elicitation.form";
const COMMENT = { author: "Mira Okafor", body: "Seen in 2.14." };
const NEW = { title: "Kettle is gone", body: "It was here.", requester: "lena@example.com" };

/** The id of the ticket that a result speaks of. */
function ticketOf({ content }: CallResult): string {
  const id = /ticket:\/\/(T-\d+)/.exec(JSON.stringify(content))?.[1];
  return id ?? expect.fail(`no ticket in ${JSON.stringify(content)}`);
}

const textOf = ({ content }: CallResult): unknown => content[0]?.text;

/** What a call comes to: a result, or the error it is refused with. */
function outcomeOf<T>(call: Promise<T>): Promise<unknown> {
  return call.catch((error: unknown) => error);
}

for (const transport of TRANSPORTS) {
  for (const kind of [SDK_CLIENT, ...NEGOTIATING_CLIENTS].filter((each) => transport.carries(each))) {
    describe(`the help desk, ${kind.revision} over ${transport.name}, and ${kind.name}`, function () {
      this.timeout(30_000);
      let desk: Desk;
      let client: Client;
      const others: Client[] = [];

      before(async () => {
        desk = await transport.open("seeded");
        client = await kind.connect(desk.address, SOMEBODY);
      });
      afterEach(async () => {
        for (const other of others.splice(0)) await other.close();
      });
      after(async () => {
        await client.close();
        await desk.close();
      });

      const another = async (host: Host, at = desk.address): Promise<Client> => {
        const other = await kind.connect(at, host);
        others.push(other);
        return other;
      };
      const read = async (uri: string): Promise<JsonObject> => {
        const [content] = await client.readResource(uri);
        return JSON.parse(String(content?.text));
      };

      it("agree on the revision, and the client learns what the desk is", async () => {
        if (client.revision !== undefined) expect(client.revision).to.equal(kind.revision);
        expect(client.server).to.include({ name: "helpdesk" });
        expect(client.capabilities).to.include.keys("tools", "resources", "prompts");
        expect(client.instructions).to.match(/^A help desk\./);
        if (can(kind, "stateless")) expect(await client.discover()).to.eql(["2026-07-28"]);
      });

      it("list every tool, with what a client needs to show and call it", async () => {
        const tools = await client.listTools();
        expect(tools.map(({ name }) => name)).to.eql(TOOLS);
        const [search, , close] = tools;
        expect(search).to.have.nested.property("inputSchema.required").that.eql(["text"]);
        const readOnly = can(kind, "annotations") ? true : undefined;
        expect((search?.annotations as JsonObject | undefined)?.readOnlyHint).to.equal(readOnly);
        expect((close?.annotations as JsonObject | undefined)?.destructiveHint).to.equal(readOnly);
        expect(search?.outputSchema !== undefined).to.equal(can(kind, "structured"));
        expect(search?.title !== undefined).to.equal(can(kind, "titles"));
        expect(client.server.icons !== undefined, "icons").to.equal(can(kind, "icons"));
      });

      it("list resources, page after page, templates and prompts", async () => {
        const uris = (await client.listResources()).map(({ uri }) => String(uri));
        expect(uris).to.include("desk://board");
        // 137 of the 300 tickets are open: three pages.
        expect(uris.filter((uri) => uri.startsWith("ticket://T-"))).to.have.length(137);
        expect(new Set(uris).size).to.equal(138);
        expect((await client.listTemplates()).map(({ uriTemplate }) => uriTemplate)).to.eql([
          "ticket://{id}",
        ]);
        expect((await client.listPrompts()).map(({ name }) => name)).to.eql(["triage", "draft_reply"]);
      });

      it("search with structured output, page after page", async () => {
        const search = async (offset: number): Promise<JsonObject> => {
          const found = await client.callTool("search_tickets", { text: "printer jams", limit: 3, offset });
          expect(found.isError).to.equal(false);
          expect(found.structuredContent !== undefined).to.equal(can(kind, "structured"));
          return found.structuredContent ?? JSON.parse(String(textOf(found)));
        };
        const first = await search(0);
        expect(first.tickets).to.have.length(3);
        expect(first.nextOffset).to.equal(3);
        expect(first.total).to.be.greaterThan(3);
        const second = await search(3);
        expect(second.total).to.equal(first.total);
        expect(second.tickets).not.to.eql(first.tickets);
      });

      it("[ELI-06] open a ticket, whose severity is asked, comment on it, and close it when that is confirmed", async () => {
        const opened = await client.callTool("open_ticket", NEW);
        const id = ticketOf(opened);
        expect(opened.content.some(({ type }) => type === "resource_link")).to.equal(can(kind, "links"));
        await client.callTool("add_comment", { id, ...COMMENT });
        const closed = await client.callTool("close_ticket", {
          id,
          author: "Mira Okafor",
          resolution: "Found.",
        });
        const isAsked = can(kind, "elicitation");
        if (isAsked)
          expect(closed.content).to.eql([{ type: "text", text: `Closed ${id} (Kettle is gone).` }]);
        else expect([closed.isError, textOf(closed)]).to.eql([true, MISSING_FORM]);
        const ticket = await read(`ticket://${id}`);
        const [state, priority] = isAsked ? ["closed", "high"] : ["open", "normal"];
        expect(ticket).to.include({ id, state, priority, assignee: null });
        const bodies = (ticket.comments as readonly JsonObject[]).map(({ body }) => body);
        expect(bodies).to.eql(isAsked ? ["Seen in 2.14.", "Found."] : ["Seen in 2.14."]);
      });

      it("[ELI-06] answer what the desk asks, over several rounds, and let a model speak", async () => {
        const escalated = await client.callTool("escalate", { id: "T-1002" });
        expect(textOf(escalated)).to.equal(
          can(kind, "elicitation") ? "T-1002 is urgent, and Mira Okafor takes it over." : MISSING_FORM,
        );
        const summary = await client.callTool("summarize_ticket", { id: "T-1002" });
        expect(summary.content).to.eql([{ type: "text", text: "It waits for a part." }]);
      });

      it("leave everything as it is where the person declines, or answers nothing", async () => {
        if (!can(kind, "elicitation")) return;
        const id = ticketOf(await client.callTool("open_ticket", NEW));
        for (const action of ["decline", "cancel"] as const) {
          const shy = await another({ person: () => ({ action }) });
          await shy.callTool("close_ticket", { id, author: "Mira Okafor", resolution: "Found." });
          expect(await read(`ticket://${id}`), action).to.include({ state: "open" });
        }
      });

      it("[META-19] refuse what a client cannot answer before anything is done, and do without where they can", async () => {
        const alone = await another({});
        const opened = await alone.callTool("open_ticket", NEW);
        const id = ticketOf(opened);
        expect(await read(`ticket://${id}`)).to.include({ priority: "normal" });
        for (const [name, args, message] of [
          ["close_ticket", { id, author: "Mira Okafor", resolution: "Found." }, MISSING_FORM],
          ["escalate", { id }, MISSING_FORM],
        ] as const) {
          const outcome = await outcomeOf(alone.callTool(name, args));
          if (can(kind, "stateless")) expect(outcome, name).to.have.property("code", -32021);
          else
            expect([(outcome as CallResult).isError, textOf(outcome as CallResult)]).to.eql([true, message]);
        }
        expect(await read(`ticket://${id}`)).to.include({ state: "open", assignee: null });
      });

      it("tell the model what it can do about a ticket that is not there", async () => {
        const result = await client.callTool("add_comment", { id: "T-1", ...COMMENT });
        expect(result.isError).to.equal(true);
        expect(textOf(result)).to.equal("There is no ticket T-1. Use search_tickets to find its id.");
      });

      it("[LEG-20] [RES-15] refuse a resource that is not there by the number of the revision, and say which", async () => {
        // The newer client tells the number of older revisions as that of its own.
        const unknown = kind === SDK_CLIENT ? -32002 : -32602;
        for (const [uri, code] of [
          ["ticket://T-1", unknown],
          ["ticket://x", -32602],
        ] as const) {
          const refused = await outcomeOf(client.readResource(uri));
          expect(refused, uri).to.have.property("code", code);
          expect(refused, uri).to.have.nested.property("data.uri", uri);
        }
      });

      it("refuse a tool that is not there", async () => {
        expect(await outcomeOf(client.callTool("no_such_tool", {}))).to.have.property("code", -32602);
      });

      it("read the board", async () => {
        const [content] = await client.readResource("desk://board");
        expect(content).to.include({ uri: "desk://board", mimeType: "text/markdown" });
        expect(content?.text).to.match(/^# Help desk\n[\s\S]*\| open \| 1\d\d \|/);
      });

      it("complete ids and assignees out of the database", async () => {
        const ids = await client.complete({ type: "ref/resource", uri: "ticket://{id}" }, "id", "T-101");
        expect(ids).to.have.length(10);
        const names = await client.complete({ type: "ref/prompt", name: "triage" }, "assignee", "Zo");
        expect(names).to.eql(["Zoë Lindqvist"]);
      });

      it("get both prompts, with the tickets they are about", async () => {
        const triage = await client.getPrompt("triage", { assignee: "Zoë Lindqvist" });
        expect(triage).to.have.length(12);
        expect(triage[0]).to.have.nested.property("content.text").that.includes("tickets of Zoë Lindqvist");
        const reply = await client.getPrompt("draft_reply", { id: "T-1001", tone: "brief" });
        expect(reply[0])
          .to.have.nested.property("content.text")
          .that.matches(/^Draft a brief reply/);
        expect(reply[1]).to.have.nested.property("content.resource.uri", "ticket://T-1001");
      });

      it("import a file, once", async () => {
        const imported = async (): Promise<JsonObject> => {
          const result = await client.callTool("import_tickets", { file: "backlog.csv" });
          return result.structuredContent ?? JSON.parse(String(textOf(result)));
        };
        expect(await imported()).to.include({ imported: 117, known: 0, rejected: 3 });
        expect(await imported()).to.include({ imported: 0, known: 117, rejected: 3 });
      });

      it("refuse a file from outside of the data folder", async () => {
        const result = await client.callTool("import_tickets", { file: "../../package.json" });
        expect(result.isError).to.equal(true);
        expect(textOf(result)).to.equal(
          "There is no such file. These can be imported: backlog.csv, tickets.csv.",
        );
      });

      it("follow an import and cancel it, which ends it on the server too and leaves nothing behind", async () => {
        const endless = await transport.open("endless");
        const importer = await kind.connect(endless.address, {});
        const told: number[] = [];
        const abort = new AbortController();
        const onProgress = ({ progress }: { readonly progress: number }): void => {
          if (told.push(progress) === 3) abort.abort();
        };
        const options = { signal: abort.signal, onProgress };
        const outcome = await outcomeOf(
          importer.callTool("import_tickets", { file: "endless.csv" }, options),
        );
        expect(outcome).to.be.instanceOf(Error);
        await endless.left();
        expect(told).to.eql([...new Set(told)].sort((one, other) => one - other));
        expect(told.every((rows) => rows % 25 === 0)).to.equal(true);
        const [board] = await importer.readResource("desk://board");
        expect(board?.text).to.not.include("| open |");
        await importer.close();
        await endless.close();
      });

      it("hear of a ticket that is watched, whoever changes it, and no more when that is over", async () => {
        const watcher = await another({});
        const ear = new Ear();
        const end = await watcher.watch({ resources: ["ticket://T-1042"] }, ear.hear);
        const writer = await another({});
        await writer.callTool("add_comment", { id: "T-1040", ...COMMENT });
        await writer.callTool("add_comment", { id: "T-1042", ...COMMENT });
        expect(await ear.next()).to.eql({ uri: "ticket://T-1042" });
        await end();
      });

      if (can(kind, "handshake")) {
        it("[LEG-17] [LEG-18] answer a ping, and take a level for the log", async () => {
          expect(await client.ping()).to.eql({});
          expect(await client.setLevel("warning")).to.eql({});
        });
      }

      if (can(kind, "handshake") && transport.name === "HTTP") breakConnections(() => desk, kind);
    });
  }
}

/** Sessions outlive connections: those that break in the middle, and the last of them. */
function breakConnections(desk: () => Desk, kind: ClientKind): void {
  const urlOf = (): URL => {
    const { address } = desk();
    return address.over === "HTTP" ? address.url : expect.fail("it is not reached over HTTP");
  };

  it("[LEG-15] give the answer to a call whose connection broke while the person was asked", async () => {
    if (!can(kind, "elicitation")) return;
    const way = await breakable(urlOf());
    const person = async (): Promise<Answer> => {
      await way.cut();
      return { action: "accept", content: { priority: "high" } };
    };
    const client = await kind.connect({ over: "HTTP", url: way.url }, { person });
    const opened = await client.callTool("open_ticket", NEW);
    const [content] = await client.readResource(`ticket://${ticketOf(opened)}`);
    expect(JSON.parse(String(content?.text))).to.include({ priority: "high" });
    await client.close();
    await way.close();
  });

  it("[LEG-15] tell news that came while the connection was broken", async () => {
    const way = await breakable(urlOf());
    const client = await kind.connect({ over: "HTTP", url: way.url }, {});
    const ear = new Ear();
    await client.watch({ resources: ["ticket://T-1050"] }, ear.hear);
    await client.callTool("add_comment", { id: "T-1050", ...COMMENT });
    expect(await ear.next()).to.eql({ uri: "ticket://T-1050" });
    void way.cut();
    const writer = await kind.connect({ over: "HTTP", url: urlOf() }, {});
    await writer.callTool("add_comment", { id: "T-1050", ...COMMENT });
    expect(await ear.next()).to.eql({ uri: "ticket://T-1050" });
    await writer.close();
    await client.close();
    await way.close();
  });

  it("[LEG-12] end the session when the client says so, after which its id is known no more", async () => {
    const client = await kind.connect({ over: "HTTP", url: urlOf() }, {});
    const { sessionId } = client;
    if (sessionId === undefined) return expect.fail("there is no session");
    await client.endSession();
    const response = await fetch(urlOf(), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": sessionId,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    expect(response.status).to.equal(404);
    await client.close();
  });
}

/** Takes what is heard, one after the other. */
class Ear {
  readonly #heard: Change[] = [];
  #waiting: ((change: Change) => void) | undefined;

  readonly hear = (change: Change): void => {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#heard.push(change);
    else waiting(change);
  };

  next(): Promise<Change> {
    const change = this.#heard.shift();
    return change === undefined
      ? new Promise((resolve) => {
          this.#waiting = resolve;
        })
      : Promise.resolve(change);
  }
}
