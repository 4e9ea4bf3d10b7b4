import { join } from "node:path";
import { createHelpdesk } from "./server.js";
import { databasePath, parsePort } from "./settings.js";
import { welcome } from "./welcome.js";

async function main(): Promise<void> {
  const port = parsePort(process.env);
  const helpdesk = await createHelpdesk({ database: databasePath(process.env) });
  const { url } = await helpdesk.listen({ port });
  console.log(welcome({ url, node: process.execPath, script: join(import.meta.dirname, "stdio.js") }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
