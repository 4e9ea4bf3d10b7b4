import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { createInterface } from "node:readline";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { JsonObject, Server } from "blazon";
import { connect as connectInProcess } from "blazon/testing";
import { isRecord, mirrorsOf } from "../support/link.js";
import type { ServerModule } from "../support/transports.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";

const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** One request and everything that comes for it, while it comes. */
export class Ear {
  readonly frames: JsonObject[] = [];
  status: number | undefined;
  contentType: string | null | undefined;
  /** Comments of an event stream: what keeps it open. */
  comments = 0;
  isOver = false;

  constructor(
    /** Ends it from the client's side, as the transport does that. */
    readonly leave: () => void,
  ) {}

  /** The result, or the error. */
  get reply(): JsonObject | undefined {
    return this.frames.find((frame) => "result" in frame || "error" in frame);
  }

  get methods(): readonly unknown[] {
    return this.frames.flatMap(({ method }) => (method === undefined ? [] : [method]));
  }

  take(frame: JsonObject): void {
    expectWireValid(frame);
    this.frames.push(frame);
  }

  /** Waits until so many frames are there. */
  async until(count: number): Promise<void> {
    await until(() => this.frames.length >= count);
  }

  /** Waits for the last of it. */
  async over(): Promise<void> {
    await until(() => this.isOver || this.reply !== undefined);
  }
}

/** Waits as many turns as it takes; the test's own time limit ends what never comes. */
export async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await turn();
}

/** A client's way to a server that keeps requests open. */
export interface EarLink {
  /** The server, where it is in this process. */
  readonly server: Server | undefined;
  /** Sends a request, and takes what comes. */
  open(message: JsonObject): Ear;
  /** Sends a request on a connection of its own where there are such, and waits for its reply. */
  ask(message: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface EarTransport {
  readonly name: string;
  readonly http: boolean;
  open(module: ServerModule): Promise<EarLink>;
}

/** Ears on one connection that carries everything: told apart by ids (SUB-11). */
class Pipe {
  readonly #ears = new Map<string, Ear>();
  readonly #write: (message: JsonObject) => void;
  /** What came for nobody. */
  readonly stray: JsonObject[] = [];

  constructor(write: (message: JsonObject) => void) {
    this.#write = write;
  }

  open(message: JsonObject): Ear {
    const { id } = message;
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } };
    const ear = new Ear(() => this.#write(cancelled));
    this.#ears.set(JSON.stringify(id), ear);
    this.#write(message);
    return ear;
  }

  async ask(message: JsonObject): Promise<JsonObject> {
    const ear = this.open(message);
    await ear.over();
    return ear.reply ?? {};
  }

  readonly take = (frame: JsonObject): void => {
    const meta = isRecord(frame.params) && isRecord(frame.params._meta) ? frame.params._meta : {};
    const ear = this.#ears.get(JSON.stringify(frame.id ?? meta[SUBSCRIPTION_ID]));
    if (ear === undefined) this.stray.push(frame);
    else ear.take(frame);
  };

  end(): void {
    for (const ear of this.#ears.values()) ear.isOver = true;
  }
}

const socket: EarTransport = {
  name: "a socket",
  http: false,
  async open({ build }) {
    const server = await build();
    const listener = createSocketServer({ allowHalfOpen: true }, (stream) => void server.connect(stream));
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const stream = connect((listener.address() as AddressInfo).port, "127.0.0.1"); // it listens on a port
    const pipe = new Pipe((message) => void stream.write(`${JSON.stringify(message)}\n`));
    const lines = createInterface(stream);
    lines.on("line", (line) => pipe.take(JSON.parse(line)));
    lines.on("close", () => pipe.end());
    stream.on("error", () => {});
    return {
      server,
      open: (message) => pipe.open(message),
      ask: (message) => pipe.ask(message),
      async close() {
        stream.destroy();
        listener.close();
        await server.close();
      },
    };
  },
};

/** A server in a process of its own, which is what `main` makes it. */
export function openProcess(
  main: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): EarLink {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "pipe"], env });
  const exited = once(child, "exit");
  const pipe = new Pipe((message) => void child.stdin.write(`${JSON.stringify(message)}\n`));
  const lines = createInterface(child.stdout);
  lines.on("line", (line) => pipe.take(JSON.parse(line)));
  lines.on("close", () => pipe.end());
  child.stderr.resume();
  return {
    server: undefined,
    open: (message) => pipe.open(message),
    ask: (message) => pipe.ask(message),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}

const stdio: EarTransport = {
  name: "stdio",
  http: false,
  open: async ({ url }) =>
    openProcess(fileURLToPath(new URL("../support/stdio-main.js", import.meta.url)), [url]),
};

type Send = (url: string, init: RequestInit) => Promise<Response>;

function post(send: Send, url: string, message: JsonObject): Ear {
  const controller = new AbortController();
  const ear = new Ear(() => controller.abort());
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...mirrorsOf(message),
  };
  const init = { method: "POST", headers, body: JSON.stringify(message), signal: controller.signal };
  void readInto(ear, send(url, init)).finally(() => {
    ear.isOver = true;
  });
  return ear;
}

async function readInto(ear: Ear, responding: Promise<Response>): Promise<void> {
  try {
    const response = await responding;
    ear.status = response.status;
    ear.contentType = response.headers.get("content-type");
    if (ear.contentType !== "text/event-stream") return ear.take((await response.json()) as JsonObject); // checked by take
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        if (event === ":") ear.comments++;
        else ear.take(JSON.parse(event.slice("data: ".length)));
      }
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
}

const http: EarTransport = {
  name: "HTTP",
  http: true,
  async open({ build }) {
    const server = await build();
    const { url } = await server.listen({ port: 0, signals: false });
    return httpLink(server, (message) => post(fetch, url, message));
  },
};

const fetchFront: EarTransport = {
  name: "fetch",
  http: true,
  async open({ build }) {
    const server = await build();
    const send: Send = (url, init) => server.fetch(new Request(url, init));
    return httpLink(server, (message) => post(send, "http://localhost/mcp", message));
  },
};

function httpLink(server: Server, open: (message: JsonObject) => Ear): EarLink {
  return {
    server,
    open,
    async ask(message) {
      const ear = open(message);
      await ear.over();
      return ear.reply ?? {};
    },
    close: () => server.close(),
  };
}

const memory: EarTransport = {
  name: "memory",
  http: false,
  async open({ build }) {
    const server = await build();
    const client = await connectInProcess(server);
    const pipe = new Pipe((message) => void client.send(message));
    let isOpen = true;
    const pump = async (): Promise<void> => {
      for (let taken = 0; isOpen; await turn()) {
        while (taken < client.frames.length) pipe.take(client.frames[taken++] ?? {});
      }
    };
    void pump();
    return {
      server,
      open: (message) => pipe.open(message),
      ask: (message) => pipe.ask(message),
      async close() {
        isOpen = false;
        await client.close();
        await server.close();
      },
    };
  },
};

/** Every transport a server is served on. */
export const EAR_TRANSPORTS: readonly EarTransport[] = [memory, socket, stdio, http, fetchFront];

let lastId = 0;

/** A listen with everything a request carries; `id` where the test needs one of its own. */
export function listen(notifications: unknown, id: string | number = `listen-${++lastId}`): JsonObject {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id, method: "subscriptions/listen", params: { notifications, _meta } };
}
