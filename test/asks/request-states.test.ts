import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Refusal } from "../../src/errors/refusal.js";
import { canonicalText } from "../../src/mrtr/canonical.js";
import { emptyJournal, type Journal } from "../../src/mrtr/journal.js";
import { KeyRing, type SealingKey } from "../../src/mrtr/key-ring.js";
import { MemoryReplayGuard, type ReplayGuard } from "../../src/mrtr/replay-guard.js";
import { type Binding, MAX_STATE_LENGTH, RequestStates } from "../../src/mrtr/request-states.js";

const OLD: SealingKey = { id: "2026-11", secret: "the old secret, which is 32 bytes and more" };
const NEW: SealingKey = {
  id: "2026-12",
  secret: new TextEncoder().encode("the new secret, which is 32 bytes and more"),
};
const CALL: Binding = {
  method: "tools/call",
  params: { name: "close", arguments: { id: "7", tags: ["a", "b"], deep: { x: 1, y: 2 } } },
  principal: "noor",
};

interface Made {
  readonly keys?: readonly SealingKey[];
  readonly serverName?: string;
  readonly ttlSeconds?: number;
  readonly guard?: ReplayGuard;
  readonly now?: () => number;
}

function states({
  keys = [OLD],
  serverName = "desk",
  ttlSeconds = 600,
  guard,
  now = () => 0,
}: Made = {}): RequestStates {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  return new RequestStates({ ring: new KeyRing(keys), serverName, ttlSeconds, guard, logger, now });
}

const journal = (): Journal => ({ ...emptyJournal(), round: 1, state: { kept: "— 中🎉" } });
const isRefused = (opened: unknown): boolean =>
  opened instanceof Refusal && opened.code === "ERR_STATE_REFUSED";

