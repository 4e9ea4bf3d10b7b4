import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger, Server } from "blazon";
import { SEED_FILE } from "../../sample-app/import/seed.js";
import type { TicketRow } from "../../sample-app/import/ticket-csv.js";
import { TicketFiles } from "../../sample-app/import/ticket-files.js";
import { createHelpdesk } from "../../sample-app/server.js";

/** An empty desk with one file to import, `endless.csv`, which only a cancel ends. */
class EndlessFiles extends TicketFiles {
  readonly #onLeft: () => void;

  constructor(onLeft: () => void) {
    super(".");
    this.#onLeft = onLeft;
  }

  override async open(name: string): Promise<AsyncIterable<TicketRow>> {
    return name === SEED_FILE ? noRows() : this.#endlessRows();
  }

  async *#endlessRows(): AsyncGenerator<TicketRow> {
    try {
      for (let row = 2; ; row++) {
        yield { row, problem: "there is always another" };
        await nextTurn();
      }
    } finally {
      this.#onLeft();
    }
  }
}

async function* noRows(): AsyncGenerator<TicketRow> {}

/** @param onLeft Called when an import of `endless.csv` has ended on the server's side. */
export function createEndlessDesk(onLeft: () => void, logger: Logger): Promise<Server> {
  return createHelpdesk({ database: ":memory:", files: new EndlessFiles(onLeft), logger });
}
