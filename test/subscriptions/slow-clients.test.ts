import { once } from "node:events";
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { createServer, Feature, Resource, type Server, type ServerOptions } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { mirrorsOf } from "../support/link.js";
import { EAR_TRANSPORTS, listen, until } from "./ears.js";

/** More than a socket's buffers hold, of events that are no more than three in kind. */
const EVENTS = 4000;
const URIS = ["a", "b", "c"].map((letter) => `note://${letter.repeat(8000)}`);
const UPDATED = "notifications/resources/updated";

@Feature()
class Notes {
  @Resource("note://{id}")
  note(): string {
    return "note";
  }
}

const logged: string[] = [];
const logger = {
  debug() {},
  info() {},
  warn: (_: unknown, text: string) => void logged.push(text),
  error() {},
};

const build = (options: Partial<ServerOptions> = {}): Promise<Server> =>
  createServer({
    name: "notes",
    version: "1.0.0",
    features: [Notes],
    logger,
    hosts: ["localhost", "127.0.0.1"],
    ...options,
  });

/** Announces far more than anybody reads meanwhile; with a turn now and then, so that sockets can be written to. */
async function broadcast(server: Server, eventsATurn = 1): Promise<void> {
  for (let event = 0; event < EVENTS; event++) {
    server.notify.resourceUpdated(URIS[event % URIS.length] ?? "");
    if (event % eventsATurn === 0) await turn();
  }
}

/** A client whose reading is in the hands of the test. */
interface SlowClient {
  /** The URIs of the updates that have come so far. */
  readonly heard: string[];
  readonly isClosed: () => boolean;
  resume(): void;
  destroy(): void;
}

function hear(stream: Socket): SlowClient {
  const heard: string[] = [];
  let rest = "";
  let isClosed = false;
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const start = line.indexOf("{");
      if (start >= 0 && line.includes(UPDATED)) heard.push(JSON.parse(line.slice(start)).params.uri);
    }
  });
  stream
    .on("error", () => {})
    .on("close", () => {
      isClosed = true;
    });
  return { heard, isClosed: () => isClosed, resume: () => stream.resume(), destroy: () => stream.destroy() };
}

