import type { ServerModule } from "../support/transports.js";

/** Serves over HTTP the server that the module named on the command line builds; writes its URL. */
const { build } = (await import(String(process.argv[2]))) as Pick<ServerModule, "build">; // every server module exports it
const server = await build();
const { url } = await server.listen({ port: 0 });
console.log(url);
