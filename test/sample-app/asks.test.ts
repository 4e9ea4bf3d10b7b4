import type { Server } from "blazon";
import { type Answers, accept, cancel, connect, decline, type RpcFailure, says } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { createHelpdesk } from "../../sample-app/server.js";
import { silent, stoppedClock } from "./desk.js";

interface Thread {
  readonly state: string;
  readonly priority: string;
  readonly assignee: string | null;
  readonly comments: readonly { readonly author: string; readonly body: string }[];
}

describe("what the help desk asks", () => {
  let server: Server;

  beforeEach(async () => {
    server = await createHelpdesk({ database: ":memory:", clock: stoppedClock, logger: silent });
  });
  afterEach(() => server.close());

  async function call(name: string, args: object, answers?: Answers): Promise<string> {
    const options = answers === undefined ? {} : { answers, resend: "every-round" as const };
    const client = await connect(server, options);
    const { content } = await client.callTool(name, args);
    await client.close();
    const [block] = content;
    return block?.type === "text" ? block.text : "";
  }

  async function read(id: string): Promise<Thread> {
    const client = await connect(server);
    const { contents } = await client.readResource(`ticket://${id}`);
    await client.close();
    const [content] = contents;
    return JSON.parse(content !== undefined && "text" in content ? content.text : "null");
  }

  async function refusal(name: string, args: object): Promise<RpcFailure> {
    const client = await connect(server);
    const failure: unknown = await client.callTool(name, args).catch((error: unknown) => error);
    await client.close();
    return failure as RpcFailure; // the tests below look at its code
  }

  const ticket = { title: "Kettle is gone", body: "It was here.", requester: "lena@example.com" };

  it("opens a ticket with the urgency that a person says, or the usual one", async () => {
    for (const [answers, expected] of [
      [{ priority: accept({ priority: "urgent" }) }, "urgent"],
      [{ priority: decline() }, "normal"],
      [{ priority: cancel() }, "normal"],
    ] as const) {
      const opened = await connect(server, { answers });
      const { content } = await opened.callTool("open_ticket", ticket);
      await opened.close();
      const [, link] = content;
      expect(link?.type === "resource_link" ? (await read(link.name)).priority : undefined).to.equal(
        expected,
      );
    }
  });

  it("asks for no urgency where one was said, or nobody can be asked", async () => {
    expect(await call("open_ticket", { ...ticket, priority: "low" }, {})).to.match(/^Opened T-\d+\.$/);
    expect(await call("open_ticket", ticket)).to.match(/^Opened T-\d+\.$/);
  });

  it("closes a ticket that a person confirms, and no other", async () => {
    const closing = { id: "T-1002", author: "Mira", resolution: "Brought back." };
    for (const confirm of [accept({ close: false }), decline(), cancel()]) {
      expect(await call("close_ticket", closing, { confirmation: confirm })).to.include("stays as it is");
    }
    expect((await read("T-1002")).state).to.equal("open");
  });

  it("[META-19] closes nothing for a client that cannot ask, and says what is missing", async () => {
    const failure = await refusal("close_ticket", { id: "T-1002", author: "Mira", resolution: "Done." });
    expect(failure.code).to.equal(-32021);
    expect(failure.data).to.eql({ requiredCapabilities: { elicitation: { form: {} } } });
    expect((await read("T-1002")).state).to.equal("open");
  });

  it("escalates over two rounds, once, although each round is delivered twice", async () => {
    const before = await read("T-1002");
    const said = await call(
      "escalate",
      { id: "T-1002" },
      {
        reason: accept({ reason: "The whole floor waits." }),
        assignee: accept({ assignee: "Mira Okafor" }),
      },
    );
    expect(said).to.equal("T-1002 is urgent, and Mira Okafor takes it over.");
    const after = await read("T-1002");
    expect(after).to.deep.include({ priority: "urgent", assignee: "Mira Okafor" });
    expect(after.comments.slice(before.comments.length)).to.eql([
      { author: "Escalation", body: "The whole floor waits.", writtenAt: "2026-03-01T12:00:00.000Z" },
    ]);
  });

  it("leaves a ticket alone that nobody says is urgent, and one that is not there", async () => {
    const before = await read("T-1002");
    expect(await call("escalate", { id: "T-1002" }, { reason: decline() })).to.equal(
      "T-1002 was not escalated.",
    );
    expect(await read("T-1002")).to.eql(before);
    const reason = accept({ reason: "It is gone." });
    expect(await call("escalate", { id: "T-1" }, { reason })).to.equal(
      "There is no ticket T-1. Use search_tickets to find its id.",
    );
    expect((await refusal("escalate", { id: "T-1002" })).code).to.equal(-32021);
  });

  it("lets the client's model summarize, where there is one", async () => {
    expect(await call("summarize_ticket", { id: "T-1002" }, { summary: says("It waits.") })).to.equal(
      "It waits.",
    );
    expect((await refusal("summarize_ticket", { id: "T-1002" })).data).to.eql({
      requiredCapabilities: { sampling: {} },
    });
  });
});
