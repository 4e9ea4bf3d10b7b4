import { expect } from "chai";
import type { Redis } from "ioredis";
import { after, before, describe, it } from "mocha";
import { MemoryReplayGuard, type ReplayGuard } from "../../src/mrtr/replay-guard.js";
import { RedisReplayGuard } from "../../src/redis/index.js";
import { hasRedis, RedisServer } from "../support/redis.js";

interface Kind {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly skip?: string;
  open(): Promise<{ readonly guard: ReplayGuard; close(): Promise<void> }>;
}

const KINDS: readonly Kind[] = [
  {
    name: "memory",
    open: async () => ({ guard: new MemoryReplayGuard(), close: async () => {} }),
  },
  {
    name: "Redis",
    ...(hasRedis() ? {} : { skip: "redis-server is not on the PATH" }),
    async open() {
      const server = await RedisServer.start();
      const client = server.client();
      return {
        guard: new RedisReplayGuard(client),
        close: async () => {
          client.disconnect();
          await server.stop();
        },
      };
    },
  },
];

for (const kind of KINDS) {
  describe(`a replay guard in ${kind.name}${kind.skip === undefined ? "" : `, skipped: ${kind.skip}`}`, () => {
    if (kind.skip !== undefined) return;
    let guard: ReplayGuard;
    let close: () => Promise<void>;

    before(async () => ({ guard, close } = await kind.open()));
    after(() => close());

    it("[MRTR-16] lets a nonce in once, however often it comes", async () => {
      expect(await guard.claim("one", 60)).to.equal(true);
      expect(await guard.claim("one", 60)).to.equal(false);
      expect(await guard.claim("one", 60)).to.equal(false);
    });

    it("tells nonces apart", async () => {
      const claims = await Promise.all(["a", "b", "A", "a "].map((nonce) => guard.claim(nonce, 60)));
      expect(claims).to.eql([true, true, true, true]);
    });

    it("[MRTR-16] lets one of many in that come at once", async () => {
      const claims = await Promise.all(Array.from({ length: 50 }, () => guard.claim("many", 60)));
      expect(claims.filter(Boolean)).to.have.length(1);
    });
  });
}

describe("a replay guard in memory", () => {
  it("forgets a nonce when its time is over, and not before", () => {
    let now = 0;
    const guard = new MemoryReplayGuard({ now: () => now });
    expect(guard.claim("one", 10)).to.equal(true);
    now = 9_999;
    expect(guard.claim("one", 10)).to.equal(false);
    now = 10_000;
    expect(guard.claim("two", 10)).to.equal(true);
    expect(guard.size).to.equal(1);
    expect(guard.claim("one", 10)).to.equal(true);
  });

  it("refuses where it is full, since to forget a nonce is to let it in again", () => {
    const guard = new MemoryReplayGuard({ max: 2 });
    guard.claim("a", 10);
    guard.claim("b", 10);
    expect(() => guard.claim("c", 10)).to.throw("The replay guard is full (2 nonces)");
    expect(guard.claim("a", 10)).to.equal(false);
  });

  it("takes no bound that is none", () => {
    for (const max of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new MemoryReplayGuard({ max }), String(max)).to.throw("ERR_OPTION_INVALID");
    }
  });
});

describe("a replay guard in Redis", function () {
  if (!hasRedis()) return;
  this.timeout(20_000);
  let server: RedisServer;
  const clients: Redis[] = [];
  const open = (): Redis => {
    const client = server.client();
    clients.push(client);
    return client;
  };

  before(async () => (server = await RedisServer.start()));
  after(async () => {
    for (const client of clients) client.disconnect();
    await server.stop();
  });

  it("[MRTR-16] is one for all processes that use the same Redis", async () => {
    const [first, second] = [new RedisReplayGuard(open()), new RedisReplayGuard(open())];
    const claims = await Promise.all([first.claim("shared", 60), second.claim("shared", 60)]);
    expect(claims.filter(Boolean)).to.have.length(1);
  });

  it("keeps a nonce as long as it was told, and under its own prefix", async () => {
    const client = open();
    await new RedisReplayGuard(client, { prefix: "desk:" }).claim("kept", 61);
    expect(await client.ttl("desk:kept")).to.be.within(60, 61);
  });
});
