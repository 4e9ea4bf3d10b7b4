import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { BlazonError } from "../../errors/blazon-error.js";
import { Refusal } from "../../errors/refusal.js";
import { logAt } from "../../logging/logger.js";
import { parseLimit } from "../limit.js";
import { isAssetPath } from "./assets.js";
import { isLoopbackAddress } from "./authority.js";
import type { HttpOptions } from "./http-options.js";
import type { NodeHandler } from "./node-handler.js";
import { pathOf } from "./request-target.js";

/** How long a client may take over its head, and over the whole of its request, in milliseconds. */
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };
/** How often a draining server looks for connections that have become idle, in milliseconds. */
const SWEEP_MS = 50;
const PATH = /^\/[!-~]*$/;
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

export interface ListenOptions extends Pick<HttpOptions, "hosts" | "publicUrl" | "logger" | "assets"> {
  /** 0, or nothing, for one that is free. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 without it, which other machines cannot reach (HTTP-05). */
  readonly host?: string;
  /** The endpoint; `/mcp` without it. */
  readonly path?: string;
  /** How long running calls may go on after `close()`, in milliseconds; 10000 without it. */
  readonly drainMs?: number;
  /** More paths, served ahead of the host check: what must be readable by anybody. */
  readonly routes?: ReadonlyMap<string, NodeHandler>;
  /** Told of every request for a path there is none of. */
  readonly refuse?: (refusal: Refusal) => unknown;
}

export interface HttpListener {
  /** Where clients connect. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting, lets running calls finish, closes what is idle, and cuts what is left after `drainMs`.
   * Streams that stay open by themselves are their owner's to end first. Never rejects; once is enough.
   */
  close(): Promise<void>;
}

/**
 * Listens on `node:http`: the handler on its path and for files, `/healthz` and `/readyz` beside it, 404 elsewhere.
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for an option no server can follow; `ERR_LISTEN` (the promise
 * rejects) where the address is taken, not this machine's, or not allowed.
 */
export async function listen(handler: NodeHandler, options: ListenOptions = {}): Promise<HttpListener> {
  const { host = "127.0.0.1", path = "/mcp" } = options;
  const port = parseLimit("port", options.port, 0, { min: 0, max: 65_535, unit: "port" });
  const drainMs = parseLimit("drainMs", options.drainMs, 10_000, {
    min: 0,
    max: 3_600_000,
    unit: "milliseconds",
  });
  if (!PATH.test(path) || path.includes("?") || path.includes("#")) throw pathInvalid(path);
  if (options.assets !== undefined && isAssetPath(path)) throw pathTaken(path);
  const connections = new Connections();
  const drain = new Drain(drainMs, connections);
  const server = createServer(TIMEOUTS, route(handler, path, options, drain));
  connections.watch(server);
  await bind(server, port, host);
  warnIfOpen(host, options);
  // A server that listens on a port has an address with one.
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://${shown(host)}:${bound}${path}`, port: bound, close: () => drain.run(server) };
}

/**
 * The open connections, each with its newest response. `closeIdleConnections()` passes over one that never
 * sent a whole request, such as those a browser opens ahead of need.
 */
class Connections {
  readonly #newest = new Map<Socket, ServerResponse | undefined>();

