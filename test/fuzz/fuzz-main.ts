import { once } from "node:events";
import { createServer as createSocketServer } from "node:net";
import { build } from "./fuzz-server.js";

/**
 * Serves the transport named on the command line until it is told to end. Standard error carries where it
 * listens, one line of JSON as every other.
 */
const server = await build();
if (process.argv[2] === "http") {
  const { port } = await server.listen();
  tell({ port });
} else {
  const sockets = createSocketServer({ allowHalfOpen: true }, (socket) => void server.connect(socket));
  await once(sockets.listen(0, "127.0.0.1"), "listening");
  await server.stdio();
  tell(sockets.address());
}

function tell(listening: unknown): void {
  process.stderr.write(`${JSON.stringify({ listening })}\n`);
}
