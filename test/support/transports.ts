import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer as createSocketServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { JsonObject, Server } from "blazon";
import { connect } from "blazon/testing";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { type Answered, answered, isRecord, type Link, mirrorsOf } from "./link.js";

/** A module that exports how a server is built; a child process imports it as well. */
export interface ServerModule {
  /** `import.meta.url` of the module. */
  readonly url: string;
  readonly build: () => Promise<Server>;
}

/** A transport that a suite runs on. */
export interface Transport {
  readonly name: string;
  /** Whether messages have headers and answers have statuses. */
  readonly http: boolean;
  open(module: ServerModule): Promise<Link>;
}

const memory: Transport = {
  name: "memory",
  http: false,
  async open({ build }) {
    const server = await build();
    const client = await connect(server);
    return {
      async send(message) {
        const before = client.frames.length;
        await client.send(message);
        return checked(client.frames.slice(before));
      },
      async close() {
        await client.close();
        await server.close();
      },
    };
  },
};

const socket: Transport = {
  name: "a socket",
  http: false,
  async open({ build }) {
    const server = await build();
    const listener = createSocketServer({ allowHalfOpen: true }, (stream) => void server.connect(stream));
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const { port } = listener.address() as AddressInfo; // it listens on a port
    const stream = connectSocket(port, "127.0.0.1");
    await once(stream, "connect");
    const close = async () => {
      stream.destroy();
      listener.close();
      await server.close();
    };
    return lineLink(stream, stream, close);
  },
};

const stdio: Transport = {
  name: "stdio",
  http: false,
  async open({ url }) {
    const main = fileURLToPath(new URL("./stdio-main.js", import.meta.url));
    const child = spawn(process.execPath, [main, url], { stdio: ["pipe", "pipe", "pipe"] });
    const exited = once(child, "exit");
    const close = async () => {
      child.stdin.end();
      await exited;
    };
    return lineLink(child.stdout, child.stdin, close);
  },
};

/** Sends lines; what comes back until the reply belongs to the message, for these links are used one by one. */
function lineLink(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  close: () => Promise<void>,
): Link {
  const lines = linesOf(input);
  let fence = 0;
  return {
    async send(message) {
      output.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
      // A message may have no answer; a request behind it always has one, and comes back after.
      const id = `fence-${++fence}`;
      const params = { _meta: FENCE_META };
      const pending = isAnswered(message) ? undefined : id;
      if (pending !== undefined)
        output.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "server/discover", params })}\n`);
      const frames: JsonObject[] = [];
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error("The connection ended before the answer");
        const frame = JSON.parse(value) as JsonObject; // a frame that is no object fails the wire check below
        if (frame.id === id) return checked(frames);
        frames.push(frame);
        if (pending === undefined && ("result" in frame || "error" in frame)) return checked(frames);
      }
    },
    close,
  };
}

/** Requests are answered; notifications, and responses of a client, are not. */
function isAnswered(message: unknown): boolean {
  return isRecord(message) && message.id !== undefined && !("result" in message || "error" in message);
}

/** Lines end with a newline and nothing else: U+2028 is a character like any other. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of input) {
    const pieces = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    yield* pieces;
  }
}

const FENCE_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const http: Transport = {
  name: "HTTP",
  http: true,
  async open({ build }) {
    const server = await build();
    const { url } = await server.listen({ port: 0, signals: false });
    return { send: (message) => post(url, message, fetch), close: () => server.close() };
  },
};

const fetchFront: Transport = {
  name: "fetch",
  http: true,
  async open({ build }) {
    const server = await build();
    const serve = (url: string, init: RequestInit) => server.fetch(new Request(url, init));
    return { send: (message) => post("http://localhost/mcp", message, serve), close: () => server.close() };
  },
};

async function post(
  url: string,
  message: unknown,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Promise<Answered> {
  const response = await send(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...mirrorsOf(message),
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
  const body = await response.text();
  return checked(framesOf(response.headers.get("content-type") ?? "", body), response.status);
}

/** The frames of a body: one JSON object, or an event each. */
export function framesOf(contentType: string, body: string): JsonObject[] {
  if (contentType.startsWith("application/json")) return [JSON.parse(body) as JsonObject]; // checked below
  const events = body.split("\n\n").flatMap((event) => {
    const data = event.split("\n").filter((line) => line.startsWith("data:"));
    return data.length === 0 ? [] : [data.map((line) => line.slice(5).trimStart()).join("\n")];
  });
  return events.map((data) => JSON.parse(data) as JsonObject); // checked below
}

function checked(frames: readonly JsonObject[], status?: number): Answered {
  for (const frame of frames) expectWireValid(frame);
  return answered(frames, status);
}

/** Every transport a server is served on. */
export const TRANSPORTS: readonly Transport[] = [memory, socket, stdio, http, fetchFront];
