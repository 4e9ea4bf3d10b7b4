import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { TicketRow } from "../../sample-app/import/ticket-csv.js";
import { TicketImporter } from "../../sample-app/import/ticket-importer.js";
import type { DeskDatabase } from "../../sample-app/store/desk-database.js";
import { TicketSearch } from "../../sample-app/store/ticket-search.js";
import type { TicketStore } from "../../sample-app/store/ticket-store.js";
import { createDesk, newTicket } from "./desk.js";

function rowOf(number: number): TicketRow {
  const ticket = {
    reference: `A-${number}`,
    openedAt: "2026-01-05T07:00:00.000Z",
    closedAt: null,
    state: "open",
    priority: "low",
    assignee: null,
    requester: "lena@example.com",
    title: `Imported ${number}`,
    body: "Paper.",
  } as const;
  return { row: number + 1, ticket };
}

async function* rows(count: number, from = 1): AsyncGenerator<TicketRow> {
  for (let number = from; number < from + count; number++) yield rowOf(number);
}

describe("the ticket importer", () => {
  let database: DeskDatabase;
  let store: TicketStore;
  let importer: TicketImporter;

  beforeEach(() => {
    ({ database, store } = createDesk());
    importer = new TicketImporter(database);
  });

  function count(table: string): number | undefined {
    return database.query<{ total: number }>(`SELECT count(*) AS total FROM ${table}`).find()?.total;
  }

  it("imports the rows in their order, ready to be searched", async () => {
    const report = await importer.run(rows(3));
    expect(report).to.deep.equal({ imported: 3, known: 0, rejected: 0, rejectedRows: [] });
    expect(store.find("T-1002")).to.include({ title: "Imported 2", openedAt: "2026-01-05T07:00:00.000Z" });
    expect(new TicketSearch(database).find({ text: "imported", limit: 1, offset: 0 }).total).to.equal(3);
  });

  it("tells how far it is every 25 rows, and at the end", async () => {
    const told: number[] = [];
    await importer.run(rows(60), { onProgress: (read) => told.push(read) });
    expect(told).to.deep.equal([25, 50, 60]);
  });

  it("adds only what is new when a file comes again, and takes the first of two rows alike", async () => {
    await importer.run(rows(3));
    expect(await importer.run(rows(4))).to.include({ imported: 1, known: 3 });
    async function* twins(): AsyncGenerator<TicketRow> {
      yield rowOf(9);
      yield rowOf(9);
    }
    expect(await importer.run(twins())).to.include({ imported: 1, known: 1 });
    expect(count("tickets")).to.equal(5);
  });

  it("counts rejected rows, reports the first 20, and imports the others", async () => {
    async function* mixed(): AsyncGenerator<TicketRow> {
      for (let row = 2; row < 32; row++) yield { row, problem: "title is empty" };
      yield* rows(1);
    }
    const report = await importer.run(mixed());
    expect(report).to.include({ imported: 1, known: 0, rejected: 30 });
    expect(report.rejectedRows).to.have.length(20);
    expect(report.rejectedRows[0]).to.deep.equal({ row: 2, reason: "title is empty" });
  });

  it("leaves the desk as it was when it is cancelled, and throws the reason", async () => {
    const abort = new AbortController();
    const reason = new Error("cancelled");
    const onProgress = (read: number): void => {
      if (read === 50) abort.abort(reason);
    };
    const outcome: unknown = await importer
      .run(rows(60), { signal: abort.signal, onProgress })
      .catch((error: unknown) => error);
    expect(outcome).to.equal(reason);
    expect([count("tickets"), count("staged_tickets")]).to.deep.equal([0, 0]);
  });

  it("writes nothing when it was cancelled behind the last full batch", async () => {
    const abort = new AbortController();
    async function* endingLate(): AsyncGenerator<TicketRow> {
      yield* rows(3);
      abort.abort(new Error("too late"));
    }
    const outcome: unknown = await importer
      .run(endingLate(), { signal: abort.signal })
      .catch((error: unknown) => error);
    expect(outcome).to.have.property("message", "too late");
    expect(count("tickets")).to.equal(0);
  });

  it("leaves the desk as it was when the rows end in an error", async () => {
    async function* broken(): AsyncGenerator<TicketRow> {
      yield* rows(30);
      throw new Error("disk gone");
    }
    const outcome: unknown = await importer.run(broken()).catch((error: unknown) => error);
    expect(outcome).to.have.property("message", "disk gone");
    expect([count("tickets"), count("staged_tickets")]).to.deep.equal([0, 0]);
  });

  it("keeps what others write meanwhile, even when it is cancelled", async () => {
    const abort = new AbortController();
    const onProgress = (): void => {
      store.open(newTicket({ title: "Meanwhile" }));
      abort.abort(new Error("cancelled"));
    };
    await importer.run(rows(60), { signal: abort.signal, onProgress }).catch(() => undefined);
    expect(count("tickets")).to.equal(1);
    expect(store.find("T-1001")).to.include({ title: "Meanwhile" });
  });

  it("gives others a turn while it reads", async () => {
    let turns = 0;
    const takeTurn = (): void => {
      turns += 1;
      if (turns < 3) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await importer.run(rows(100));
    expect(turns).to.equal(3);
  });

  it("runs two imports side by side without mixing them up", async () => {
    const reports = await Promise.all([importer.run(rows(60)), importer.run(rows(60, 31))]);
    expect(reports.map(({ imported }) => imported).reduce((sum, imported) => sum + imported)).to.equal(90);
    expect(count("tickets")).to.equal(90);
  });
});
