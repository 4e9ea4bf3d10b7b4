import type { Provider } from "../container/provider.js";
import { build } from "./build.js";
import { findInspector, inspect } from "./inspection.js";
import { connectInternals } from "./internals.js";
import type { ServerOptions } from "./options.js";
import { Server } from "./server.js";

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
  const inspector = findInspector();
  if (inspector === undefined) return createServerWith(options, []);
  return new Promise(() => inspector(inspect(options))); // what the application does with its server is not to happen
}

async function createServerWith(options: ServerOptions, overrides: readonly Provider[]): Promise<Server> {
  const built = await build(options, overrides);
  const server = new Server(built, options);
  connectInternals(server, {
    port: built.kernel,
    watchers: built.watchers,
    rebuild: (others) => createServerWith(options, others),
  });
  return server;
}
