import { mock } from "node:test";
import type { JsonObject } from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Outgoing, Unanswered } from "../../src/legacy/outgoing.js";

describe("questions to a client of the handshake revisions", () => {
  let outgoing: Outgoing;
  let frames: JsonObject[];
  let controller: AbortController;
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    outgoing = new Outgoing();
    outgoing.begin();
    frames = [];
    controller = new AbortController();
  });
  afterEach(() => mock.timers.reset());

  const ask = (timeoutMs = 100, maximumMs = 1000): Promise<unknown> =>
    outgoing.ask({
      method: "elicitation/create",
      params: { message: "Who?", _meta: { own: 1 } },
      signal: controller.signal,
      send: (frame) => void frames.push(JSON.parse(frame)),
      timeoutMs,
      maximumMs,
    });
  const outcome = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      (value) => value,
      (error: unknown) => error,
    );

  it("carry a token for progress beside what their `_meta` says", () => {
    void ask();
    expect(frames).to.eql([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "elicitation/create",
        params: { message: "Who?", _meta: { own: 1, progressToken: 1 } },
      },
    ]);
  });

  it("[CANC-06] are withdrawn when their time is over, and wait no longer", async () => {
    const asked = outcome(ask());
    mock.timers.tick(99);
    expect(outgoing.size).to.equal(1);
    mock.timers.tick(1);
    const error = (await asked) as Error;
    expect(error).to.be.instanceOf(Unanswered);
    expect(error.message).to.equal("The client did not answer elicitation/create within 100 ms");
    expect(frames.at(-1)).to.eql({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: error.message },
    });
    expect(outgoing.size).to.equal(0);
  });

  it("[CANC-07] have a time of their own, each", async () => {
    const [short, long] = [outcome(ask(100)), ask(300)];
    mock.timers.tick(100);
    expect(await short).to.be.instanceOf(Unanswered);
    outgoing.answer({ id: 2, result: "late" });
    expect(await long).to.equal("late");
  });

  it("[CANC-08] have their time once more with every progress of theirs, and with none of others", async () => {
    const asked = ask();
    mock.timers.tick(90);
    outgoing.progress(1);
    mock.timers.tick(90);
    outgoing.progress("1");
    outgoing.progress(2);
    expect(outgoing.size).to.equal(1);
    outgoing.answer({ id: 1, result: "at last" });
    expect(await asked).to.equal("at last");
    const again = outcome(ask());
    mock.timers.tick(90);
    outgoing.progress("2");
    mock.timers.tick(10);
    expect(await again).to.be.instanceOf(Unanswered);
  });

  it("[CANC-09] end at the hard maximum, whatever progress there is", async () => {
    const asked = outcome(ask(100, 250));
    for (let ms = 0; ms < 200; ms += 50) {
      mock.timers.tick(50);
      outgoing.progress(1);
    }
    mock.timers.tick(49);
    expect(outgoing.size).to.equal(1);
    mock.timers.tick(1);
    expect(((await asked) as Error).message).to.equal(
      "The client did not answer elicitation/create within 250 ms",
    );
  });

  it("are withdrawn when nobody waits any more, and answered by an error at the end of the session", async () => {
    const asked = outcome(ask());
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await asked).to.equal(reason);
    expect(frames.at(-1)?.method).to.equal("notifications/cancelled");
    controller = new AbortController();
    const open = outcome(ask());
    outgoing.end();
    expect(((await open) as Error).message).to.equal("The client went away");
    expect(((await outcome(ask())) as Error).message).to.equal("The client went away");
    expect(outgoing.size).to.equal(0);
  });

  it("[LEG-07] wait until the client is ready, and are never sent where they are over before", async () => {
    outgoing = new Outgoing();
    const [first, second] = [outcome(ask()), outcome(ask(300))];
    mock.timers.tick(100);
    expect(await first).to.be.instanceOf(Unanswered);
    expect(frames).to.eql([]);
    outgoing.begin();
    expect(frames.map(({ id }) => id)).to.eql([2]);
    outgoing.answer({ id: 2, result: 5 });
    expect(await second).to.equal(5);
  });

  it("leave no timer behind", async () => {
    const asked = ask(100, 1000);
    outgoing.answer({ id: 1, error: { code: 1 } });
    const error = (await outcome(asked)) as Error;
    expect(error.message).to.equal("The client refused to answer: no reason given");
    mock.timers.tick(10_000);
    expect(frames).to.have.length(1);
  });
});
