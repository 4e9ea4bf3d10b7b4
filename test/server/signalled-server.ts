import { createServer, Feature, Tool } from "blazon";

/** A process with one or several servers, which tells its parent what happens in it. */
const [, , transport, count] = process.argv;

function tell(what: unknown): void {
  process.send?.(what);
}

let release: () => void = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

@Feature()
class Desk {
  /** Is done when the parent says so. */
  @Tool()
  async held(): Promise<string> {
    tell("began");
    await released;
    return "done";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.resolve();
    tell("disposed");
  }
}

async function main(): Promise<void> {
  process.on("message", () => release());
  const urls: string[] = [];
  for (let made = 0; made < Number(count); made++) {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const server = await createServer({ name: "signalled", version: "1.0.0", features: [Desk], logger });
    if (transport === "stdio") await server.stdio();
    else urls.push((await server.listen({ port: 0, drainMs: 600_000 })).url);
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => tell(signal));
  tell(urls);
}

void main();
