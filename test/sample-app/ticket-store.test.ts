import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { Board } from "../../sample-app/store/board.js";
import type { DeskDatabase } from "../../sample-app/store/desk-database.js";
import { TicketClosed, TicketNotFound } from "../../sample-app/store/desk-errors.js";
import type { TicketStore } from "../../sample-app/store/ticket-store.js";
import { createDesk, NOON, newTicket } from "./desk.js";

describe("the ticket store", () => {
  let database: DeskDatabase;
  let store: TicketStore;

  beforeEach(() => {
    ({ database, store } = createDesk());
  });

  it("opens a ticket under the next id, and finds it again", () => {
    const opened = store.open(newTicket({ title: "Łódź", assignee: "Zoë Lindqvist" }));
    expect(opened).to.deep.equal({
      id: "T-1001",
      title: "Łódź",
      body: "It jams every day.",
      state: "open",
      priority: "normal",
      assignee: "Zoë Lindqvist",
      requester: "lena@example.com",
      openedAt: NOON,
      closedAt: null,
    });
    expect(store.find("T-1001")).to.deep.equal({ ...opened, comments: [] });
    expect(store.open(newTicket()).id).to.equal("T-1002");
  });

  it("finds nothing under an id that was never given", () => {
    expect(store.find("T-1001")).to.equal(undefined);
  });

  it("closes a ticket and writes the resolution under it", () => {
    store.open(newTicket());
    expect(store.close("T-1001", "Mira", "New rollers.")).to.include({ state: "closed", closedAt: NOON });
    expect(store.find("T-1001")?.comments).to.deep.equal([
      { author: "Mira", body: "New rollers.", writtenAt: NOON },
    ]);
  });

  it("refuses to close a ticket twice, and writes nothing then", () => {
    store.open(newTicket());
    store.close("T-1001", "Mira", "New rollers.");
    expect(() => store.close("T-1001", "Mira", "Again.")).to.throw(
      TicketClosed,
      `Ticket T-1001 is closed since ${NOON}. Use add_comment to add something to it.`,
    );
    expect(store.find("T-1001")?.comments).to.have.length(1);
  });

  it("refuses to close or comment on what is not there, and says how to find what is", () => {
    const message = "There is no ticket T-7. Use search_tickets to find its id.";
    expect(() => store.close("T-7", "Mira", "Done.")).to.throw(TicketNotFound, message);
    expect(() => store.comment("T-7", "Mira", "Hello?")).to.throw(TicketNotFound, message);
  });

  it("keeps a ticket open when its resolution cannot be written", () => {
    store.open(newTicket());
    database.execute(
      "CREATE TRIGGER full BEFORE INSERT ON comments BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    expect(() => store.close("T-1001", "Mira", "Done.")).to.throw("disk full");
    expect(store.find("T-1001")).to.include({ state: "open", closedAt: null });
  });

  it("lists open tickets page by page, without closed ones and without a page that is empty", () => {
    for (let count = 0; count < 5; count++) store.open(newTicket());
    store.close("T-1002", "Mira", "Done.");
    const first = store.openTickets(2);
    const second = store.openTickets(2, first.next);
    expect(first.tickets.map(({ id }) => id)).to.deep.equal(["T-1001", "T-1003"]);
    expect(first.next).to.equal("T-1003");
    expect(second.tickets.map(({ id }) => id)).to.deep.equal(["T-1004", "T-1005"]);
    expect(second.next).to.equal(undefined);
  });

  it("goes on behind a ticket that was closed since", () => {
    for (let count = 0; count < 3; count++) store.open(newTicket());
    const { next } = store.openTickets(1);
    store.close("T-1001", "Mira", "Done.");
    expect(store.openTickets(1, next).tickets.map(({ id }) => id)).to.deep.equal(["T-1002"]);
  });

  it("orders a queue by urgency, then by age, for one assignee or for nobody", () => {
    store.open(newTicket({ assignee: "Mira", priority: "low" }));
    store.open(newTicket({ assignee: "Mira", priority: "urgent" }));
    store.open(newTicket({ assignee: "Mira", priority: "urgent" }));
    store.open(newTicket({ priority: "high" }));
    expect(store.queue("Mira", 10).map(({ id }) => id)).to.deep.equal(["T-1002", "T-1003", "T-1001"]);
    expect(store.queue("Mira", 1).map(({ id }) => id)).to.deep.equal(["T-1002"]);
    expect(store.queue(null, 10).map(({ id }) => id)).to.deep.equal(["T-1004"]);
  });

  it("completes ids and assignees by prefix, and takes wildcards for what they are", () => {
    store.open(newTicket({ assignee: "Mira" }));
    store.open(newTicket({ assignee: "Milo" }));
    store.open(newTicket({ assignee: "100%_sure\\" }));
    store.open(newTicket({ assignee: "Mira" }));
    expect(store.idsStartingWith("t-100").values).to.deep.equal(["T-1001", "T-1002", "T-1003", "T-1004"]);
    expect(store.idsStartingWith("", 2)).to.deep.equal({
      values: ["T-1001", "T-1002"],
      total: 4,
      hasMore: true,
    });
    expect(store.assigneesStartingWith("mi")).to.deep.equal({
      values: ["Milo", "Mira"],
      total: 2,
      hasMore: false,
    });
    expect(store.assigneesStartingWith("100%_sure\\").values).to.deep.equal(["100%_sure\\"]);
    for (const wildcard of ["%", "_", "\\", "M%"]) {
      const none = { values: [], total: 0, hasMore: false };
      expect(store.assigneesStartingWith(wildcard)).to.deep.equal(none);
      expect(store.idsStartingWith(wildcard)).to.deep.equal(none);
    }
  });

  it("counts what is on the board", () => {
    store.open(newTicket({ priority: "low", assignee: "Mira" }));
    store.open(newTicket({ priority: "urgent", assignee: "Mira" }));
    store.open(newTicket({ priority: "urgent" }));
    store.close("T-1001", "Mira", "Done.");
    expect(new Board(database).counts()).to.deep.equal({
      byState: [
        { kind: "open", tickets: 2 },
        { kind: "closed", tickets: 1 },
      ],
      byPriority: [{ kind: "urgent", tickets: 2 }],
      byAssignee: [
        { kind: null, tickets: 1 },
        { kind: "Mira", tickets: 1 },
      ],
    });
  });
});
