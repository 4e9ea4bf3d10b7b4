import { BlazonError, Handles, MemoryHandleStore, ToolError } from "blazon";
import { expect } from "chai";
import { describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";

describe("handles", () => {
  it("[STATE-12] are 192 random bits, each of its own", async () => {
    const handles = new Handles<number>();
    const given = await Promise.all(Array.from({ length: 1000 }, (_, index) => handles.create("u", index)));
    expect(new Set(given).size).to.equal(1000);
    for (const handle of given) expect(Buffer.from(handle, "base64url")).to.have.length(24);
  });

  it("[STATE-11] [STATE-13] are good for their subject alone", async () => {
    const handles = new Handles<string>();
    const handle = await handles.create("ana", "a cart");
    expect(await handles.use(handle, "ana")).to.equal("a cart");
    expect(await handles.find(handle, "ben")).to.equal(undefined);
    expect(await handles.find(handle, "")).to.equal(undefined);
    await handles.delete(handle, "ben");
    expect(await handles.find(handle, "ana")).to.equal("a cart");
  });

  it("does not take a subject for a part of a handle", async () => {
    const handles = new Handles<string>();
    const handle = await handles.create("xana", "a cart");
    expect(await handles.find(`${handle}x`, "ana")).to.equal(undefined);
  });

  it("[STATE-12] [STATE-14] tells the model that a handle is unknown or over, and what to do", async () => {
    let now = 0;
    const store = new MemoryHandleStore<string>({ now: () => now });
    const handles = new Handles<string>({ ttlMs: 100, store });
    const handle = await handles.create("ana", "a cart");
    now = 99;
    expect(await handles.use(handle, "ana")).to.equal("a cart");
    now = 100;
    for (const bad of [handle, "", "nope"]) {
      const error = await rejectionOf(handles.use(bad, "ana"));
      expect(error).to.be.instanceOf(ToolError);
      expect(String(error)).to.include("unknown or has expired");
    }
  });

  it("end when they are deleted", async () => {
    const handles = new Handles<string>();
    const handle = await handles.create("ana", "a cart");
    await handles.delete(handle, "ana");
    expect(await handles.find(handle, "ana")).to.equal(undefined);
  });

  it("keep any value, undefined aside", async () => {
    const handles = new Handles<unknown>();
    for (const value of [0, "", false, null]) {
      expect(await handles.use(await handles.create("u", value), "u")).to.equal(value);
    }
  });
});

describe("the handles of one process", () => {
  it("drop what is over when something is added, and the oldest where there is no room", () => {
    let now = 0;
    const store = new MemoryHandleStore<number>({ max: 3, now: () => now });
    store.set("a", 1, 10);
    store.set("b", 2, 100);
    store.set("c", 3, 100);
    store.set("d", 4, 100);
    expect([store.get("a"), store.get("b"), store.get("c"), store.get("d")]).to.deep.equal([
      undefined,
      2,
      3,
      4,
    ]);
    now = 100;
    store.set("e", 5, 100);
    expect(store.size).to.equal(1);
  });

  it("refuse a limit that does not limit", () => {
    for (const make of [
      () => new Handles({ ttlMs: 0 }),
      () => new Handles({ ttlMs: Number.NaN }),
      () => new Handles({ ttlMs: Number.POSITIVE_INFINITY }),
      () => new MemoryHandleStore({ max: 0 }),
      () => new MemoryHandleStore({ max: 1.5 }),
    ]) {
      expect(make).to.throw(BlazonError, "ERR_OPTION_INVALID");
    }
  });
});
