import cluster from "node:cluster";
import { createServer, Feature, MemoryReplayGuard, type RequestStateOptions, Tool } from "blazon";

const [how, options] = process.argv.slice(2);
const keys = [{ id: "k", secret: "a secret that all workers have, 32 bytes" }];

const REQUEST_STATES: Readonly<Record<string, RequestStateOptions>> = {
  none: {},
  keys: { keys },
  "memory-guard": { keys, guard: new MemoryReplayGuard() },
};

@Feature()
class Desk {
  @Tool() quiet(): void {}
}

async function serve(): Promise<string[]> {
  const warnings: string[] = [];
  const logger = {
    debug() {},
    info() {},
    warn: (_: object, text: string) => void warnings.push(text),
    error() {},
  };
  const requestState = REQUEST_STATES[String(options)] ?? {};
  const server = await createServer({ name: "x", version: "1.0.0", features: [Desk], logger, requestState });
  await server.listen({ port: 0, signals: false });
  await server.close();
  return warnings;
}

async function main(): Promise<void> {
  if (how === "cluster" && cluster.isPrimary) {
    const worker = cluster.fork();
    worker.on("message", (warnings) => {
      process.send?.(warnings, () => process.exit(0));
    });
    return;
  }
  process.send?.(await serve(), undefined, undefined, () => process.exit(0));
}

void main();
