import { stackOf } from "../metadata/record.js";
import { createFetchHandler } from "../transports/http/fetch-handler.js";
import { type Boot, build } from "./build.js";
import { findInspector, inspectable } from "./inspection.js";
import { connectInternals } from "./internals.js";
import type { ServerOptions } from "./options.js";
import { Server } from "./server.js";
import { httpOptionsOf } from "./transport-options.js";

/**
 * Builds a server: reads the annotations, compiles schemas, walks the graph of providers and makes the
 * singletons. Nothing listens yet; `stdio`, `listen`, `connect`, `nodeHandler` and `fetch` serve it.
 *
 * @throws {BootError} with every problem found, each with its code, class.member, place and fix.
 *
 * @example
 * const server = await createServer({ name: "desk", version: "1.0.0", features: [Tickets] });
 * await server.stdio();
 */
export function createServer(options: ServerOptions): Promise<Server> {
  const caller = stackOf(createServer);
  const inspector = findInspector();
  if (inspector === undefined) return createServerWith(options, { overrides: [], caller });
  return new Promise(() => inspector(inspectable(options, caller))); // what the application does with its server is not to happen
}

async function createServerWith(options: ServerOptions, boot: Boot): Promise<Server> {
  const built = await build(options, boot);
  const server = new Server(built, options);
  connectInternals(server, {
    port: built.port,
    watchers: built.watchers,
    askWatchers: built.askWatchers,
    get fetch() {
      return createFetchHandler(built.port, { ...httpOptionsOf(options, built), hosts: "any" });
    },
    headersOf: (tool) => built.catalog.primitives.tools.get(tool)?.headers ?? [],
    rebuild: (overrides) => createServerWith(options, { ...boot, overrides }),
  });
  return server;
}
