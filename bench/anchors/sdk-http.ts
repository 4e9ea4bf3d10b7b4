import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createSdkServer } from "./sdk-server.js";

const handle = toNodeHandler(createMcpHandler(createSdkServer));
// The handler's own type of a request leaves out that optional members may be undefined.
const server = createServer((req, res) => void handle(req as Parameters<typeof handle>[0], res));
server.listen(Number(process.env.PORT ?? 4010), "127.0.0.1", () => console.log("listening"));