  watch(server: Server): void {
    server.on("connection", (socket: Socket) => {
      this.#newest.set(socket, undefined);
      socket.once("close", () => this.#newest.delete(socket));
    });
    server.on("request", ({ socket }, response) => void this.#newest.set(socket, response));
  }

  /** Closes those on which no request runs. Responses of one connection are sent in order: the newest is the last. */
  closeIdle(): void {
    for (const [socket, response] of this.#newest) {
      if (response === undefined || response.writableFinished) socket.destroy();
    }
  }
}

/** The end of a server, which comes once. */
class Drain {
  readonly #deadlineMs: number;
  readonly #connections: Connections;
  #done: Promise<void> | undefined;

  constructor(deadlineMs: number, connections: Connections) {
    this.#deadlineMs = deadlineMs;
    this.#connections = connections;
  }

  get started(): boolean {
    return this.#done !== undefined;
  }

  run(server: Server): Promise<void> {
    this.#done ??= this.#close(server);
    return this.#done;
  }

  async #close(server: Server): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.#connections.closeIdle();
    const sweep = setInterval(() => this.#connections.closeIdle(), SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), this.#deadlineMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}

function route(handler: NodeHandler, path: string, options: ListenOptions, drain: Drain): NodeHandler {
  const routes = new Map<string, NodeHandler>(options.routes);
  routes.set(
    "/healthz",
    probe(() => true),
  );
  routes.set(
    "/readyz",
    probe(() => !drain.started),
  );
  routes.set(path, handler);
  const notFound = new Refusal("ERR_HTTP_PATH");
  return (request, response) => {
    if (drain.started) response.shouldKeepAlive = false;
    const asked = pathOf(request.url ?? "");
    const found = routes.get(asked);
    if (found !== undefined) return found(request, response);
    if (options.assets !== undefined && isAssetPath(asked)) return handler(request, response);
    options.refuse?.(notFound);
    answerPlain(response, 404, notFound.message);
  };
}

/** A health path: it says nothing but yes or no, and so to anybody. */
function probe(isWell: () => boolean): NodeHandler {
  return ({ method }, response) => {
    if (method !== "GET" && method !== "HEAD")
      answerPlain(response, 405, "Method not allowed", ["allow", "GET, HEAD"]);
    else if (isWell()) answerPlain(response, 200, "ok");
    else answerPlain(response, 503, "closing");
  };
}

function answerPlain(
  response: ServerResponse,
  status: number,
  text: string,
  extra: readonly string[] = [],
): void {
  const head = ["content-type", "text/plain; charset=utf-8", "content-length", String(text.length)];
  response.writeHead(status, [...head, "cache-control", "no-store", ...extra]).end(text);
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(listenError(error, `${shown(host)}:${port}`));
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

const LISTEN_PROBLEMS: Readonly<Record<string, { readonly detail: string; readonly fix: string }>> = {
  EADDRINUSE: {
    detail: "another program listens there",
    fix: "Stop it, or give another `port` (0 takes one that is free)",
  },
  EACCES: {
    detail: "the system does not allow it",
    fix: "Give a `port` from 1024, or the process the right to bind it",
  },
  EADDRNOTAVAIL: {
    detail: "this machine has no such address",
    fix: "Give `host` an address of this machine",
  },
  ENOTFOUND: { detail: "the name does not resolve", fix: "Give `host` an address of this machine" },
};

function listenError(error: NodeJS.ErrnoException, address: string): BlazonError {
  const { detail, fix } = LISTEN_PROBLEMS[error.code ?? ""] ?? {
    detail: error.message,
    fix: "Give another `host` or `port`",
  };
  return new BlazonError("ERR_LISTEN", { address, detail, fix }, { cause: error });
}

function pathInvalid(path: string): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option: "path",
    detail: `is ${JSON.stringify(path)}`,
    fix: "Give an absolute path without query or fragment, such as /mcp",
  });
}

function pathTaken(path: string): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option: "path",
    detail: `is ${JSON.stringify(path)}, and icons are served below /icons/`,
    fix: "Give another path, such as /mcp",
  });
}

function warnIfOpen(host: string, { hosts, publicUrl, logger }: ListenOptions): void {
  const open = host !== "localhost" && !isLoopbackAddress(host);
  if (!open || logger === undefined || hosts !== undefined || publicUrl !== undefined) return;
  const message = "Other machines can reach this server under any name: set `hosts` or `publicUrl`";
  logAt(logger, "warning", { host }, message);
}

function shown(host: string): string {
  if (WILDCARDS.has(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
