import type { Provider } from "../container/provider.js";
import { BlazonError } from "../errors/blazon-error.js";
import type { Port } from "../kernel/port.js";
import type { HeaderParam } from "../kernel/target.js";
import type { FetchHandler } from "../transports/http/fetch-handler.js";
import type { AskWatcher, FailureWatcher } from "./build.js";
import type { Server } from "./server.js";

/** What the testing kit may reach of a server that its users may not. */
export interface Internals {
  readonly port: Port;
  /** Told of every unexpected error of a handler. */
  readonly watchers: Set<FailureWatcher>;
  /** Told of every question of a call to a client that opened with a handshake. */
  readonly askWatchers: Set<AskWatcher>;
  /** HTTP, for any host. */
  readonly fetch: FetchHandler;
  /** The arguments of a tool that headers repeat. */
  headersOf(tool: string): readonly HeaderParam[];
  /** The same server once more, with some providers replaced. */
  rebuild(overrides: readonly Provider[]): Promise<Server>;
}

const internals = new WeakMap<Server, Internals>();

export function connectInternals(server: Server, own: Internals): void {
  internals.set(server, own);
}

/** @throws {BlazonError} `ERR_OPTION_INVALID` for what is no server. */
export function internalsOf(server: Server): Internals {
  const own = internals.get(server);
  if (own !== undefined) return own;
  const given: unknown = server; // a caller without types may hand in anything
  const isPending = given instanceof Promise;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option: "connect()",
    detail: isPending
      ? "is given the promise of a server"
      : "is given something that createServer() of this copy of Blazon did not make",
    fix: isPending ? "Await createServer()" : "Give what createServer() resolves with",
  });
}
