import http from "node:http";
import type { AddressInfo } from "node:net";
import { createFetchHandler } from "../../../src/transports/http/fetch-handler.js";
import type { HttpOptions } from "../../../src/transports/http/http-options.js";
import { createNodeHandler, type NodeHandler } from "../../../src/transports/http/node-handler.js";
import type { FakePort } from "../fake-port.js";

export interface Sent {
  readonly method?: string;
  /** By lower-cased name; a list sends the field several times. Undefined leaves a usual one out. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: string | Buffer;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** One way to reach the same exchange core. */
export interface Front {
  readonly name: string;
  /** The `Host` that the front's clients send. */
  readonly host: string;
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export const USUAL = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export async function serveNode(handler: NodeHandler) {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, host: `127.0.0.1:${port}`, close };
}

export function sendNode(port: number, { method = "POST", headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const fields = Object.entries({ ...USUAL, ...headers }).filter(([, value]) => value !== undefined);
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method,
        agent: false,
        headers: Object.fromEntries(fields) as http.OutgoingHttpHeaders,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, headers: headers as Received["headers"], text });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

async function nodeFront(port: FakePort, options: HttpOptions): Promise<Front> {
  const { port: number, host, close } = await serveNode(createNodeHandler(port, options));
  return { name: "node", host, close, send: (sent) => sendNode(number, sent) };
}

async function fetchFront(port: FakePort, options: HttpOptions): Promise<Front> {
  const host = "127.0.0.1:3000";
  const handler = createFetchHandler(port, { hosts: ["127.0.0.1", "localhost", "[::1]"], ...options });
  const send = async ({ method = "POST", headers, body }: Sent) => {
    const fields = new Headers();
    for (const [name, value] of Object.entries({ host, ...USUAL, ...headers })) {
      for (const one of value === undefined ? [] : [value].flat()) fields.append(name, one);
    }
    const content = body === undefined || method === "GET" ? {} : { body };
    const response = await handler(
      new Request(`http://${host}/mcp`, { method, headers: fields, ...content }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  };
  return { name: "fetch", host, send, close: async () => {} };
}

/** Every front, for tests whose truth is the same on all of them. */
export const FRONTS = { node: nodeFront, fetch: fetchFront };
