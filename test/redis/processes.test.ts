import { fileURLToPath } from "node:url";
import type { JsonObject } from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type Ear, type EarLink, listen, openProcess } from "../subscriptions/ears.js";
import { isRecord, request } from "../support/link.js";
import { hasRedis, RedisServer } from "../support/redis.js";

const MAIN = fileURLToPath(new URL("./redis-main.js", import.meta.url));
const ACK = "notifications/subscriptions/acknowledged";
const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["note://a", "note://b"],
};

/** What an ear has heard, without the acknowledgement. */
const heardBy = ({ frames }: Ear): unknown[] =>
  frames
    .filter(({ method }) => method !== undefined && method !== ACK)
    .map(({ method, params }) => (isRecord(params) && params.uri) || method);

describe("servers in several processes on one Redis", function () {
  if (!hasRedis()) return;
  this.timeout(60_000);
  let redis: RedisServer;
  const links: EarLink[] = [];

  const start = (name: string): EarLink => {
    const link = openProcess(MAIN, [name, redis.path]);
    links.push(link);
    return link;
  };
  const call = (link: EarLink, name: string, args: JsonObject = {}): Promise<JsonObject> =>
    link.ask(request("tools/call", { name, arguments: args }));
  const update = (link: EarLink, uri: string): Promise<JsonObject> => call(link, "update", { uri });

  async function opened(link: EarLink, filter: unknown = EVERYTHING): Promise<Ear> {
    const ear = link.open(listen(filter));
    await ear.until(1);
    return ear;
  }

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    await redis.stop();
  });

  it("[SUB-20] [SUB-21] tells the clients of one what was announced on another", async () => {
    const [a, b] = [start("desk"), start("desk")];
    const ear = await opened(b);
    await call(a, "change_tools");
    await update(a, "note://c");
    await update(a, "note://b");
    await ear.until(3);
    expect(heardBy(ear)).to.eql(["notifications/tools/list_changed", "note://b"]);
  });

  it("keeps servers of different names apart", async () => {
    const [desk, shop] = [start("desk"), start("shop")];
    const [ofDesk, ofShop] = [await opened(desk), await opened(shop)];
    await update(desk, "note://a");
    await update(shop, "note://b");
    await call(desk, "change_prompts");
    await Promise.all([ofDesk.until(3), ofShop.until(2)]);
    await update(shop, "note://b");
    await ofShop.until(3);
    expect(heardBy(ofDesk)).to.eql(["note://a", "notifications/prompts/list_changed"]);
    expect(heardBy(ofShop)).to.eql(["note://b", "note://b"]);
  });

  it("keeps listens open while Redis is away, and announces all they ask for when it is back", async () => {
    const [a, b] = [start("desk"), start("desk")];
    const [all, one] = [await opened(b), await opened(b, { resourceSubscriptions: ["note://c"] })];
    await update(a, "note://a");
    await all.until(2);
    await redis.kill();
    await update(b, "note://a"); // heard in its own process all the same
    await all.until(3);
    await redis.restart();
    await Promise.all([all.until(8), one.until(2)]);
    expect(heardBy(all).slice(2)).to.have.members([
      "notifications/tools/list_changed",
      "notifications/prompts/list_changed",
      "notifications/resources/list_changed",
      "note://a",
      "note://b",
    ]);
    expect([all.reply, one.reply, heardBy(one)]).to.eql([undefined, undefined, ["note://c"]]);
    await update(a, "note://c");
    await one.until(3);
  });

  it("acknowledges a listen while Redis is away, and announces all it asks for when it is back", async () => {
    const [a, b] = [start("desk"), start("desk")];
    await redis.kill();
    const ear = await opened(b, { resourceSubscriptions: ["note://a"] });
    await update(a, "note://a");
    await redis.restart();
    await ear.until(2);
    expect(heardBy(ear)[0]).to.equal("note://a");
  });

  it("ends in good order while Redis is away (G03)", async () => {
    const a = start("desk");
    const ear = await opened(a);
    await redis.kill();
    await update(a, "note://a");
    await a.close();
    expect(ear.reply).to.have.property("result");
  });
});