describe("a sealed request state", () => {
  it("[MRTR-09] [MRTR-11] gives back the journal, and shows nothing of it", () => {
    const [sealing, made] = [states(), journal()];
    const token = sealing.seal(made, CALL);
    expect(token).to.match(/^1\.2026-11\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(token.split(".")[2] ?? "", "base64url").toString("latin1")).to.not.include("kept");
    expect(sealing.open(token, CALL)).to.eql(made);
  });

  it("is another text every time", () => {
    const [sealing, made] = [states(), journal()];
    expect(sealing.seal(made, CALL)).to.not.equal(sealing.seal(made, CALL));
  });

  it("[MRTR-12] does not open with any one character changed (A16)", () => {
    const sealing = states();
    const token = sealing.seal(journal(), CALL);
    for (let at = 0; at < token.length; at++) {
      for (const other of ["A", "B", "_", "-", ".", "1", "=", " "]) {
        if (other === token[at]) continue;
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(isRefused(sealing.open(changed, CALL)), changed).to.equal(true);
      }
      expect(isRefused(sealing.open(token.slice(0, at) + token.slice(at + 1), CALL))).to.equal(true);
    }
  });

  it("[MRTR-12] has one spelling (A16)", () => {
    const sealing = states();
    for (let times = 0; times < 30; times++) {
      const token = sealing.seal({ ...journal(), state: randomBytes(times).toString("hex") }, CALL);
      const [version, id, body = ""] = token.split(".");
      const standard = Buffer.from(body, "base64url").toString("base64");
      for (const spelling of [
        `${token}=`,
        `${token}==`,
        `${token} `,
        ` ${token}`,
        `${token}\n`,
        `${token}\u0000`,
        `${version}.${id}.${standard}`,
        `${version}.${id}.${body}.`,
        `${version}.${id}..${body}`,
        `${version}.${id?.toUpperCase()} .${body}`,
        `01.${id}.${body}`,
        `2.${id}.${body}`,
      ]) {
        if (spelling !== token) expect(isRefused(sealing.open(spelling, CALL)), spelling).to.equal(true);
      }
      // The last character of base64url may hold bits that stand for nothing.
      for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
        const respelled = token.slice(0, -1) + last;
        if (respelled !== token) expect(isRefused(sealing.open(respelled, CALL)), respelled).to.equal(true);
      }
    }
  });

  it("[MRTR-14] [ELI-24] opens for its caller, method, target and arguments alone (A16)", () => {
    const sealing = states();
    const token = sealing.seal(journal(), CALL);
    const { params } = CALL;
    const others: Binding[] = [
      { ...CALL, principal: "Noor" },
      { ...CALL, principal: undefined },
      { ...CALL, principal: "" },
      { ...CALL, method: "prompts/get" },
      { ...CALL, params: { ...params, name: "open" } },
      { ...CALL, params: { ...params, arguments: { id: "8", tags: ["a", "b"], deep: { x: 1, y: 2 } } } },
      { ...CALL, params: { ...params, arguments: { id: "7", tags: ["b", "a"], deep: { x: 1, y: 2 } } } },
      { ...CALL, params: { ...params, arguments: { id: 7, tags: ["a", "b"], deep: { x: 1, y: 2 } } } },
      { ...CALL, params: { name: "close" } },
      { ...CALL, params: { ...params, more: 1 } },
    ];
    for (const other of others)
      expect(isRefused(sealing.open(token, other)), JSON.stringify(other)).to.equal(true);
    const nobody = { ...CALL, principal: undefined };
    expect(isRefused(sealing.open(sealing.seal(journal(), nobody), { ...CALL, principal: "null" }))).to.equal(
      true,
    );
  });

  it("is for the server of its name alone (A16)", () => {
    const token = states().seal(journal(), CALL);
    expect(isRefused(states({ serverName: "desk2" }).open(token, CALL))).to.equal(true);
    expect(isRefused(states({ serverName: "" }).open(token, CALL))).to.equal(true);
  });

  it("minds neither the order of members nor what changes from round to round (T-63)", () => {
    const sealing = states();
    const token = sealing.seal(journal(), CALL);
    const again = {
      _meta: { progressToken: 5 },
      requestState: token,
      inputResponses: { a: 1 },
      arguments: { deep: { y: 2, x: 1 }, tags: ["a", "b"], id: "7" },
      name: "close",
    };
    expect(sealing.open(token, { ...CALL, params: again })).to.not.be.instanceOf(Refusal);
  });

  it("[MRTR-14] is good to the last second of its time, and not one longer (A16)", () => {
    let now = 5_400;
    const sealing = states({ ttlSeconds: 10, now: () => now });
    const token = sealing.seal(journal(), CALL);
    for (const [at, good] of [
      [5_400, true],
      [15_000, true],
      [15_999, true],
      [16_000, false],
      [16_001, false],
      [1e12, false],
    ] as const) {
      now = at;
      expect(isRefused(sealing.open(token, CALL)), String(at)).to.equal(!good);
    }
  });

  it("[MRTR-10] is not decoded where it is longer than any that was given out", () => {
    const sealing = states();
    const long = `1.2026-11.${"A".repeat(MAX_STATE_LENGTH)}`;
    expect(isRefused(sealing.open(long, CALL))).to.equal(true);
    expect(() => sealing.seal({ ...journal(), state: "x".repeat(MAX_STATE_LENGTH) }, CALL)).to.throw(
      /^ERR_STATE_TOO_LARGE: .*; the state takes 32770\./,
    );
  });

  it("names the entry that takes most room", () => {
    const large = {
      ...journal(),
      answered: new Map([["who", { digest: "d", answer: "x".repeat(30_000), changes: 0 }]]),
      steps: new Map([["fetch", { value: "x".repeat(100) }]]),
    };
    expect(() => states().seal(large, CALL)).to.throw('the answer "who" takes 30002');
  });

  it("[MRTR-10] opens for no text at all that was not given out", () => {
    const sealing = states();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.anything()), (text) => {
        expect(isRefused(sealing.open(text, CALL))).to.equal(true);
        expect(isRefused(sealing.open(`1.2026-11.${JSON.stringify(text)}`, CALL))).to.equal(true);
      }),
      { numRuns: 300 },
    );
  });

  it("says the same of arguments however their members are ordered, and something else of others", () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, other) => {
        const [first, second] = [JSON.parse(one), JSON.parse(other)];
        const same = canonicalText(first) === canonicalText(second);
        expect(same).to.equal(deepEqual(first, second));
        expect(canonicalText(reversed(first))).to.equal(canonicalText(first));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

function deepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) {
    return one === other || (one === 0 && other === 0);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  const members = one as Record<string, unknown>;
  const against = other as Record<string, unknown>;
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(against, key) && deepEqual(members[key], against[key]))
  );
}

