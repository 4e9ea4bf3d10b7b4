import type { Duplex } from "node:stream";
import { BlazonError } from "../errors/blazon-error.js";
import { ANY, assertOptions, describe, FLAG, type OptionRules, TEXT } from "../errors/option-rules.js";
import type { Refusal } from "../errors/refusal.js";
import type { Notifier } from "../handler/notifier.js";
import { logAt } from "../logging/logger.js";
import { createFetchHandler, type FetchHandler } from "../transports/http/fetch-handler.js";
import type { HttpListener, ListenOptions } from "../transports/http/listen.js";
import { createNodeHandler, type NodeHandler } from "../transports/http/node-handler.js";
import { serveLines } from "../transports/lines/serve-lines.js";
import { serveStdio } from "../transports/lines/serve-stdio.js";
import type { Built } from "./build.js";
import { endProcessWith } from "./end-process.js";
import type { Catalog } from "./live-catalog.js";
import type { ServerOptions } from "./options.js";
import { warnOfProduction } from "./request-state.js";
import { httpOptionsOf, linesOptionsOf } from "./transport-options.js";

/** How `listen` is reached, and how it ends. */
export interface ServerListenOptions extends Pick<ListenOptions, "port" | "host" | "path" | "drainMs"> {
  /** False leaves SIGTERM and SIGINT to the caller; else they drain the server and end the process. */
  readonly signals?: boolean;
}

const LISTEN: OptionRules<ServerListenOptions> = {
  port: ANY, // where it listens checks these
  host: TEXT,
  path: TEXT,
  drainMs: ANY,
  signals: FLAG,
};

/** One connection that carries lines. */
export interface Connection {
  /** Resolves when the connection is over; never rejects. */
  readonly closed: Promise<void>;
  /** Ends it: running calls get a moment, then they are cancelled. */
  close(): Promise<void>;
}

/** A server that was built, to be served on any number of transports at once. */
export class Server {
  readonly #built: Built;
  readonly #options: ServerOptions;
  readonly #open = new Set<{ close(): Promise<void> }>();
  #nodeHandler: NodeHandler | undefined;
  #fetch: FetchHandler | undefined;
  #closing: Promise<void> | undefined;
  #onStdio = false;
  #releaseSignals: (() => void) | undefined;

  /** @internal Use `createServer`. */
  constructor(built: Built, options: ServerOptions) {
    this.#built = built;
    this.#options = options;
  }

  /**
   * Serves stdin and stdout; resolves once it listens. Stray writes to stdout go to stderr meanwhile. At the
   * end of the input, and on SIGTERM and SIGINT, the server is closed and the process ends (STDIO-14); after
   * `close()` it goes on.
   */
  async stdio(): Promise<void> {
    this.#assertOpen();
    if (this.#onStdio) {
      const detail = "was called twice, and the process has one stdin";
      throw new BlazonError("ERR_OPTION_INVALID", { option: "stdio()", detail, fix: "Call it once" });
    }
    this.#onStdio = true;
    const handle = this.#keep(
      serveStdio(this.#built.port, linesOptionsOf(this.#options, this.#built.logger)),
    );
    this.#endWithProcess();
    void handle.closed.then(() => this.#closing ?? this.close().then(() => process.exit(0)));
  }

  /** Serves newline-delimited JSON on any duplex stream: a TCP or Unix socket, a pair of pipes (TRAN-07). */
  connect(stream: Duplex): Connection {
    this.#assertOpen();
    assertDuplex(stream);
    return this.#keep(
      serveLines(this.#built.port, {
        ...linesOptionsOf(this.#options, this.#built.logger),
        input: stream,
        output: stream,
      }),
    );
  }

  /**
   * Serves HTTP on a server of its own, with `/healthz` and `/readyz`; resolves with the address once it
   * listens. SIGTERM and SIGINT drain it and end the process.
   */
  async listen(options: ServerListenOptions = {}): Promise<HttpListener> {
    this.#assertOpen();
    assertOptions({ options, rules: LISTEN, of: "listen()" });
    const { signals = true, ...address } = options;
    const { listen } = await import("../transports/http/listen.js"); // node:http costs a stdio server its start
    const refuse = (refusal: Refusal) => this.#built.port.refuse(refusal);
    const http = httpOptionsOf(this.#options, this.#built);
    const listening = await listen(this.nodeHandler, { ...http, ...address, refuse });
    if (this.#closing !== undefined) {
      await listening.close();
      throw new BlazonError("ERR_SERVER_CLOSED");
    }
    this.#keep(listening);
    if (signals) this.#endWithProcess();
    return listening;
  }

  /** A request listener for `node:http`, Express, Fastify's raw requests or Nest; takes a parsed `req.body`. */
  get nodeHandler(): NodeHandler {
    this.#assertOpen();
    this.#nodeHandler ??= createNodeHandler(this.#built.port, this.#httpOptions());
    return this.#nodeHandler;
  }

  /**
   * A handler of web-standard requests (Hono, Bun, Deno). It sees no socket, so the hosts that are served
   * have to be named.
   *
   * @throws {BlazonError} `ERR_OPTION_INVALID` without `hosts` or `publicUrl`; `ERR_SERVER_CLOSED`.
   */
  get fetch(): FetchHandler {
    this.#assertOpen();
    this.#fetch ??= createFetchHandler(this.#built.port, this.#httpOptions());
    return this.#fetch;
  }

  /** Tells the clients that listen what has changed. */
  get notify(): Notifier {
    return this.#built.subscriptions.publisher;
  }

  /** What the server offers, and the way to change it while it runs. */
  get catalog(): Catalog {
    return this.#built.catalog;
  }

  /** Ends every connection in good order, then disposes what the container made. Resolves when all is done. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const { publisher, listening } = this.#built.subscriptions;
    listening.hub.close(); // what stays open by itself is ended first
    this.#built.legacy?.conclude();
    await Promise.all([...this.#open].map((connection) => connection.close()));
    this.#built.legacy?.close();
    this.#releaseSignals?.();
    await publisher.settled();
    try {
      await this.#built.container.dispose();
    } catch (error) {
      logAt(this.#built.logger, "error", { error }, "disposal failed while the server closed");
    }
  }

  #endWithProcess(): void {
    this.#releaseSignals ??= endProcessWith(() => this.close());
  }

  #keep<C extends { close(): Promise<void>; readonly closed?: Promise<void> }>(connection: C): C {
    this.#open.add(connection);
    void connection.closed?.then(() => this.#open.delete(connection));
    return connection;
  }

  #httpOptions(): ReturnType<typeof httpOptionsOf> {
    warnOfProduction(this.#options.requestState, this.#built.logger);
    return httpOptionsOf(this.#options, this.#built);
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new BlazonError("ERR_SERVER_CLOSED");
  }
}

function assertDuplex(stream: unknown): void {
  const { read, write } = (stream ?? {}) as { readonly read?: unknown; readonly write?: unknown }; // anything may be handed in
  if (typeof read === "function" && typeof write === "function") return;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option: "connect()",
    detail: `is given ${describe(stream)}, which is no duplex stream`,
    fix: "Give a socket, or Duplex.from({ readable, writable })",
  });
}
