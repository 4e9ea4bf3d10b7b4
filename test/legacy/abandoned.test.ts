import { type Bus, createServer, MemoryBus, MemoryEventStore, type Server } from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { collectGarbage } from "../support/collect-garbage.js";
import { Desk } from "./desk-server.js";
import { HttpClient } from "./legacy-client.js";

const COUNT = 1000;
const IDLE_MS = 60_000;
/** Far less than what one session holds, times their number. */
const FLAT_BYTES = 2_000_000;

async function heapBytes(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Counts who is on the bus. */
class CountingBus implements Bus {
  readonly #bus = new MemoryBus();
  size = 0;

  async publish(...args: Parameters<Bus["publish"]>): Promise<void> {
    await this.#bus.publish(...args);
  }

  async subscribe(...args: Parameters<Bus["subscribe"]>): Promise<() => Promise<void>> {
    const leave = await this.#bus.subscribe(...args);
    this.size++;
    return async () => {
      this.size--;
      await leave();
    };
  }
}

describe("a thousand sessions that were opened and left", () => {
  let server: Server;
  const own = { setInterval, clearInterval };
  let now = 0;
  const store = new MemoryEventStore();
  const bus = new CountingBus();
  const intervals = new Map<object, () => void>();
  beforeEach(async () => {
    const setInterval = (tick: () => void) => {
      const interval = { unref: () => interval };
      intervals.set(interval, tick);
      return interval;
    };
    const clearInterval = (interval: object) => intervals.delete(interval);
    Object.assign(globalThis, { setInterval, clearInterval }); // a mock would keep every call
    Object.assign(performance, { now: () => now });
    server = await createServer({
      name: "desk",
      version: "1.0.0",
      features: [Desk],
      hosts: "any",
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      subscriptions: { bus, maxListens: COUNT, maxListensPerCaller: COUNT },
      legacy: { idleMs: IDLE_MS, maxSessions: COUNT, maxSessionsPerCaller: COUNT, eventStore: store },
    });
  });
  afterEach(async () => {
    Object.assign(globalThis, own);
    Reflect.deleteProperty(performance, "now"); // the own one is the prototype's
    await server.close();
  });

  const client = (): HttpClient =>
    new HttpClient(
      (init) => server.fetch(new Request("http://localhost/mcp", init)),
      async () => {},
    );

  /** Opens one that subscribes, has a stream, and has asked for something it does not wait for. */
  const leave = async (): Promise<string> => {
    const left = client();
    const cut = new AbortController();
    await left.open("2025-11-25", { elicitation: {} }, false);
    await left.notify("notifications/initialized");
    await left.result("resources/subscribe", { uri: "desk://rules" });
    const stream = await left.listen(undefined, cut.signal);
    await left.call("change");
    await stream.body?.cancel();
    cut.abort();
    return String(left.session);
  };

  const leaveAll = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let count = 0; count < COUNT; count++) ids.push(await leave());
    return ids;
  };

  it("are all over when nobody has used them for long enough, and leave nothing behind", async function () {
    this.timeout(60_000);
    await leaveAll();
    now += IDLE_MS;
    for (const tick of intervals.values()) tick();
    const before = await heapBytes();
    const ids = await leaveAll();
    expect(store.size).to.equal(COUNT);
    expect(bus.size).to.equal(1);
    expect(
      (await client().error("initialize", { protocolVersion: "2025-11-25", capabilities: {} })).code,
    ).to.equal(-32600);
    now += IDLE_MS - 1;
    for (const tick of intervals.values()) tick();
    expect(store.size).to.equal(COUNT);
    now += 1;
    for (const tick of intervals.values()) tick();
    expect([store.size, intervals.size]).to.eql([0, 0]);
    await new Promise((resolve) => setImmediate(resolve)); // the bus is left in its own time
    expect(bus.size).to.equal(0);
    const again = client();
    again.session = ids[0];
    expect((await again.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).to.equal(404);
    expect((await heapBytes()) - before).to.be.below(FLAT_BYTES);
    const next = client();
    await next.open();
    expect(await next.result("ping")).to.eql({});
    await next.end();
  });

  it("make room for a new one as soon as they are over, without a timer", async function () {
    this.timeout(60_000);
    for (let count = 0; count < COUNT; count++) await client().open("2025-11-25", {}, false);
    expect(
      (await client().error("initialize", { protocolVersion: "2025-11-25", capabilities: {} })).message,
    ).to.match(/^This caller has 1000 sessions open/);
    now += IDLE_MS;
    expect(await client().open("2025-11-25", {}, false)).to.include({ protocolVersion: "2025-11-25" });
    expect(intervals.size).to.equal(1);
  });
});
