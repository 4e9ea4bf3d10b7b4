import { once } from "node:events";
import type { Bus, BusListener, Change } from "blazon";
import { MemoryBus } from "blazon";
import { RedisBus } from "blazon/redis";
import { expect } from "chai";
import fc from "fast-check";
import { Redis } from "ioredis";
import { after, afterEach, before, beforeEach, describe, it } from "mocha";
import { until } from "../subscriptions/ears.js";
import { hasRedis, RedisServer } from "../support/redis.js";

interface Kind {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly skip?: string;
  /** A place where buses meet: `bus` gives one for each process that there would be. */
  open(): Promise<{ bus(): Promise<Bus>; close(): Promise<void> }>;
}

const KINDS: readonly Kind[] = [
  {
    name: "memory",
    async open() {
      const bus = new MemoryBus();
      return { bus: async () => bus, close: async () => {} };
    },
  },
  {
    name: "Redis",
    ...(hasRedis() ? {} : { skip: "redis-server is not on the PATH" }),
    async open() {
      const server = await RedisServer.start();
      const clients: Redis[] = [];
      return {
        async bus() {
          const client = server.client();
          clients.push(client);
          await once(client, "ready"); // else what is published waits, and those hear it who come meanwhile
          return new RedisBus(client);
        },
        async close() {
          for (const client of clients) client.disconnect();
          await server.stop();
        },
      };
    },
  },
];

/** Subscribes, and leaves when the test is over. */
const leaves: (() => unknown)[] = [];
async function subscribe(bus: Bus, channel: string, listener: BusListener): Promise<() => unknown> {
  const leave = await bus.subscribe(channel, listener);
  leaves.push(leave);
  return leave;
}
async function leaveAll(): Promise<void> {
  for (const leave of leaves.splice(0)) await leave();
}

/** Keeps what it hears, as text. */
class Notes implements BusListener {
  readonly heard: string[] = [];

  changed(change: Change): void {
    this.heard.push(change.kind === "list" ? change.list : change.uri);
  }

  lost(): void {
    this.heard.push("lost");
  }

  regained(): void {
    this.heard.push("regained");
  }
}

const tools: Change = { kind: "list", list: "tools" };
const updated = (uri: string): Change => ({ kind: "resource", uri });

for (const kind of KINDS) {
  describe(`a bus in ${kind.name}${kind.skip === undefined ? "" : `, skipped: ${kind.skip}`}`, function () {
    if (kind.skip !== undefined) return;
    this.timeout(30_000);
    let place: Awaited<ReturnType<Kind["open"]>>;
    before(async () => {
      place = await kind.open();
    });
    afterEach(leaveAll);
    after(() => place.close());

    it("brings a change to every listener of the channel, the publisher's own included, once", async () => {
      const [one, two] = [await place.bus(), await place.bus()];
      const notes = [new Notes(), new Notes(), new Notes()];
      await subscribe(one, "desk", notes[0] ?? expect.fail());
      await subscribe(one, "desk", notes[1] ?? expect.fail());
      const leave = await subscribe(two, "desk", notes[2] ?? expect.fail());
      for (const change of [tools, updated("a://b"), updated('a://\u{1f514} "quoted"')])
        await one.publish("desk", change);
      await one.publish("desk", updated("the://end"));
      await until(() => notes.every(({ heard }) => heard.at(-1) === "the://end"));
      for (const { heard } of notes)
        expect(heard).to.eql(["tools", "a://b", 'a://\u{1f514} "quoted"', "the://end"]);
      await leave();
    });

    it("keeps channels apart", async () => {
      const bus = await place.bus();
      const [desk, shop] = [new Notes(), new Notes()];
      await subscribe(bus, "apart", desk);
      await subscribe(bus, "apart:2", shop);
      await bus.publish("apart", tools);
      await bus.publish("apart:2", updated("a://b"));
      await until(() => desk.heard.length === 1 && shop.heard.length === 1);
      expect([desk.heard, shop.heard]).to.eql([["tools"], ["a://b"]]);
    });

    it("tells nobody who has left, and those who stay", async () => {
      const [one, two] = [await place.bus(), await place.bus()];
      const [stays, leaves] = [new Notes(), new Notes()];
      await subscribe(two, "leaving", stays);
      const leave = await subscribe(two, "leaving", leaves);
      await leave();
      await leave(); // once is enough, and twice no harm
      await one.publish("leaving", tools);
      await until(() => stays.heard.length === 1);
      expect(leaves.heard).to.eql([]);
    });

    it("hears again of a channel that everybody had left", async () => {
      const [one, two] = [await place.bus(), await place.bus()];
      for (let round = 0; round < 3; round++) {
        const notes = new Notes();
        const leave = await subscribe(two, "again", notes);
        await one.publish("again", updated(`round://${round}`));
        await until(() => notes.heard.length === 1);
        expect(notes.heard).to.eql([`round://${round}`]);
        await leave();
      }
    });

    it("brings every change to exactly those who are subscribed, whatever the order of comings and goings", async () => {
      let run = 0;
      const step = fc.oneof(
        fc.record({ do: fc.constant("join" as const), who: fc.nat(3) }),
        fc.record({ do: fc.constant("leave" as const), who: fc.nat(3) }),
        fc.record({ do: fc.constant("publish" as const), who: fc.nat(1) }),
      );
      const buses = [await place.bus(), await place.bus()] as const;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const channel = `run ${++run}`;
          const there = new Map<
            number,
            { readonly notes: Notes; readonly expected: string[]; leave(): unknown }
          >();
          const all: { readonly notes: Notes; readonly expected: string[] }[] = [];
          const settle = () =>
            until(() => all.every(({ notes, expected }) => notes.heard.length >= expected.length));
          for (const [index, { do: what, who }] of steps.entries()) {
            if (what === "join" && !there.has(who)) {
              const notes = new Notes();
              const leave = await subscribe(buses[who < 2 ? 0 : 1], channel, notes);
              there.set(who, { notes, expected: [], leave });
              all.push(there.get(who) ?? expect.fail());
            } else if (what === "leave") {
              await settle();
              await there.get(who)?.leave();
              there.delete(who);
            } else if (what === "publish") {
              await buses[who === 0 ? 0 : 1].publish(channel, updated(`step://${index}`));
              for (const { expected } of there.values()) expected.push(`step://${index}`);
              await settle();
            }
          }
          for (const { notes, expected } of all) expect(notes.heard).to.eql(expected);
          for (const { leave } of there.values()) await leave();
        }),
        { numRuns: 40 },
      );
    });
  });
}

