import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { messageOf, postOf } from "./requests.js";

const SERVER = fileURLToPath(new URL("./server-listens.js", import.meta.url));
/** Connections that are opened at a time: the backlog of a server is finite. */
const AT_A_TIME = 200;

export interface ListenFigures {
  readonly name: string;
  /** Kilobytes of heap and of resident memory that one open stream costs the server. */
  readonly heapKb: number;
  readonly rssKb: number;
  /** Milliseconds from an announcement to its arrival at the last of them. */
  readonly reachesAllMs: number;
  /** What is left of them when all are closed: listeners, and kilobytes of heap for each that there was. */
  readonly left: number;
  readonly leftKb: number;
}

interface Measured {
  readonly heapUsed: number;
  readonly rss: number;
  readonly left: number;
}

/** Opens many streams on a server that holds them as a listen and on one that does the least, and weighs both. */
export async function measureListens(count: number): Promise<readonly ListenFigures[]> {
  return [await measure("bare", count), await measure("listens", count)];
}

async function measure(kind: "bare" | "listens", count: number): Promise<ListenFigures> {
  const child = fork(SERVER, [kind], { execArgv: ["--expose-gc"] });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const warm = await openAll(port, AT_A_TIME); // what the first ones make is there for all
  await closeAll(child, warm);
  const empty = await ask(child);
  const streams = await openAll(port, count);
  const full = await ask(child);
  const reachesAllMs = await reachAll(child, streams);
  await closeAll(child, streams);
  const after = await ask(child);
  child.disconnect();
  await once(child, "exit");
  const each = (key: "heapUsed" | "rss", one: Measured) => (one[key] - empty[key]) / count / 1024;
  return {
    name: kind === "bare" ? "a bare open stream" : "Blazon",
    heapKb: each("heapUsed", full),
    rssKb: each("rss", full),
    reachesAllMs,
    left: after.left,
    leftKb: each("heapUsed", after),
  };
}

async function ask(child: ChildProcess): Promise<Measured> {
  child.send("measure");
  const [measured] = (await once(child, "message")) as [Measured];
  return measured;
}

async function openAll(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(AT_A_TIME, count - sockets.length);
    sockets.push(
      ...(await Promise.all(Array.from({ length: batch }, (_, index) => open(port, sockets.length + index)))),
    );
  }
  return sockets;
}

async function open(port: number, id: number): Promise<Socket> {
  const listen = messageOf(id, "subscriptions/listen", { notifications: { toolsListChanged: true } });
  const { headers, body } = postOf("subscriptions/listen", listen);
  const fields = {
    ...headers,
    accept: "text/event-stream",
    host: "127.0.0.1",
    "content-length": body.length,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST /mcp HTTP/1.1\r\n${head.join("")}\r\n${body}`);
  await until(socket, "acknowledged");
  return socket;
}

async function reachAll(child: ChildProcess, sockets: readonly Socket[]): Promise<number> {
  const all = Promise.all(sockets.map((socket) => until(socket, "list_changed")));
  const start = performance.now();
  child.send("announce");
  await all;
  return performance.now() - start;
}

function until(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let read = "";
    const fail = (): void => reject(new Error(`the stream ended before ${text}: ${read.slice(0, 300)}`));
    const onData = (chunk: Buffer): void => {
      read += chunk.toString();
      if (!read.includes(text)) return;
      socket.off("data", onData).off("close", fail);
      resolve();
    };
    socket.on("data", onData).on("close", fail);
  });
}

/** Closes them, and waits until the server has heard of it. */
async function closeAll(child: ChildProcess, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  for (let asked = 0; asked < 100 && (await ask(child)).left > 0; asked++)
    await new Promise((next) => setTimeout(next, 50));
}
