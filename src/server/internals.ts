import type { Provider } from "../container/provider.js";
import type { Port } from "../kernel/port.js";
import type { FailureWatcher } from "./build.js";
import type { Server } from "./server.js";

/** What the testing kit may reach of a server that its users may not. */
export interface Internals {
  readonly port: Port;
  /** Told of every unexpected error of a handler. */
  readonly watchers: Set<FailureWatcher>;
  /** The same server once more, with some providers replaced. */
  rebuild(overrides: readonly Provider[]): Promise<Server>;
}

const internals = new WeakMap<Server, Internals>();

export function connectInternals(server: Server, own: Internals): void {
  internals.set(server, own);
}

export function internalsOf(server: Server): Internals {
  const own = internals.get(server);
  if (own === undefined) throw new TypeError("Not a server that createServer made");
  return own;
}
