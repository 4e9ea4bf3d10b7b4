import { Duplex, PassThrough } from "node:stream";
import type { JsonObject, Server } from "blazon";
import { framesOf } from "../support/transports.js";

/** A client of a handshake revision, the same on every transport. */
export interface LegacyLink {
  /** Sends a request, and gives the frames that came for it, the answer last. */
  request(method: string, params?: JsonObject): Promise<readonly JsonObject[]>;
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Answers questions of the server from now on. */
  onQuestion(answer: (question: JsonObject) => JsonObject): void;
  close(): Promise<void>;
}

type Open = (server: Server) => LegacyLink;

function lines(server: Server): LegacyLink {
  const [input, output] = [new PassThrough(), new PassThrough()];
  server.connect(Duplex.from({ readable: input, writable: output }));
  let answer: ((question: JsonObject) => JsonObject) | undefined;
  let frames: JsonObject[] = [];
  let id = 0;
  const waiting = new Map<unknown, () => void>();
  const write = (message: JsonObject): void => void input.write(`${JSON.stringify(message)}\n`);
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const pieces = (rest + chunk.toString()).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      const frame = JSON.parse(piece) as JsonObject; // one frame a line
      frames.push(frame);
      if (frame.method === undefined) waiting.get(frame.id)?.();
      else if (frame.id !== undefined && answer !== undefined)
        write({ jsonrpc: "2.0", id: frame.id, ...answer(frame) });
    }
  });
  return {
    async request(method, params) {
      frames = [];
      const own = ++id;
      const done = new Promise<void>((resolve) => waiting.set(own, resolve));
      write({ jsonrpc: "2.0", id: own, method, ...(params && { params }) });
      await done;
      return frames;
    },
    async notify(method, params) {
      write({ jsonrpc: "2.0", method, ...(params && { params }) });
    },
    onQuestion(given) {
      answer = given;
    },
    close: () => server.close(),
  };
}

function http(server: Server): LegacyLink {
  let session: string | undefined;
  let answer: ((question: JsonObject) => JsonObject) | undefined;
  let id = 0;
  const post = async (message: JsonObject): Promise<readonly JsonObject[]> => {
    const response = await server.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session !== undefined && { "mcp-session-id": session }),
        },
        body: JSON.stringify(message),
      }),
    );
    session ??= response.headers.get("mcp-session-id") ?? undefined;
    const type = response.headers.get("content-type") ?? "";
    if (!type.startsWith("text/event-stream")) {
      const text = await response.text();
      return text === "" ? [] : framesOf(type, text);
    }
    const frames: JsonObject[] = [];
    let rest = "";
    for await (const chunk of response.body ?? []) {
      const events = (rest + Buffer.from(chunk).toString()).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: ?(.+)$/m.exec(event)?.[1];
        if (data === undefined) continue;
        const frame = JSON.parse(data) as JsonObject; // one frame an event
        frames.push(frame);
        if (frame.method !== undefined && frame.id !== undefined && answer !== undefined)
          await post({ jsonrpc: "2.0", id: frame.id, ...answer(frame) });
      }
    }
    return frames;
  };
  return {
    request: (method, params) => post({ jsonrpc: "2.0", id: ++id, method, ...(params && { params }) }),
    async notify(method, params) {
      await post({ jsonrpc: "2.0", method, ...(params && { params }) });
    },
    onQuestion(given) {
      answer = given;
    },
    close: () => server.close(),
  };
}

export const LEGACY_LINKS: readonly { readonly name: string; readonly open: Open }[] = [
  { name: "lines", open: lines },
  { name: "HTTP", open: http },
];
