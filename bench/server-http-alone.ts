import { createServer } from "blazon";
import { createAdders } from "./adders.js";

/** The same server without the handshake revisions. */
async function main(): Promise<void> {
  const server = await createServer({
    name: "bench",
    version: "1.0.0",
    features: createAdders(),
    legacy: "off",
  });
  const { url } = await server.listen({
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 4010),
    path: "/mcp",
  });
  console.log(`listening on ${url}`);
}

void main();
