import "../../src/reflect.js";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { container as global, injectable, singleton } from "tsyringe";
import type { Provider, Resolve } from "../../src/container/provider.js";
import { BlazonError } from "../../src/errors/blazon-error.js";
import { BootError } from "../../src/errors/boot-error.js";
import { RequestContext } from "../../src/handler/request-context.js";
import { InjectionToken, type Token } from "../../src/metadata/types.js";
import { plan, request, start, thrownBy } from "./fixtures.js";

/** Everything that was disposed, in order. */
let disposed: unknown[] = [];

abstract class Noted {
  dispose(): void {
    disposed.push(this.constructor.name);
  }
}

@injectable()
class Pool extends Noted {}

@injectable()
class Session extends Noted {
  constructor(
    readonly context: RequestContext,
    readonly pool: Pool,
  ) {
    super();
  }
}

@injectable()
class Tickets extends Noted {
  constructor(
    readonly session: Session,
    readonly pool: Pool,
  ) {
    super();
  }
}

const SESSION: Provider = { token: Session, useClass: Session, scope: "request" };

/** A full collection, without starting node with --expose-gc. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}

function note(name: string): object {
  return { dispose: () => disposed.push(name) };
}

describe("a request's scope", () => {
  beforeEach(() => {
    disposed = [];
  });

  it("gives its own instances of what is a request's, and the server's of what is not", async () => {
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const [one, two] = [container.scope(request()), container.scope(request())];
    expect(one.resolve(Tickets)).to.equal(one.resolve(Tickets));
    expect(one.resolve(Tickets).session).to.equal(one.resolve(Session));
    expect(one.resolve(Tickets)).not.to.equal(two.resolve(Tickets));
    expect(one.resolve(Tickets).pool).to.equal(two.resolve(Tickets).pool);
    expect(one.resolve(Tickets).pool).to.equal(container.resolve(Pool));
  });

  it("gives the request's own context", async () => {
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const context = request();
    const scope = container.scope(context);
    expect(scope.resolve(RequestContext)).to.equal(context);
    expect(scope.resolve(Tickets).session.context).to.equal(context);
  });

  it("disposes what it made, last in first out and once, and nothing of the server's", async () => {
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const scope = container.scope(request());
    scope.resolve(Tickets);
    await Promise.all([scope.dispose(), scope.dispose()]);
    await scope.dispose();
    expect(disposed).to.deep.equal(["Tickets", "Session"]);
    await container.dispose();
    await container.dispose();
    expect(disposed).to.deep.equal(["Tickets", "Session", "Pool"]);
  });

  it("leaves a singleton that is first asked for in a request to the server", async () => {
    const { container } = plan({ requestFeatures: [Tickets], providers: [SESSION, Pool] });
    const scope = container.scope(request());
    scope.resolve(Pool);
    await scope.dispose();
    expect(disposed).to.deep.equal([]);
    await container.dispose();
    expect(disposed).to.deep.equal(["Pool"]);
  });

  it("disposes what a request's factory makes, but not what it passes on from the server", async () => {
    const providers: Provider[] = [
      Pool,
      { token: "made", useFactory: () => note("made"), scope: "request" },
      { token: "passed", useFactory: (resolve) => resolve(Pool), scope: "request" },
    ];
    const container = await start({ providers });
    const scope = container.scope(request());
    expect(scope.resolve("passed")).to.equal(container.resolve(Pool));
    scope.resolve("made");
    await scope.dispose();
    expect(disposed).to.deep.equal(["made"]);
  });

  it("gives nothing once it has ended", async () => {
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const scope = container.scope(request());
    scope.resolve(Tickets);
    await scope.dispose();
    const error = await thrownBy(() => scope.resolve(Tickets));
    expect(error).to.be.instanceOf(BlazonError);
    expect(error).to.include({ code: "ERR_PROVIDER_ENDED" });
    expect(String(error)).to.include(
      "Tickets is asked for after the request or the server it belongs to has ended",
    );
  });

  it("is known to nobody once its request lets go of it, disposed or not", async function () {
    this.timeout(20_000);
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const samples: WeakRef<object>[] = [];
    for (let index = 0; index < 100_000; index++) {
      const scope = container.scope(request());
      scope.resolve(Tickets);
      if (index % 100 === 0) samples.push(new WeakRef(scope));
      if (index % 200 === 0) await scope.dispose();
    }
    // A WeakRef holds on to its target until the turn ends.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(samples.filter((sample) => sample.deref() !== undefined)).to.deep.equal([]);
    disposed = [];
    await container.dispose();
    expect(disposed).to.deep.equal(["Pool"]);
  });
});

describe("a server's lifetime", () => {
  beforeEach(() => {
    disposed = [];
  });

  it("disposes values and factory products, what was needed last", async () => {
    const VALUE = new InjectionToken<object>("VALUE");
    class Top extends Noted {}
    const providers: Provider[] = [
      { token: Top, useClass: Top, inject: ["product"] },
      {
        token: "product",
        useFactory: (resolve: Resolve) => {
          resolve(VALUE);
          return note("product");
        },
      },
      { token: VALUE, useValue: note("value") },
    ];
    const container = await start({ providers });
    await container.dispose();
    expect(disposed).to.deep.equal(["Top", "product", "value"]);
  });

  it("disposes an object once, however many names it has", async () => {
    const value = note("value");
    const providers: Provider[] = [
      { token: "one", useValue: value },
      { token: "two", useValue: value },
      { token: "three", useExisting: "one" },
      { token: "four", useFactory: (resolve) => resolve("two") },
    ];
    await (await start({ providers })).dispose();
    expect(disposed).to.deep.equal(["value"]);
  });

  it("prefers Symbol.asyncDispose to Symbol.dispose to dispose(), and calls one of them", async () => {
    const call = (name: string) => () => void disposed.push(name);
    const all = {
      [Symbol.asyncDispose]: call("async"),
      [Symbol.dispose]: call("sync"),
      dispose: call("plain"),
    };
    const both = { [Symbol.dispose]: call("sync"), dispose: call("plain") };
    const providers: Provider[] = [all, both, { dispose: call("plain") }, { dispose: 5 }, {}].map(
      (useValue, index) => ({
        token: `value ${index}`,
        useValue,
      }),
    );
    await (await start({ providers })).dispose();
    expect(disposed).to.deep.equal(["plain", "sync", "async"]);
  });

  it("waits for each disposal before the next one begins", async () => {
    const slow = {
      [Symbol.asyncDispose]: async () => {
        disposed.push("slow begins");
        await new Promise((resolve) => setImmediate(resolve));
        disposed.push("slow ends");
      },
    };
    const providers: Provider[] = [
      { token: "first", useValue: note("first") },
      { token: "slow", useValue: slow },
    ];
    await (await start({ providers })).dispose();
    expect(disposed).to.deep.equal(["slow begins", "slow ends", "first"]);
  });

  it("gives every disposal its turn, and then rejects with everything that was thrown", async () => {
    const failing = (useValue: object, token: string): Provider => ({ token, useValue });
    const [sync, async, hostile] = [new Error("sync"), new Error("async"), new Error("getter")];
    const throwing = {
      dispose() {
        throw sync;
      },
    };
    const getter = {
      get dispose() {
        throw hostile;
      },
    };
    const container = await start({
      providers: [
        failing(note("first"), "a"),
        failing(throwing, "b"),
        failing({ [Symbol.asyncDispose]: () => Promise.reject(async) }, "c"),
        failing(getter, "d"),
        failing(note("last"), "e"),
      ],
    });
    const error = await thrownBy(() => container.dispose());
    expect(error).to.be.instanceOf(AggregateError);
    expect(error).to.have.property("message", "3 of 5 disposals failed");
    expect(error).to.have.deep.property("errors", [hostile, async, sync]);
    expect(disposed).to.deep.equal(["last", "first"]);
  });

  it("disposes what was made when a constructor throws at start, and reports what it threw", async () => {
    const boom = new Error("no database");
    const fail = (): never => {
      throw boom;
    };
    const { container } = plan({
      providers: [Pool, { token: "db", useFactory: fail }, { token: "late", useValue: note("late") }],
    });
    const error = await thrownBy(() => container.start());
    expect(error).to.be.instanceOf(BootError).with.property("cause", boom);
    expect(error).to.have.nested.property("problems[0].message", 'Making "db" failed: Error: no database');
    expect(disposed).to.deep.equal(["Pool"]);
  });

  it("does not dispose what belongs to tsyringe's global container", async () => {
    @singleton()
    class Shared extends Noted {}
    global.registerInstance("lifetime:value", note("value"));
    const providers: Provider[] = [
      { token: "a", useExisting: Shared },
      { token: "b", useExisting: "lifetime:value" },
    ];
    await (await start({ providers })).dispose();
    expect(disposed).to.deep.equal([]);
  });

  it("says what tsyringe's global container could not give", async () => {
    global.register("lifetime:broken", {
      useFactory: () => {
        throw new Error("no such thing");
      },
    });
    const { container } = plan({ providers: [{ token: "a", useExisting: "lifetime:broken" }] });
    const error = await thrownBy(() => container.start());
    expect(error).to.have.nested.property("problems[0].code", "ERR_PROVIDER_INVALID");
    expect(String(error)).to.include(
      `tsyringe's global container cannot give "lifetime:broken": no such thing`,
    );
  });

  it("gives nothing once it has ended", async () => {
    const container = await start({ providers: [Pool] });
    await container.dispose();
    expect(await thrownBy(() => container.resolve(Pool))).to.include({ code: "ERR_PROVIDER_ENDED" });
  });

  it("refuses a request's thing outside of a request", async () => {
    const container = await start({ requestFeatures: [Tickets], providers: [SESSION] });
    const error = await thrownBy(() => container.resolve(Tickets));
    expect(error).to.include({ code: "ERR_PROVIDER_SCOPE" });
    expect(String(error)).to.include("A singleton holds something that lives for one request: Tickets.");
  });
});

describe("a start that fails", () => {
  const none = (): undefined => undefined;

  it("is one problem with the way from a feature to what threw, and with what was thrown as its cause", async () => {
    const boom = new TypeError("no database");
    class Db {
      constructor() {
        throw boom;
      }
    }
    class Store {}
    class Desk {}
    const { container } = plan({
      providers: [
        { token: Desk, useClass: Desk, inject: [Store] },
        { token: Store, useClass: Store, inject: [Db] },
        { token: Db, useClass: Db },
      ],
    });
    const error = await thrownBy(() => container.start());
    expect(error).to.be.instanceOf(BootError).with.property("cause", boom);
    expect((error as BootError).problems).to.eql([
      {
        code: "ERR_PROVIDER_FAILED",
        member: "Db",
        place: undefined,
        message: "Making Desk -> Store -> Db failed: TypeError: no database",
        fix: "Mend what was thrown: it is the `cause` of this error, with its stack",
      },
    ]);
  });

  it("has the way through factories, which boot could not see", async () => {
    const { container } = plan({
      providers: [
        { token: "outer", useExisting: "factory" },
        { token: "factory", useFactory: (resolve) => resolve("inner") },
        {
          token: "inner",
          useFactory: () => {
            throw "no error at all";
          },
        },
      ],
    });
    const error = await thrownBy(() => container.start());
    expect(error).to.have.nested.property(
      "problems[0].message",
      'Making "outer" -> "factory" -> "inner" failed: no error at all',
    );
    expect(error).to.have.property("cause", "no error at all");
  });

  it("is told of the last error, where a factory went on after one", async () => {
    const { container } = plan({
      providers: [
        { token: "broken", useFactory: none, scope: "request" },
        {
          token: "patient",
          useFactory: (resolve) => {
            try {
              return resolve("broken");
            } catch {
              throw new Error("and then");
            }
          },
        },
      ],
    });
    const error = await thrownBy(() => container.start());
    expect(error).to.have.nested.property("problems[0].message", 'Making "patient" failed: Error: and then');
  });

  const products: [what: string, token: Token, product: unknown, message: string, fix: RegExp][] = [
    ["nothing", "text", undefined, 'The factory of "text" returned undefined', /^Return what it makes; /],
    [
      "nothing for a class",
      Pool,
      undefined,
      "The factory of Pool returned undefined",
      /^Return what it makes; /,
    ],
    ["null for a class", Pool, null, "The factory of Pool returned null", /^Return what it makes; /],
    [
      "a promise for a class",
      Pool,
      Promise.resolve(new Pool()),
      "The factory of Pool returned a promise, and factories are not awaited",
      /^Await it before createServer\(\), and hand in what it gives with useValue$/,
    ],
  ];
  for (const [what, token, product, message, fix] of products) {
    it(`comes from a factory that gives ${what}`, async () => {
      const { container } = plan({ providers: [{ token, useFactory: () => product }] });
      const error = await thrownBy(() => container.start());
      expect(error).to.be.instanceOf(BootError);
      const [problem, ...others] = (error as BootError).problems; // the line above checked it
      expect(others).to.eql([]);
      expect(problem).to.include({ code: "ERR_PROVIDER_INVALID", message });
      expect(problem?.fix).to.match(fix);
    });

    it(`is an error of the request, where a factory of requests gives ${what}`, async () => {
      const container = await start({ providers: [{ token, useFactory: () => product, scope: "request" }] });
      const error = await thrownBy(() => container.scope(request()).resolve(token));
      expect(error).to.be.instanceOf(BlazonError).with.property("code", "ERR_PROVIDER_INVALID");
      expect(String(error)).to.include(message);
    });
  }

  it("leaves no rejection that nobody hears of", async () => {
    const unheard: unknown[] = [];
    const listen = (error: unknown): void => void unheard.push(error);
    process.on("unhandledRejection", listen);
    const { container } = plan({
      providers: [{ token: Pool, useFactory: () => Promise.reject(new Error("no database")) }],
    });
    expect(await thrownBy(() => container.start())).to.be.instanceOf(BootError);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listen);
    expect(unheard).to.eql([]);
  });
});

describe("a value that several servers are given", () => {
  beforeEach(() => {
    disposed = [];
  });

  for (const [how, provide] of [
    ["as a value", (value: object) => ({ useValue: value })],
    ["by a factory", (value: object) => ({ useFactory: () => value })],
  ] as const) {
    it(`${how} is disposed by the last of them, once`, async () => {
      const value = note("shared");
      const providers: Provider[] = [
        { token: "value", ...provide(value) },
        { token: "again", ...provide(value) },
      ];
      const [one, two, three] = [
        await start({ providers }),
        await start({ providers }),
        await start({ providers }),
      ];
      await one.dispose();
      await three.dispose();
      await one.dispose();
      expect(disposed).to.eql([]);
      await two.dispose();
      await two.dispose();
      expect(disposed).to.eql(["shared"]);
    });
  }

  it("is disposed again by a server that was given it later", async () => {
    const providers: Provider[] = [{ token: "value", useValue: note("shared") }];
    await (await start({ providers })).dispose();
    await (await start({ providers })).dispose();
    expect(disposed).to.eql(["shared", "shared"]);
  });

  it("is not kept from being disposed by a start that failed", async () => {
    const value: Provider = { token: "value", useValue: note("shared") };
    const server = await start({ providers: [value] });
    const { container } = plan({ providers: [value, { token: "broken", useFactory: () => undefined }] });
    expect(await thrownBy(() => container.start())).to.be.instanceOf(BootError);
    expect(disposed).to.eql([]);
    await server.dispose();
    expect(disposed).to.eql(["shared"]);
  });

  it("may end the container it is disposed by, once more", async () => {
    const value = {
      dispose(): void {
        disposed.push("once");
        void container.dispose();
      },
    };
    const container = await start({ providers: [{ token: "value", useValue: value }] });
    await container.dispose();
    expect(disposed).to.eql(["once"]);
  });
});

describe("factories, whose needs boot cannot see", () => {
  it("are refused a request's thing in a singleton, at start, with the path", async () => {
    const { container } = plan({
      providers: [SESSION, { token: "f", useFactory: (resolve) => resolve(Session) }],
    });
    const error = await thrownBy(() => container.start());
    expect(error).to.have.nested.property("problems[0].code", "ERR_PROVIDER_SCOPE");
    expect(String(error)).to.include('lives for one request: "f" -> Session');
  });

  it("are refused a circle, with the path", async () => {
    const providers: Provider[] = [
      { token: "f", useFactory: (resolve) => resolve("g"), scope: "request" },
      { token: "g", useFactory: (resolve) => resolve("f"), scope: "request" },
    ];
    const scope = (await start({ providers })).scope(request());
    const error = await thrownBy(() => scope.resolve("f"));
    expect(error).to.include({ code: "ERR_PROVIDER_CYCLE" });
    expect(String(error)).to.include('These providers need each other: "f" -> "g" -> "f"');
  });

  it("may ask for a class that boot did not meet, and are told when they ask for nothing known", async () => {
    class Unmet {}
    const providers: Provider[] = [{ token: "f", useFactory: (resolve) => resolve(Unmet) }];
    const container = await start({ providers });
    expect(container.resolve("f")).to.equal(container.resolve(Unmet));
    const first = await thrownBy(() => container.resolve("nowhere"));
    expect(first).to.be.instanceOf(BootError);
    expect(String(first)).to.include('No provider for "nowhere", needed by a factory');
    const second = await thrownBy(() => container.resolve("nowhere"));
    expect(second).to.include({ code: "ERR_PROVIDER_MISSING" });
    expect(String(second)).to.include('No provider for "nowhere", needed by a factory');
  });

  it("can be asked again after they threw", async () => {
    let calls = 0;
    const flaky = (): number => {
      if (calls++ === 0) throw new Error("once");
      return calls;
    };
    const container = await start({ providers: [{ token: "f", useFactory: flaky, scope: "request" }] });
    const scope = container.scope(request());
    expect(await thrownBy(() => scope.resolve("f"))).to.have.property("message", "once");
    expect(scope.resolve("f")).to.equal(2);
  });
});
