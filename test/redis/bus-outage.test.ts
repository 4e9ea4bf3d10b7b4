import { RedisBus } from "blazon/redis";
import { expect } from "chai";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, describe, it } from "mocha";
import { until } from "../subscriptions/ears.js";
import { hasRedis, RedisServer } from "../support/redis.js";
import { BusEar, change } from "./bus-ear.js";

describe("a bus on a Redis that goes away", function () {
  if (!hasRedis()) return;
  this.timeout(30_000);
  let redis: RedisServer;
  const clients: Redis[] = [];
  const ears: BusEar[] = [];
  const open = (): { readonly client: Redis; readonly bus: RedisBus } => {
    const client = redis.client();
    clients.push(client);
    return { client, bus: new RedisBus(client) };
  };
  const listen = async (bus: RedisBus, channel = "desk"): Promise<BusEar> => {
    const ear = await BusEar.on(bus, channel);
    ears.push(ear);
    return ear;
  };
  /** Redis is gone, and every client knows it. */
  const lose = async (): Promise<void> => {
    await redis.kill();
    await until(() => clients.every(({ status }) => status !== "ready"));
  };

  beforeEach(async () => (redis = await RedisServer.start()));
  afterEach(async () => {
    for (const ear of ears.splice(0)) await ear.leave();
    for (const client of clients.splice(0)) client.disconnect();
    await redis.stop();
  });

  it("tells its listeners that it is lost, and that it is back, once each", async () => {
    const { bus } = open();
    const ear = await listen(bus);
    await lose();
    await ear.hears("lost");
    await redis.restart();
    await ear.hears("regained");
    await bus.publish("desk", change("a"));
    expect(ear.heard).to.eql(["lost", "regained", "a"]);
  });

  it("brings a process its own changes during an outage, once", async () => {
    const { bus } = open();
    const ear = await listen(bus);
    await lose();
    await ear.hears("lost");
    await bus.publish("desk", change("a"));
    expect(ear.heard).to.eql(["lost", "a"]);
    await redis.restart();
    await ear.hears("regained");
    const other = await listen(open().bus);
    await bus.publish("desk", change("b"));
    await other.hears("b");
    expect(ear.heard).to.eql(["lost", "a", "regained", "b"]);
  });

  it("publishes afterwards, each once, what was published during an outage", async () => {
    const [near, far] = [open(), open()];
    await until(() => near.client.status === "ready");
    await lose();
    for (const name of ["a", "b", "a", "a"]) await near.bus.publish("desk", change(name));
    const raw = redis.client();
    clients.push(raw);
    const texts: string[] = [];
    raw.on("message", (_, text: string) => texts.push(text));
    near.client.disconnect(); // it comes back when the one that counts is there
    await redis.restart();
    await raw.subscribe("blazon:changes:desk");
    await near.client.connect();
    await until(() => texts.length >= 2);
    await near.bus.publish("desk", change("last"));
    await until(() => texts.length >= 3);
    expect(texts.map((text) => JSON.parse(text).change)).to.eql([change("a"), change("b"), change("last")]);
    expect(far.client.listenerCount("close")).to.equal(0);
  });

  it("says that anything may have changed where more was published than it keeps", async () => {
    const [near, far] = [open(), open()];
    await until(() => near.client.status === "ready");
    await lose();
    for (let index = 0; index <= 1000; index++) await near.bus.publish("desk", change(`${index}`));
    near.client.disconnect();
    await redis.restart();
    const ear = await listen(far.bus);
    const before = ear.heard.length;
    await near.client.connect();
    await until(() => ear.heard.length > before);
    await near.bus.publish("desk", change("last"));
    await ear.hears("last");
    expect(ear.heard.slice(before)).to.eql(["regained", "last"]);
  });

  it("hands a change on though the connection breaks before Redis answers, and publishes it again", async () => {
    const [near, far] = [open(), open()];
    await until(() => near.client.status === "ready");
    const ear = await listen(far.bus);
    redis.pause();
    const publishing = near.bus.publish("desk", change("a"));
    await lose();
    await publishing;
    near.client.disconnect(); // it comes back when the one that listens is there
    await redis.restart();
    await ear.hears("regained");
    await near.client.connect();
    await ear.hears("a");
    expect(ear.heard.slice(0, 3)).to.eql(["lost", "regained", "a"]); // twice, where the client sends again as well
  });

  it("lets somebody subscribe while Redis is away, who hears when it is back", async () => {
    const { bus } = open();
    await lose();
    const ear = await listen(bus);
    expect(ear.heard).to.eql(["lost"]);
    const second = await listen(bus);
    expect(second.heard).to.eql(["lost"]);
    await redis.restart();
    await Promise.all([ear.hears("regained"), second.hears("regained")]);
    await open().bus.publish("desk", change("a"));
    await Promise.all([ear.hears("a"), second.hears("a")]);
  });

  it("rejects what a Redis that is there refuses", async () => {
    const { client, bus } = open();
    await client.call("ACL", "SETUSER", "default", "resetchannels", "&blazon:changes:allowed");
    const refused = await bus.publish("desk", change("a")).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).with.property("message").that.includes("NOPERM");
    const closed = await BusEar.on(bus, "desk").catch((error: unknown) => error);
    expect(closed).to.be.instanceOf(Error).with.property("message").that.includes("NOPERM");
    const ear = await listen(bus, "allowed");
    await bus.publish("allowed", change("a"));
    expect(ear.heard).to.eql(["a"]);
  });

  it("ignores what no bus wrote", async () => {
    const { client, bus } = open();
    const ear = await listen(bus);
    const texts = ["", "{", "null", "[]", '"a"', "{}", '{"from":"x"}', '{"from":1,"change":"everything"}'];
    const changes = [
      "null",
      '"all"',
      '{"kind":"list","list":"x"}',
      '{"kind":"resource"}',
      '{"kind":"resource","uri":1}',
    ];
    for (const text of texts) await client.publish("blazon:changes:desk", text);
    for (const text of changes) await client.publish("blazon:changes:desk", `{"from":"x","change":${text}}`);
    await open().bus.publish("desk", change("a"));
    await ear.hears("a");
    expect(ear.heard).to.eql(["a"]);
  });

  it("shares one subscription of Redis between those who listen to one channel, and leaves nothing behind", async () => {
    const { client, bus } = open();
    const connections = async (): Promise<number> =>
      String(await client.client("LIST"))
        .trim()
        .split("\n").length;
    const all = [await listen(bus), await listen(bus), await listen(bus, "board")];
    expect(await connections()).to.equal(2);
    expect(await client.pubsub("NUMSUB", "blazon:changes:desk")).to.eql(["blazon:changes:desk", 1]);
    for (const ear of all) await ear.leave();
    while ((await connections()) > 1);
    await bus.publish("desk", change("a"));
    expect([client.listenerCount("ready"), client.listenerCount("close")]).to.eql([0, 0]);
  });
});
