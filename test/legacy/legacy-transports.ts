import { spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex, PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ServerModule } from "../support/transports.js";
import { HttpClient, type LegacyClient, LineClient } from "./legacy-client.js";

/** A transport that clients of the handshake revisions use. */
export interface LegacyTransport {
  readonly name: string;
  readonly http: boolean;
  open(module: ServerModule): Promise<LegacyClient>;
}

const memory: LegacyTransport = {
  name: "memory",
  http: false,
  async open({ build }) {
    const server = await build();
    const [input, output] = [new PassThrough(), new PassThrough()];
    server.connect(Duplex.from({ readable: input, writable: output }));
    return new LineClient(output, input, () => server.close());
  },
};

const stdio: LegacyTransport = {
  name: "stdio",
  http: false,
  async open({ url }) {
    const main = fileURLToPath(new URL("../support/stdio-main.js", import.meta.url));
    const child = spawn(process.execPath, [main, url], { stdio: ["pipe", "pipe", "ignore"] });
    const exited = once(child, "exit");
    return new LineClient(child.stdout, child.stdin, async () => {
      child.stdin.end();
      await exited;
    });
  },
};

const http: LegacyTransport = {
  name: "HTTP",
  http: true,
  open: ({ build }) => listening(build),
};

const fetchFront: LegacyTransport = {
  name: "fetch",
  http: true,
  async open({ build }) {
    const server = await build();
    const send = (init: RequestInit) => server.fetch(new Request("http://localhost/mcp", init));
    return new HttpClient(send, () => server.close());
  },
};

/** Over a real socket. */
export async function listening(build: ServerModule["build"]): Promise<HttpClient> {
  const server = await build();
  const { url } = await server.listen({ port: 0, signals: false });
  return new HttpClient(
    (init) => fetch(url, init),
    () => server.close(),
  );
}

export const LEGACY_TRANSPORTS: readonly LegacyTransport[] = [memory, stdio, http, fetchFront];
