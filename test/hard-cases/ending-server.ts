import http from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, Feature, RequestContext, Tool } from "blazon";

/** A server on stdio with something in its process that would keep it alive; named on the command line. */
const keeper = process.argv[2];

@Feature()
class Desk {
  @Tool()
  quick(): string {
    return "quick";
  }

  @Tool()
  long(): string {
    return "x".repeat(2_000_000);
  }

  @Tool()
  async slow(ctx: RequestContext): Promise<string> {
    if (!ctx.signal.aborted) await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    console.error("slow: stopped");
    return "never heard";
  }

  [Symbol.dispose](): void {
    console.error("disposed");
  }
}

async function keepAlive(): Promise<void> {
  if (keeper === "interval") setInterval(() => {}, 1000);
  if (keeper !== "socket") return;
  const server = http.createServer((_request, response) => response.end("x"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const agent = new http.Agent({ keepAlive: true });
  await new Promise((resolve) =>
    http.get({ port, agent }, (response) => response.resume().on("end", resolve)),
  );
}

async function main(): Promise<void> {
  await keepAlive();
  if (keeper === "encoding") process.stdin.setEncoding("utf8");
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const server = await createServer({ name: "ending", version: "1.0.0", features: [Desk], logger });
  await server.stdio();
}

void main();
