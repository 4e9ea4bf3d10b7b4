import { createHelpdesk } from "./server.js";
import { databasePath } from "./settings.js";

async function main(): Promise<void> {
  const helpdesk = await createHelpdesk({ database: databasePath(process.env) });
  await helpdesk.stdio();
}

main().catch((error: unknown) => {
  // Standard output belongs to the protocol.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