describe("the rotation of keys (G08)", () => {
  it("loses no round where the new key is added, then moved to the front, then alone", () => {
    const stages = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]].map((keys) => states({ keys }));
    for (const [at, stage] of stages.entries()) {
      const token = stage.seal(journal(), CALL);
      for (const next of stages.slice(at, at + 2)) {
        expect(next.open(token, CALL), `${at}`).to.not.be.instanceOf(Refusal);
      }
    }
    const [first, , , last] = stages;
    expect(isRefused(last?.open(first?.seal(journal(), CALL), CALL))).to.equal(true);
  });

  it("does not take one key's state under the id of another", () => {
    const token = states({ keys: [OLD, NEW] }).seal(journal(), CALL);
    const [version, , body] = token.split(".");
    expect(isRefused(states({ keys: [OLD, NEW] }).open(`${version}.2026-12.${body}`, CALL))).to.equal(true);
    expect(isRefused(states({ keys: [OLD] }).open(`${version}.unknown.${body}`, CALL))).to.equal(true);
  });

  it("takes no ring that is none", () => {
    const secret = "x".repeat(32);
    const rings: readonly (readonly [why: string, keys: unknown])[] = [
      ["is empty", []],
      ["has two keys of one id", [OLD, { ...NEW, id: OLD.id }]],
      ["has a key whose id is not", [{ id: "", secret }]],
      ["has a key whose id is not", [{ id: "x".repeat(256), secret }]],
      ["has a key whose id is not", [{ id: "a.b", secret }]],
      ["has a key whose id is not", [{ secret }]],
      ["has a secret of less than 32 bytes (key a)", [{ id: "a", secret: "short" }]],
      ["has a secret of less than 32 bytes (key a)", [{ id: "a", secret: new Uint8Array(31) }]],
      ["has a secret of less than 32 bytes (key a)", [{ id: "a" }]],
    ];
    for (const [why, keys] of rings) {
      expect(() => new KeyRing(keys as SealingKey[]), why).to.throw(
        `ERR_OPTION_INVALID: requestState.keys ${why}`,
      );
    }
  });

  it("opens nothing of another process where each has a random key", () => {
    const make = () => {
      const logger = { debug() {}, info() {}, warn() {}, error() {} };
      const options = { serverName: "desk", ttlSeconds: 600, guard: undefined, logger, now: () => 0 };
      return new RequestStates({ ring: KeyRing.random(), ...options });
    };
    const [here, there] = [make(), make()];
    const token = here.seal(journal(), CALL);
    expect(here.open(token, CALL)).to.not.be.instanceOf(Refusal);
    expect(isRefused(there.open(token, CALL))).to.equal(true);
  });
});

describe("a request state with a replay guard", () => {
  it("[MRTR-16] opens once", async () => {
    const sealing = states({ guard: new MemoryReplayGuard() });
    const token = sealing.seal(journal(), CALL);
    expect(await sealing.open(token, CALL)).to.not.be.instanceOf(Refusal);
    expect(isRefused(await sealing.open(token, CALL))).to.equal(true);
  });

  it("is not spent by those who may not use it", async () => {
    const sealing = states({ guard: new MemoryReplayGuard() });
    const token = sealing.seal(journal(), CALL);
    expect(isRefused(await sealing.open(token, { ...CALL, principal: "another" }))).to.equal(true);
    expect(await sealing.open(token, CALL)).to.not.be.instanceOf(Refusal);
  });

  it("keeps a nonce longer than its state is good for", async () => {
    let now = 900;
    const guard = new MemoryReplayGuard({ now: () => now });
    const sealing = states({ guard, ttlSeconds: 10, now: () => now });
    const token = sealing.seal(journal(), CALL);
    now = 950;
    await sealing.open(token, CALL);
    now = 10_999;
    expect(isRefused(await sealing.open(token, CALL))).to.equal(true);
  });

  it("lets nobody in where the guard fails, and says that it may be tried again", async () => {
    const failing: ReplayGuard[] = [
      { claim: () => Promise.reject(new Error("no connection")) },
      {
        claim() {
          throw new Error("full");
        },
      },
    ];
    for (const guard of failing) {
      const sealing = states({ guard });
      const opened = await sealing.open(sealing.seal(journal(), CALL), CALL);
      expect(opened).to.deep.include({ code: "ERR_STATE_UNCHECKED" });
    }
  });
});
