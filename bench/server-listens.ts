import { createServer as createHttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, Feature, MemoryBus, Tool } from "blazon";

/** What the bench asks of a server that holds streams open, over IPC. */
interface Held {
  readonly port: number;
  announce(): void;
  /** Listeners that are left on the bus. */
  left(): number;
}

@Feature()
class Desk {
  @Tool()
  add(): string {
    return "3";
  }
}

class CountingBus extends MemoryBus {
  listeners = 0;

  override subscribe(...args: Parameters<MemoryBus["subscribe"]>): () => void {
    const unsubscribe = super.subscribe(...args);
    this.listeners++;
    return () => {
      this.listeners--;
      void unsubscribe();
    };
  }
}

async function listens(): Promise<Held> {
  const bus = new CountingBus();
  const server = await createServer({
    name: "bench",
    version: "1.0.0",
    features: [Desk],
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    subscriptions: { bus, maxListens: 20_000, maxListensPerCaller: 20_000 },
  });
  const { port } = await server.listen({ port: 0 });
  return { port, announce: () => server.notify.toolsChanged(), left: () => bus.listeners };
}

/** The least that holds a stream open: the response of `node:http`, kept in a set. */
async function bare(): Promise<Held> {
  const open = new Set<ServerResponse>();
  const server = createHttpServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write('data: {"acknowledged":true}\n\n');
      open.add(response);
      response.once("close", () => open.delete(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    announce() {
      for (const response of open) response.write('data: {"list_changed":true}\n\n');
    },
    left: () => open.size,
  };
}

async function main(): Promise<void> {
  const held = await (process.argv[2] === "bare" ? bare() : listens());
  process.on("message", (command) => {
    if (command === "announce") return held.announce();
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    process.send?.({ heapUsed, rss, left: held.left() });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port: held.port });
}

void main();
