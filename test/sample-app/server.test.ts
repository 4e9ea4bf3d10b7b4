import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { TicketFiles } from "../../sample-app/import/ticket-files.js";
import { createHelpdesk } from "../../sample-app/server.js";
import { DeskDatabase } from "../../sample-app/store/desk-database.js";
import { TicketStore } from "../../sample-app/store/ticket-store.js";
import { newTicket, silent, stoppedClock } from "./desk.js";

describe("the help desk's server", () => {
  const dispose = DeskDatabase.prototype[Symbol.dispose];
  let folder: string;
  let database: string;
  let closed: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "helpdesk-"));
    database = join(folder, "desk.db");
    closed = 0;
    DeskDatabase.prototype[Symbol.dispose] = function count(this: DeskDatabase): void {
      closed += 1;
      dispose.call(this);
    };
  });

  afterEach(() => {
    DeskDatabase.prototype[Symbol.dispose] = dispose;
    rmSync(folder, { recursive: true });
  });

  it("closes its database when it is closed, once", async () => {
    const desk = await createHelpdesk({ database, logger: silent });
    expect(closed).to.equal(0);
    await desk.close();
    expect(closed).to.equal(1);
  });

  it("closes its database when it cannot start", async () => {
    const files = new TicketFiles(folder);
    const outcome: unknown = await createHelpdesk({ database, files, logger: silent }).catch(
      (error: unknown) => error,
    );
    expect(outcome)
      .to.have.property("message")
      .that.matches(/^There is no such file/);
    expect(closed).to.equal(1);
  });

  it("fills an empty desk only", async () => {
    {
      using empty = new DeskDatabase(database);
      new TicketStore(empty, stoppedClock).open(newTicket());
    }
    await (await createHelpdesk({ database, logger: silent })).close();
    using again = new DeskDatabase(database);
    expect(new TicketStore(again, stoppedClock).idsStartingWith("").total).to.equal(1);
  });
});
