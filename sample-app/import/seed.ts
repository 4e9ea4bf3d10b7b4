import type { DeskDatabase } from "../store/desk-database.js";
import type { TicketFiles } from "./ticket-files.js";
import { TicketImporter } from "./ticket-importer.js";

/** The file a new desk starts from. */
export const SEED_FILE = "tickets.csv";

/** Fills a desk that has no tickets yet, so that there is something to look at. */
export async function seedIfEmpty(database: DeskDatabase, files: TicketFiles): Promise<void> {
  if (database.query("SELECT 1 FROM tickets LIMIT 1").find() !== undefined) return;
  await new TicketImporter(database).run(await files.open(SEED_FILE));
}
