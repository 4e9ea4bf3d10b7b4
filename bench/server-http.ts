import { createServer } from "blazon";
import { createAdders } from "./adders.js";

async function main(): Promise<void> {
  const server = await createServer({ name: "bench", version: "1.0.0", features: createAdders() });
  const port = Number(process.env.PORT ?? 4010);
  const { url } = await server.listen({ host: "127.0.0.1", port, path: "/mcp" });
  console.log(`listening on ${url}`);
}

void main();
