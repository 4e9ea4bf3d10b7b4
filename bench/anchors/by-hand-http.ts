import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddRequest, answerAdd, createListTail, headersAgree } from "./by-hand.js";

const NOTHING = Buffer.alloc(0);
const listTail = Buffer.from(createListTail());

function answer(req: IncomingMessage, res: ServerResponse, body: string): void {
  const request: AddRequest = JSON.parse(body);
  const head = headersAgree(req.headers, request) ? headOf(request) : undefined;
  if (head === undefined) {
    res.writeHead(400).end();
    return;
  }
  const tail = request.method === "tools/list" ? listTail : NOTHING;
  const length = Buffer.byteLength(head) + tail.byteLength;
  res.writeHead(200, { "content-type": "application/json", "content-length": length });
  if (tail === NOTHING) res.end(head);
  else {
    res.write(head);
    res.end(tail);
  }
}

function headOf(request: AddRequest): string | undefined {
  return request.method === "tools/list" ? `{"jsonrpc":"2.0","id":${request.id}` : answerAdd(request);
}

const server = createServer((req, res) => {
  let body = "";
  req.setEncoding("utf8");
  req.on("data", (chunk: string) => {
    body += chunk;
  });
  req.on("end", () => answer(req, res, body));
});
server.listen(Number(process.env.PORT ?? 4010), "127.0.0.1", () => console.log("listening"));
