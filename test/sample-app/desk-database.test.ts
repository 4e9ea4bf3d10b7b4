import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { DeskDatabase } from "../../sample-app/store/desk-database.js";
import { TicketStore } from "../../sample-app/store/ticket-store.js";
import { newTicket, stoppedClock } from "./desk.js";

describe("the desk's database", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "helpdesk-"));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("keeps its tickets in a file, and is opened again without harm", () => {
    const path = join(folder, "desk.db");
    {
      using database = new DeskDatabase(path);
      new TicketStore(database, stoppedClock).open(newTicket());
    }
    using again = new DeskDatabase(path);
    expect(new TicketStore(again, stoppedClock).find("T-1001")).to.include({ title: "Printer jams" });
  });

  it("leaves a file that is whole without its write-ahead log", () => {
    const path = join(folder, "desk.db");
    const copy = join(folder, "copy.db");
    {
      using database = new DeskDatabase(path);
      new TicketStore(database, stoppedClock).open(newTicket());
    }
    copyFileSync(path, copy);
    using copied = new DeskDatabase(copy);
    expect(new TicketStore(copied, stoppedClock).find("T-1001")).to.include({ title: "Printer jams" });
  });

  it("can be open twice, as by a web and a stdio server", () => {
    const path = join(folder, "desk.db");
    using one = new DeskDatabase(path);
    using other = new DeskDatabase(path);
    new TicketStore(one, stoppedClock).open(newTicket());
    expect(new TicketStore(other, stoppedClock).open(newTicket()).id).to.equal("T-1002");
  });

  it("undoes all of a transaction that fails", () => {
    using database = new DeskDatabase(":memory:");
    const store = new TicketStore(database, stoppedClock);
    const work = (): never => {
      store.open(newTicket());
      throw new Error("half way");
    };
    expect(() => database.transaction(work)).to.throw("half way");
    expect(store.find("T-1001")).to.equal(undefined);
  });

  it("can be disposed of more than once", () => {
    const database = new DeskDatabase(":memory:");
    database[Symbol.dispose]();
    expect(() => database[Symbol.dispose]()).not.to.throw();
    expect(() => database.query("SELECT 1").all()).to.throw("not open");
  });
});
