import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Counts what is posted to it, and tells how often each text came. */
const seen = new Map<string, number>();

const server = createServer(async (request, response) => {
  if (request.method === "GET") return response.end(JSON.stringify([...seen]));
  let body = "";
  for await (const chunk of request) body += String(chunk);
  seen.set(body, (seen.get(body) ?? 0) + 1);
  return response.end(String(seen.size));
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  process.send?.(`http://127.0.0.1:${port}`);
});
