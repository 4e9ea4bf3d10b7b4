import { type Bus, MemoryBus } from "blazon";
import { RedisBus } from "blazon/redis";
import { expect } from "chai";
import fc from "fast-check";
import { after, afterEach, before, describe, it } from "mocha";
import { hasRedis, RedisServer } from "../support/redis.js";
import { BusEar, change } from "./bus-ear.js";

interface Buses {
  /** Where changes are published. */
  readonly near: Bus;
  /** Where they are listened for: the same, or that of another process. */
  readonly far: Bus;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly skip?: string;
  open(): Promise<Buses>;
}

const needsRedis = hasRedis() ? {} : { skip: "redis-server is not on the PATH" };

async function openRedis(processes: 1 | 2): Promise<Buses> {
  const server = await RedisServer.start();
  const clients = Array.from({ length: processes }, () => server.client());
  const [near, far] = clients.map((client) => new RedisBus(client));
  if (near === undefined) throw new Error("there is at least one process");
  return {
    near,
    far: far ?? near,
    async close() {
      for (const client of clients) client.disconnect();
      await server.stop();
    },
  };
}

const KINDS: readonly Kind[] = [
  {
    name: "in memory",
    async open() {
      const bus = new MemoryBus();
      return { near: bus, far: bus, close: async () => {} };
    },
  },
  { name: "on Redis, in one process", ...needsRedis, open: () => openRedis(1) },
  { name: "on Redis, between two processes", ...needsRedis, open: () => openRedis(2) },
];

for (const kind of KINDS) {
  describe(`a bus ${kind.name}${kind.skip === undefined ? "" : `, skipped: ${kind.skip}`}`, function () {
    if (kind.skip !== undefined) return;
    this.timeout(60_000);
    let buses: Buses;
    const ears: BusEar[] = [];
    const listen = async (channel: string): Promise<BusEar> => {
      const ear = await BusEar.on(buses.far, channel);
      ears.push(ear);
      return ear;
    };
    /** After it, what was published on the channel before has been heard. */
    const fence = async (channel: string): Promise<void> => {
      const ear = await BusEar.on(buses.far, channel);
      await buses.near.publish(channel, change("fence"));
      await ear.hears("fence");
      await ear.leave();
    };
    const heardBy = (ear: BusEar): readonly string[] => ear.heard.filter((what) => what !== "fence");

    before(async () => (buses = await kind.open()));
    after(() => buses.close());
    afterEach(async () => {
      for (const ear of ears.splice(0)) await ear.leave();
    });

    it("brings each change to every listener of its channel, once and in order", async () => {
      const both = [await listen("desk"), await listen("desk")];
      for (const name of ["a", "b", "c"]) await buses.near.publish("desk", change(name));
      await fence("desk");
      for (const ear of both) expect(heardBy(ear)).to.eql(["a", "b", "c"]);
    });

    it("carries lists as it carries resources", async () => {
      const ear = await listen("desk");
      for (const list of ["tools", "prompts", "resources"] as const) {
        await buses.near.publish("desk", { kind: "list", list });
      }
      await fence("desk");
      expect(heardBy(ear)).to.eql(["tools", "prompts", "resources"]);
    });

    it("keeps channels apart, whatever they are called", async () => {
      const names = ["desk", "Desk", "desk*", "desk ", "", "日本"];
      const all = await Promise.all(names.map((name) => listen(name)));
      for (const name of names) await buses.near.publish(name, change(`to ${name}`));
      for (const name of names) await fence(name);
      expect(all.map(heardBy)).to.eql(names.map((name) => [`to ${name}`]));
    });

    it("says nothing after the subscription has ended, which may be ended twice", async () => {
      const [gone, here] = [await listen("desk"), await listen("desk")];
      await gone.leave();
      await gone.leave();
      await buses.near.publish("desk", change("a"));
      await fence("desk");
      expect([gone, here].map(heardBy)).to.eql([[], ["a"]]);
    });

    it("goes on for a listener that leaves and comes back before the first end is through", async () => {
      const ear = new BusEar();
      const first = await buses.far.subscribe("desk", ear);
      const second = buses.far.subscribe("desk", ear);
      await first();
      const unsubscribe = await second;
      await buses.near.publish("desk", change("a"));
      await fence("desk");
      await unsubscribe();
      expect(heardBy(ear)).to.eql(["a"]);
    });

    it("can be published on where nobody listens", async () => {
      await buses.near.publish("empty", change("a"));
      const ear = await listen("empty");
      await fence("empty");
      expect(heardBy(ear)).to.eql([]);
    });

    it("brings what is published while somebody listens, in any order of comings and goings", async () => {
      const channel = fc.constantFrom("one", "two");
      const step = fc.oneof(
        fc.record({ kind: fc.constant("come" as const), channel }),
        fc.record({ kind: fc.constant("go" as const), which: fc.nat(5) }),
        fc.record({ kind: fc.constant("publish" as const), channel }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const published: Record<string, string[]> = { one: [], two: [] };
          const present: { ear: BusEar; channel: string; expected: string[] }[] = [];
          const gone: { ear: BusEar; count: number }[] = [];
          for (const [index, step] of steps.entries()) {
            if (step.kind === "come") {
              const ear = await BusEar.on(buses.far, step.channel);
              present.push({ ear, channel: step.channel, expected: [] });
            } else if (step.kind === "publish") {
              for (const one of present) if (one.channel === step.channel) one.expected.push(`${index}`);
              published[step.channel]?.push(`${index}`);
              await buses.near.publish(step.channel, change(`${index}`));
            } else {
              const [leaver] = present.splice(step.which, 1);
              if (leaver === undefined) continue;
              await leaver.ear.leave();
              gone.push({ ear: leaver.ear, count: leaver.ear.heard.length });
            }
          }
          await fence("one");
          await fence("two");
          for (const { ear, channel, expected } of present) {
            const heard = heardBy(ear); // what is under way when it comes may be heard too
            expect(heard.length).to.be.at.least(expected.length);
            expect(heard).to.eql(published[channel]?.slice(-heard.length || Number.POSITIVE_INFINITY));
          }
          for (const { ear, count } of gone) expect(ear.heard).to.have.length(count);
          for (const { ear } of present) await ear.leave();
        }),
        { numRuns: 60 },
      );
    });
  });
}
