import { expect } from "chai";
import { before, describe, it } from "mocha";
import { TicketSearch } from "../../sample-app/store/ticket-search.js";
import { createDesk, newTicket } from "./desk.js";

describe("the ticket search", () => {
  let search: TicketSearch;

  before(() => {
    const { database, store } = createDesk();
    store.open(newTicket({ title: "Café printers jam", body: "All of them.", assignee: "Mira" }));
    store.open(newTicket({ title: "No Wi-Fi", body: "Not even at the printer.", priority: "urgent" }));
    store.open(newTicket({ title: "Printer smokes", body: "Help." }));
    store.close("T-1003", "Mira", "It is out.");
    search = new TicketSearch(database);
  });

  function idsOf(text: string, filter: { state?: "open" | "closed"; assignee?: string } = {}): string[] {
    return search.find({ text, limit: 10, offset: 0, ...filter }).tickets.map(({ id }) => id);
  }

  it("finds words by their stem, in title and text, and ranks the title higher", () => {
    expect(idsOf("printer")).to.have.members(["T-1001", "T-1002", "T-1003"]);
    expect(idsOf("printer").at(-1)).to.equal("T-1002");
  });

  it("asks for every word, and looks past case and accents", () => {
    expect(idsOf("CAFE jam")).to.deep.equal(["T-1001"]);
    expect(idsOf("cafe smokes")).to.deep.equal([]);
  });

  it("takes the operators of FTS5 for words", () => {
    expect(idsOf("printer OR wi-fi")).to.deep.equal([]);
    expect(idsOf("title:printer")).to.deep.equal([]);
    expect(idsOf("print*")).to.deep.equal([]);
    // The text of T-1002 has both words.
    expect(idsOf('"printer" NOT')).to.deep.equal(["T-1002"]);
  });

  it("filters by state and assignee", () => {
    expect(idsOf("printer", { state: "closed" })).to.deep.equal(["T-1003"]);
    expect(idsOf("printer", { assignee: "Mira" })).to.deep.equal(["T-1001"]);
    expect(idsOf("printer", { state: "closed", assignee: "Mira" })).to.deep.equal([]);
  });

  it("gives one page at a time, and the total with each", () => {
    const pages = [0, 2, 4].map((offset) => search.find({ text: "printer", limit: 2, offset }));
    expect(pages.map(({ tickets }) => tickets.length)).to.deep.equal([2, 1, 0]);
    expect(pages.map(({ total }) => total)).to.deep.equal([3, 3, 3]);
  });

  it("shows where it found the words", () => {
    const [ticket] = search.find({ text: "smoke", limit: 1, offset: 0 }).tickets;
    expect(ticket).to.deep.equal({
      id: "T-1003",
      title: "Printer smokes",
      state: "closed",
      priority: "normal",
      assignee: null,
      excerpt: "Printer [smokes]",
    });
  });
});
