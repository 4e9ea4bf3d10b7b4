import { createServer } from "blazon";
import { createAdders } from "./adders.js";

async function main(): Promise<void> {
  const server = await createServer({ name: "bench", version: "1.0.0", features: createAdders() });
  await server.stdio();
}

void main();
