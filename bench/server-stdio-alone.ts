import { createServer } from "blazon";
import { createAdders } from "./adders.js";

/** The same server without the handshake revisions. */
async function main(): Promise<void> {
  const features = createAdders();
  const server = await createServer({ name: "bench", version: "1.0.0", features, legacy: "off" });
  await server.stdio();
}

void main();