describe("a bus in Redis", function () {
  if (!hasRedis()) return;
  this.timeout(30_000);
  let redis: RedisServer;
  const clients: Redis[] = [];
  const client = (): Redis => {
    const made = redis.client();
    clients.push(made);
    return made;
  };

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    await leaveAll();
    for (const made of clients.splice(0)) made.disconnect();
    await redis.stop();
  });

  /** Ends one connection from the server's side, and those of no listener. */
  async function cutOff(cut: Redis): Promise<void> {
    const closed = once(cut, "close");
    await client().client("KILL", "ID", String(await cut.client("ID")));
    await closed;
  }

  it("says that it was lost, hears again when Redis is back, and says that too", async () => {
    const [one, two] = [new RedisBus(client()), new RedisBus(client())];
    const notes = new Notes();
    await subscribe(two, "desk", notes);
    await redis.kill();
    await until(() => notes.heard.length === 1);
    await redis.restart();
    await until(() => notes.heard.length === 2);
    expect(notes.heard).to.eql(["lost", "regained"]);
    await one.publish("desk", tools);
    await until(() => notes.heard.length === 3);
    expect(notes.heard.at(-1)).to.equal("tools");
  });

  it("tells its own listeners at once while Redis is away, and the others when it is back", async () => {
    const [one, two] = [new RedisBus(client()), new RedisBus(client())];
    const [own, others] = [new Notes(), new Notes()];
    await subscribe(one, "desk", own);
    await subscribe(two, "desk", others);
    await redis.kill();
    await until(() => own.heard.includes("lost") && others.heard.includes("lost"));
    for (let time = 0; time < 3; time++) await one.publish("desk", updated("a://b"));
    expect(own.heard).to.eql(["lost", "a://b", "a://b", "a://b"]);
    expect(others.heard).to.eql(["lost"]);
    await redis.restart();
    await until(() => others.heard.includes("regained"));
    expect(others.heard.filter((text) => text === "a://b").length).to.be.at.most(1);
  });

  it("publishes what had to wait for the publisher's connection alone, each change once", async () => {
    const application = client();
    const [one, two] = [new RedisBus(application), new RedisBus(client())];
    const notes = new Notes();
    await subscribe(two, "desk", notes);
    await cutOff(application);
    for (let time = 0; time < 3; time++) await one.publish("desk", updated("a://b"));
    await one.publish("desk", tools);
    await until(() => notes.heard.length === 2);
    expect(notes.heard).to.eql(["a://b", "tools"]);
  });

  it("lets nobody wait who subscribes while Redis is away, and tells them when they are heard", async () => {
    await redis.kill();
    const [one, two] = [new RedisBus(client()), new RedisBus(client())];
    const notes = new Notes();
    await subscribe(two, "desk", notes);
    expect(notes.heard).to.eql(["lost"]);
    await redis.restart();
    await until(() => notes.heard.length === 2);
    await one.publish("desk", tools);
    await until(() => notes.heard.length === 3);
    expect(notes.heard).to.eql(["lost", "regained", "tools"]);
  });

  it("says that everything may have changed where more changes had to wait than it keeps", async () => {
    const application = client();
    const [one, two] = [new RedisBus(application), new RedisBus(client())];
    const notes = new Notes();
    await subscribe(two, "desk", notes);
    await cutOff(application);
    for (let index = 0; index < 1500; index++) await one.publish("desk", updated(`a://${index}`));
    await until(() => notes.heard.includes("regained"));
    expect(notes.heard).to.eql([...Array.from({ length: 1000 }, (_, index) => `a://${index}`), "regained"]);
  });

  it("keeps nobody waiting who publishes while Redis goes away, or is away", async () => {
    const bus = new RedisBus(client());
    await bus.publish("desk", tools);
    const publishing = Array.from({ length: 50 }, (_, index) => bus.publish("desk", updated(`a://${index}`)));
    await redis.kill();
    await Promise.all([...publishing, bus.publish("desk", tools)]);
  });

  describe("that refuses something", () => {
    /** A client that may do all but what the rules say. */
    async function limited(...rules: readonly string[]): Promise<Redis> {
      const admin = client();
      await admin.call("ACL", "SETUSER", "guest", "on", ">secret", "~*", "&*", "+@all", ...rules);
      const guest = new Redis({
        path: redis.path,
        username: "guest",
        password: "secret",
        retryStrategy: () => 20,
      });
      guest.on("error", () => {});
      clients.push(guest);
      await once(guest, "ready");
      return guest;
    }

    const rejected = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => expect.fail("it resolved"),
        (error: unknown) => String(error),
      );

    it("tells whoever publishes what it refuses", async () => {
      const bus = new RedisBus(await limited("-publish"));
      expect(await rejected(bus.publish("desk", tools))).to.include("NOPERM");
    });

    it("tells whoever subscribes what it refuses, and takes them when it does not any more", async () => {
      const guest = await limited("-subscribe");
      const bus = new RedisBus(guest);
      expect(await rejected(subscribe(bus, "desk", new Notes()))).to.include("NOPERM");
      await client().call("ACL", "SETUSER", "guest", "+subscribe");
      const notes = new Notes();
      await subscribe(bus, "desk", notes);
      await new RedisBus(client()).publish("desk", tools);
      await until(() => notes.heard.length === 1);
      expect(notes.heard).to.eql(["tools"]);
    });

    it("is lost on the channel that is refused after an outage, and back on the others", async () => {
      const guest = await limited();
      const bus = new RedisBus(guest);
      const [refused, allowed] = [new Notes(), new Notes()];
      await subscribe(bus, "refused", refused);
      await subscribe(bus, "allowed", allowed);
      const admin = client();
      await admin.call("ACL", "SETUSER", "guest", "resetchannels", "&*allowed");
      await until(() => allowed.heard.includes("regained") && refused.heard.length === 2);
      expect([refused.heard, allowed.heard]).to.eql([
        ["lost", "lost"],
        ["lost", "regained"],
      ]);
    });
  });

  it("lets nobody wait for a Redis that goes away before it answers", async () => {
    const bus = new RedisBus(client());
    await subscribe(bus, "desk", new Notes());
    redis.pause();
    const notes = new Notes();
    const subscribing = subscribe(bus, "shop", notes);
    await redis.kill();
    await subscribing;
    expect(notes.heard[0]).to.equal("lost");
  });

  it("leaves alone what is no message of a bus", async () => {
    const [bus, stranger] = [new RedisBus(client()), client()];
    const notes = new Notes();
    await subscribe(bus, "desk", notes);
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      '{"change":{"kind":"list","list":"tools"}}',
      '{"from":7,"change":{"kind":"list","list":"tools"}}',
      '{"from":"x","change":{"kind":"list","list":"__proto__"}}',
      '{"from":"x","change":{"kind":"resource","uri":7}}',
      '{"from":"x","change":null}',
      '{"from":"x","change":"tools"}',
      '{"from":"x"}',
      '{"from":"x","missed":1}',
    ]) {
      await stranger.publish("blazon:changes:desk", text);
    }
    await stranger.publish("blazon:changes:desk", '{"from":"x","change":{"kind":"list","list":"prompts"}}');
    await until(() => notes.heard.length > 0);
    expect(notes.heard).to.eql(["prompts"]);
  });

  it("has a connection of its own while somebody listens, and none before and after", async () => {
    const application = client();
    const bus = new RedisBus(application);
    const connections = async (): Promise<number> =>
      String(await application.client("LIST"))
        .split("\n")
        .filter((line) => line.startsWith("id=")).length;
    expect(await connections()).to.equal(1);
    const leaves = [
      await subscribe(bus, "desk", new Notes()),
      await subscribe(bus, "shop", new Notes()),
      await subscribe(bus, "desk", new Notes()),
    ];
    expect(await connections()).to.equal(2);
    for (const leave of leaves) await leave();
    while ((await connections()) > 1);
    expect(application.status).to.equal("ready");
  });

  it("publishes under its own prefix", async () => {
    const [bus, stranger] = [new RedisBus(client(), { prefix: "mine:" }), client()];
    const texts: string[] = [];
    await stranger.subscribe("mine:desk");
    stranger.on("message", (_channel, text) => void texts.push(text));
    await bus.publish("desk", tools);
    await until(() => texts.length === 1);
    expect(JSON.parse(texts[0] ?? "").change).to.eql(tools);
  });
});
