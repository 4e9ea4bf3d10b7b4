import type { ServerModule } from "./transports.js";

/** Serves over stdio the server that the module named on the command line builds. */
const { build } = (await import(String(process.argv[2]))) as Pick<ServerModule, "build">; // every server module exports it
const server = await build();
await server.stdio();
