import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const Pair = z.object({ a: z.number(), b: z.number() });

/** The same tools on the official SDK, which builds a server for every request. Schemas are built once. */
export function createSdkServer(): McpServer {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  const count = Number(process.env.TOOLS ?? 1);
  for (let index = 0; index < count; index++) {
    const name = index === 0 ? "add" : `add${index}`;
    server.registerTool(name, { description: "Add two numbers", inputSchema: Pair }, ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
    }));
  }
  return server;
}
