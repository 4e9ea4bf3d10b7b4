import { expect } from "chai";
import { describe, it } from "mocha";
import { BlazonError } from "../../../src/errors/blazon-error.js";
import { type RateLimit, RateLimiter } from "../../../src/transports/http/rate-limit.js";
import { FakePort } from "../fake-port.js";
import { FRONTS } from "./fronts.js";

const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "echo", params: null });
const from = (address: string) => ({ address, headers: {} });

describe("a rate limit", () => {
  it("[TOOL-47] counts each caller for itself, and lets it come again in the next window", () => {
    let now = 1_000_000;
    const limiter = new RateLimiter({ requests: 2, perMs: 10_000 }, () => now);
    for (const address of ["a", "a", "b", "b"]) expect(limiter.check(from(address))).to.equal(undefined);
    now += 2_500;
    const refusal = limiter.check(from("a"));
    expect(refusal?.code).to.equal("ERR_HTTP_RATE");
    expect(refusal?.data).to.deep.equal({ retryAfterSeconds: 8 });
    now += 7_499;
    expect(limiter.check(from("b"))?.code).to.equal("ERR_HTTP_RATE");
    now += 1;
    expect(limiter.check(from("a"))).to.equal(undefined);
  });

  it("tells callers apart by what its author says", () => {
    const by: RateLimit["by"] = ({ headers }) => String(headers["x-tenant"]);
    const limiter = new RateLimiter({ requests: 1, perMs: 1000, by }, () => 0);
    const tenant = (name: string) => ({ address: "same", headers: { "x-tenant": name } });
    expect(limiter.check(tenant("one"))).to.equal(undefined);
    expect(limiter.check(tenant("two"))).to.equal(undefined);
    expect(limiter.check(tenant("one"))?.code).to.equal("ERR_HTTP_RATE");
  });

  it("counts callers as one whom its author's function fails to tell apart", () => {
    const by = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
      (headers["x-ip"] as string).slice(0);
    const limiter = new RateLimiter({ requests: 1, perMs: 1000, by }, () => 0);
    expect(limiter.check(from("a"))).to.equal(undefined);
    expect(limiter.check(from("b"))?.code).to.equal("ERR_HTTP_RATE");
  });

  it("counts callers beyond a bound together, so that a flood of addresses fills no memory", () => {
    const limiter = new RateLimiter({ requests: 1, perMs: 1000 }, () => 0);
    for (let caller = 0; caller < 100_000; caller++) limiter.check(from(String(caller)));
    expect(limiter.check(from("late"))).to.equal(undefined);
    expect(limiter.check(from("later"))?.code).to.equal("ERR_HTTP_RATE");
  });

  it("goes by a clock that nobody sets, ahead or back", () => {
    const { now } = Date;
    let hours = 0;
    Date.now = () => hours * 3_600_000;
    try {
      const limiter = new RateLimiter({ requests: 1, perMs: 3_600_000 });
      expect(limiter.check(from("a"))).to.equal(undefined);
      for (hours of [5, -5, 1_000_000]) {
        const refusal = limiter.check(from("a"));
        expect(refusal?.code, `${hours}`).to.equal("ERR_HTTP_RATE");
        const data = refusal?.data as { readonly retryAfterSeconds: number } | undefined;
        expect(data?.retryAfterSeconds).to.be.within(1, 3600);
      }
    } finally {
      Date.now = now;
    }
  });

  it("is refused where it limits nothing", () => {
    for (const limit of [
      { requests: 0, perMs: 1000 },
      { requests: 1, perMs: 0 },
      { requests: Number.NaN, perMs: 1000 },
      { requests: 1.5, perMs: 1000 },
      { perMs: 1000 } as RateLimit, // what a caller without types may write
    ]) {
      expect(() => new RateLimiter(limit)).to.throw(BlazonError, "ERR_OPTION_INVALID: rateLimit.");
    }
  });
});

for (const [name, createFront] of Object.entries(FRONTS)) {
  describe(`a rate limit on HTTP by ${name}`, () => {
    it("[COMP-12] [TOOL-47] answers 429 with Retry-After before anything is read or run", async () => {
      const port = new FakePort();
      const front = await createFront(port, { rateLimit: { requests: 2, perMs: 3_600_000 } });
      try {
        expect((await front.send({ body: call })).status).to.equal(200);
        expect(
          (await front.send({ body: "not json", headers: { "content-type": "text/plain" } })).status,
        ).to.equal(415);
        const { status, headers, text } = await front.send({ body: call });
        expect(status).to.equal(429);
        expect(Number(headers["retry-after"])).to.be.within(1, 3600);
        const { error, ...envelope } = JSON.parse(text);
        expect(envelope).to.deep.equal({ jsonrpc: "2.0" });
        expect(error).to.deep.include({ code: -32600, message: "Too many requests" });
      } finally {
        await front.close();
      }
    });
  });
}