/** A client that sends its listen, reads the acknowledgement and then nothing. */
async function openSlow(port: number, isHttp: boolean): Promise<SlowClient> {
  const message = listen({ resourceSubscriptions: URIS });
  const body = JSON.stringify(message);
  const headers = { ...mirrorsOf(message), host: "127.0.0.1", "content-type": "application/json" };
  const head = Object.entries({ ...headers, "content-length": String(body.length) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const stream = connect(port, "127.0.0.1");
  await once(stream, "connect");
  stream.write(isHttp ? `POST /mcp HTTP/1.1\r\n${head.join("")}\r\n${body}` : `${body}\n`);
  let start = "";
  while (!start.includes("acknowledged")) {
    const [chunk] = await once(stream, "data");
    start += String(chunk);
  }
  stream.pause();
  return hear(stream);
}

const open: { close(): unknown }[] = [];

async function serve(
  isHttp: boolean,
  options: Partial<ServerOptions> = {},
): Promise<{ server: Server; port: number }> {
  const server = await build(options);
  open.push(server);
  if (isHttp) return { server, port: (await server.listen({ port: 0, signals: false, drainMs: 0 })).port };
  const listener = createSocketServer({ allowHalfOpen: true }, (stream) => void server.connect(stream));
  open.push(listener);
  await once(listener.listen(0, "127.0.0.1"), "listening");
  return { server, port: (listener.address() as AddressInfo).port }; // it listens on a port
}

for (const isHttp of [true, false]) {
  describe(`a client that does not read its listen, over ${isHttp ? "HTTP" : "a socket"} (G02)`, function () {
    this.timeout(60_000);
    const clients: SlowClient[] = [];

    afterEach(async () => {
      for (const client of clients.splice(0)) client.destroy();
      for (const each of open.splice(0)) await each.close();
      logged.length = 0;
    });

    it("hears each kind of change once more when it reads again, and not once for each that it slept through", async () => {
      const { server, port } = await serve(isHttp, { keepAliveMs: 0 });
      const slow = await openSlow(port, isHttp);
      clients.push(slow);
      await broadcast(server);
      slow.resume();
      await until(() => slow.heard.length >= URIS.length);
      server.notify.resourceUpdated(URIS[0] ?? "");
      const fence = await openSlow(port, isHttp);
      clients.push(fence);
      fence.resume();
      server.notify.resourceUpdated(URIS[1] ?? "");
      await until(() => fence.heard.length === 1 && slow.heard.at(-1) === URIS[1]);
      expect(slow.heard.length).to.be.lessThan(EVENTS);
      expect(new Set(slow.heard.slice(-2 * URIS.length))).to.eql(new Set(URIS));
    });

    it("holds up nobody else, however many there are", async () => {
      const { server, port } = await serve(isHttp, { keepAliveMs: 0 });
      for (let index = 0; index < 100; index++) clients.push(await openSlow(port, isHttp));
      const quick = await openSlow(port, isHttp);
      clients.push(quick);
      quick.resume();
      await broadcast(server, 50);
      server.notify.resourceUpdated(URIS[2] ?? "");
      await until(() => quick.heard.at(-1) === URIS[2] && quick.heard.length >= URIS.length);
      expect(clients.slice(0, 100).every(({ heard }) => heard.length === 0)).to.equal(true);
    });

    if (!isHttp) return;
    it("is ended where it takes nothing from one comment to the next, and gives its seat back", async () => {
      const { server, port } = await serve(true, { keepAliveMs: 20, subscriptions: { maxListens: 1 } });
      const slow = await openSlow(port, true);
      clients.push(slow);
      await broadcast(server);
      await until(() => logged.length > 0);
      expect(logged).to.eql(["A client does not read its stream; it is ended"]);
      const next = await openSlow(port, true);
      clients.push(next);
      next.resume();
      server.notify.resourceUpdated(URIS[0] ?? "");
      await until(() => next.heard.length === 1);
    });
  });
}

describe("a body that nobody reads, over fetch (G02)", () => {
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  it("holds no more than the client asked for, and gives that when it is read", async () => {
    const server = await build({ keepAliveMs: 0 });
    open.push(server);
    const message = listen({ resourceSubscriptions: URIS });
    const headers = {
      "content-type": "application/json",
      accept: "text/event-stream",
      ...mirrorsOf(message),
    };
    const response = await server.fetch(
      new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(message) }),
    );
    await broadcast(server);
    const reader = response.body?.getReader() ?? expect.fail("no body");
    const decoder = new TextDecoder();
    let text = "";
    while (!URIS.every((uri) => text.includes(uri))) text += decoder.decode((await reader.read()).value);
    expect(text.split(UPDATED).length - 1).to.be.lessThan(10);
    await reader.cancel();
  });
});

describe("many listens that end", () => {
  for (const transport of EAR_TRANSPORTS.filter(({ name }) => name !== "stdio")) {
    it(`leave nothing on the bus, over ${transport.name}`, async () => {
      const listeners = new Set<object>();
      const bus = {
        publish() {},
        subscribe(_channel: string, listener: object) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
      const link = await transport.open({
        url: import.meta.url,
        build: () => build({ subscriptions: { bus } }),
      });
      const ears = Array.from({ length: 200 }, () =>
        link.open(listen({ resourceSubscriptions: ["note://a", "note://b"] })),
      );
      await Promise.all(ears.map((ear) => ear.until(1)));
      expect(listeners.size).to.equal(1);
      for (const ear of ears) ear.leave();
      await until(() => listeners.size === 0);
      await link.close();
    });
  }
});
