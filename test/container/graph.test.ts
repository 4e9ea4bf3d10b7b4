import "../../src/reflect.js";
import { expect } from "chai";
import { describe, it } from "mocha";
import { container as global, inject, injectable, Lifecycle, scoped, singleton } from "tsyringe";
import type { Provider } from "../../src/container/provider.js";
import { RequestContext } from "../../src/handler/request-context.js";
import { InjectionToken } from "../../src/metadata/types.js";
import { plan, request, start } from "./fixtures.js";

@injectable()
class Clock {}

@injectable()
class Audit {
  constructor(readonly context: RequestContext) {}
}

@injectable()
class Store {
  constructor(readonly clock: Clock) {}
}

@injectable()
class Tickets {
  constructor(
    readonly store: Store,
    readonly clock: Clock,
  ) {}
}

@injectable()
class Held {
  constructor(readonly audit: Audit) {}
}

const LIMIT = new InjectionToken<number>("LIMIT");
const OTHER = new InjectionToken<number>("OTHER");

describe("createContainer, walking the graph", () => {
  it("provides one instance for the server of a class that nobody lists", async () => {
    const container = await start({ features: [Tickets] });
    const tickets = container.resolve(Tickets);
    expect(tickets.store).to.be.instanceOf(Store);
    expect(tickets.store.clock).to.equal(tickets.clock);
    expect(container.resolve(Store)).to.equal(tickets.store);
  });

  it("makes nothing before start, and singletons in the order of their dependencies at start", async () => {
    const made: string[] = [];
    const note = (name: string, token: InjectionToken<number>): Provider => ({
      token,
      useFactory: () => made.push(name),
    });
    class Last {
      constructor() {
        made.push("Last");
      }
    }
    const useClass = { token: Last, useClass: Last, inject: [LIMIT, OTHER] };
    const { container, problems } = plan({
      providers: [useClass, note("OTHER", OTHER), note("LIMIT", LIMIT)],
    });
    expect(problems).to.deep.equal([]);
    expect(made).to.deep.equal([]);
    await container.start();
    expect(made).to.deep.equal(["LIMIT", "OTHER", "Last"]);
  });

  it("takes undefined and null as values", async () => {
    const providers: Provider[] = [
      { token: LIMIT, useValue: null },
      { token: OTHER, useValue: undefined },
      { token: "made", useFactory: () => null, scope: "request" },
    ];
    const container = await start({ providers });
    expect(container.resolve(LIMIT)).to.equal(null);
    expect(container.resolve(OTHER)).to.equal(undefined);
    expect(container.scope(request()).resolve("made")).to.equal(null);
  });

  it("makes a product once, even where it is null", async () => {
    let calls = 0;
    const count = (): null => {
      calls++;
      return null;
    };
    const container = await start({ providers: [{ token: LIMIT, useFactory: count, scope: "request" }] });
    const scope = container.scope(request());
    scope.resolve(LIMIT);
    scope.resolve(LIMIT);
    expect(calls).to.equal(1);
  });

  it("gives the same thing under another name, for as long as it lives", async () => {
    const container = await start({ providers: [{ token: "clock", useExisting: Clock }] });
    expect(container.resolve("clock")).to.equal(container.resolve(Clock));
    const audit: Provider = { token: Audit, useClass: Audit, scope: "request" };
    const aliased = await start({ providers: [audit, { token: "audit", useExisting: Audit }] });
    expect(aliased.lifetimeOf("audit")).to.equal("request");
    const scope = aliased.scope(request());
    expect(scope.resolve("audit")).to.equal(scope.resolve(Audit));
  });

  it("reports a token that is provided twice, by two providers, a feature, or two overrides", () => {
    const twice: Provider[] = [
      { token: LIMIT, useValue: 1 },
      { token: LIMIT, useValue: 2 },
    ];
    const feature: Provider = { token: Tickets, useValue: {} };
    const { problems } = plan({ features: [Tickets], providers: [...twice, feature, Clock, Clock] });
    const fix = "Keep one of them; a test replaces a provider with `override` of connect()";
    expect(problems.map((each) => [each.code, each.member, each.message, each.fix])).to.eql([
      [
        "ERR_PROVIDER_DUPLICATE",
        "LIMIT",
        "LIMIT is provided twice, by providers[0] and by providers[1]",
        fix,
      ],
      [
        "ERR_PROVIDER_DUPLICATE",
        "Tickets",
        "Tickets is provided twice, by `features` and by providers[2]",
        fix,
      ],
      [
        "ERR_PROVIDER_DUPLICATE",
        "Clock",
        "Clock is provided twice, by providers[3] and by providers[4]",
        fix,
      ],
    ]);
    const overridden = plan({ providers: [{ token: LIMIT, useValue: 0 }], overrides: twice });
    expect(overridden.problems.map(({ message }) => message)).to.eql([
      "LIMIT is provided twice, by overrides[0] and by overrides[1]",
    ]);
  });

  it("reports an override that replaces nothing, unless a factory may ask for it", () => {
    const overrides: Provider[] = [{ token: OTHER, useValue: 1 }];
    const { problems } = plan({ features: [Tickets], overrides });
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.include({
      code: "ERR_PROVIDER_INVALID",
      member: "OTHER",
      message: "The override of OTHER replaces nothing: no constructor and no provider names it",
      fix: "Override a token that is asked for, or take the override away",
    });
    const asking: Provider = { token: LIMIT, useFactory: (resolve) => resolve(OTHER) };
    expect(plan({ providers: [asking], overrides }).problems).to.eql([]);
    const needed: Provider[] = [Store, Clock].map((token) => ({ token, useValue: {} }));
    expect(plan({ features: [Tickets], overrides: needed }).problems).to.eql([]);
  });

  it("lets an override win over features and providers", async () => {
    const fake = {};
    const providers: Provider[] = [{ token: LIMIT, useValue: 2 }];
    const overrides: Provider[] = [
      { token: Tickets, useValue: fake },
      { token: LIMIT, useValue: 3 },
    ];
    const tested = await start({ features: [Tickets], providers, overrides });
    expect(tested.resolve(Tickets)).to.equal(fake);
    expect(tested.resolve(LIMIT)).to.equal(3);
  });

  it("tells how long something lives", async () => {
    const audit: Provider = { token: Audit, useClass: Audit, scope: "request" };
    const container = await start({ features: [Tickets], requestFeatures: [Held], providers: [audit] });
    expect(container.lifetimeOf(Tickets)).to.equal("singleton");
    expect(container.lifetimeOf(Held)).to.equal("request");
    expect(container.lifetimeOf(RequestContext)).to.equal("request");
  });

  it("reports a token that nobody provides, with the path that needs it", () => {
    class Limited {}
    const { problems } = plan({
      features: [Tickets],
      providers: [{ token: Limited, useClass: Limited, inject: [LIMIT] }],
    });
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.include({
      code: "ERR_PROVIDER_MISSING",
      member: "Limited",
      message: "No provider for LIMIT, needed by Limited",
    });
  });

  it("reports every problem of the graph at once, each once", () => {
    class One {}
    class Two {}
    const { problems } = plan({
      providers: [
        { token: One, useClass: One, inject: [Two, LIMIT] },
        { token: Two, useClass: Two, inject: [LIMIT, OTHER] },
      ],
    });
    expect(problems.map(({ message }) => message)).to.deep.equal([
      "No provider for LIMIT, needed by One -> Two",
      "No provider for OTHER, needed by One -> Two",
    ]);
  });

  it("reports providers that need each other, with the circle alone", () => {
    class One {}
    class Two {}
    class Three {}
    const { problems } = plan({
      providers: [
        { token: One, useClass: One, inject: [Two] },
        { token: Two, useClass: Two, inject: [Three] },
        { token: Three, useExisting: Two },
      ],
    });
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.include({
      code: "ERR_PROVIDER_CYCLE",
      message: "These providers need each other: Two -> Three -> Two",
    });
  });

  it("reports a singleton that holds something of one request, with the whole path", () => {
    const { problems } = plan({ features: [Held] });
    expect(problems).to.have.lengthOf(1);
    expect(problems[0]).to.include({
      code: "ERR_PROVIDER_SCOPE",
      member: "Audit",
      message: "A singleton holds something that lives for one request: Held -> Audit -> RequestContext",
    });
  });

  it("reports the same where another name or a scoped provider stands between", () => {
    const audit: Provider = { token: Audit, useClass: Audit, scope: "request" };
    const named: Provider = { token: "audit", useExisting: Audit };
    class Reader {}
    const reader: Provider = { token: Reader, useClass: Reader, inject: ["audit"] };
    const { problems } = plan({ providers: [audit, named, reader] });
    expect(problems.map(({ message }) => message)).to.deep.equal([
      'A singleton holds something that lives for one request: Reader -> "audit"',
    ]);
  });

  it("has nothing against a request's feature that holds singletons and the request", () => {
    const audit: Provider = { token: Audit, useClass: Audit, scope: "request" };
    expect(plan({ requestFeatures: [Held, Tickets], providers: [audit] }).problems).to.deep.equal([]);
  });

  const form = "A provider is a class, or { token, useValue | useClass | useFactory | useExisting }";
  const circular = "a circular import, or a class declared further down";
  const invalid: [what: string, provider: unknown, detail: string, fix: string][] = [
    ["undefined", undefined, `is undefined: ${circular}`, form],
    ["null", null, `is null: ${circular}`, form],
    ["a text", "Clock", `is Clock: ${circular}`, form],
    ["a list", [Clock], "is a list", "Spread it, as in [...stores, Clock]"],
    ["an instance", new Clock(), "is an instance of Clock", "Write { token: Clock, useValue: … }"],
    [
      "a function that is no class",
      () => new Clock(),
      "is a function that is no class",
      "Write { token, useFactory: … } for a function that makes something",
    ],
    ["an undefined token", { token: undefined, useValue: 1 }, `has the token undefined: ${circular}`, form],
    ["no recipe", { token: "x" }, "has none of useValue, useClass, useFactory and useExisting", form],
    [
      "a misspelled key",
      { token: "x", useVale: 1 },
      "has the key useVale, which no provider has",
      "Did you mean useValue?",
    ],
    [
      "another framework's key",
      { provide: Clock, useClass: Clock },
      "has the key provide, which no provider has",
      "Did you mean token?",
    ],
    [
      "a key of its own",
      { token: "x", useValue: 1, lifecycle: 3 },
      "has the key lifecycle, which no provider has",
      form,
    ],
    [
      "two recipes",
      { token: "x", useValue: 1, useFactory: () => 1 },
      "has both useValue and useFactory",
      "Keep one of them",
    ],
    [
      "inject beside a factory",
      { token: "x", useFactory: (clock: Clock) => clock, inject: [Clock] },
      "has inject beside useFactory, where it says nothing",
      "Ask the factory's own argument: (resolve) => new Store(resolve(Db))",
    ],
    [
      "scope beside a value",
      { token: "x", useValue: 1, scope: "request" },
      "has scope beside useValue, where it says nothing",
      "Leave scope out",
    ],
    [
      "inject that is no list",
      { token: Clock, useClass: Clock, inject: Clock },
      "has an inject that is a function or class",
      "Give an array, one token for each parameter",
    ],
    [
      "an undefined class",
      { token: "x", useClass: undefined },
      "has a useClass that is undefined: a circular import, or something declared further down",
      "Give a class",
    ],
    [
      "an undefined name",
      { token: "x", useExisting: undefined },
      "has a useExisting that is undefined: a circular import, or something declared further down",
      "Give the token of another provider",
    ],
    [
      "a factory that is none",
      { token: "x", useFactory: {} },
      "has a useFactory that is an object",
      "Give a function that returns the value",
    ],
    [
      "no value for a class",
      { token: Clock, useValue: undefined },
      "has a useValue that is undefined: a circular import, or something declared further down",
      "Give what stands for the class; for a value that may be missing, use an InjectionToken",
    ],
    [
      "an unknown scope",
      { token: "x", useFactory: () => 1, scope: "transient" },
      'has the scope "transient"',
      'Give "singleton" or "request"',
    ],
    [
      "a context",
      { token: RequestContext, useValue: {} },
      "provides RequestContext, which each request brings",
      "Take it out",
    ],
  ];
  for (const [what, provider, detail, fix] of invalid) {
    it(`refuses ${what} as a provider, and says what to do`, () => {
      const { problems } = plan({ providers: [provider as Provider] }); // what the types refuse
      expect(problems).to.have.lengthOf(1);
      expect(problems[0]).to.include({
        code: "ERR_PROVIDER_INVALID",
        member: "providers[0]",
        message: `providers[0] ${detail}`,
        fix,
      });
    });
  }

  it("does not report what a provider that is wrong was to stand for as missing, too", () => {
    class Needing {}
    const wrong = [{ token: LIMIT, useVale: 1 }, { provide: OTHER, useValue: 1 }, new Clock()];
    const needing: Provider = { token: Needing, useClass: Needing, inject: [LIMIT, OTHER, Clock] };
    const { problems } = plan({ providers: [...(wrong as unknown as Provider[]), needing] }); // what the types refuse
    expect(problems.map(({ member }) => member)).to.eql(["providers[0]", "providers[1]", "providers[2]"]);
  });

  it("refuses a class whose constructor nothing describes, and never injects undefined", () => {
    class Bare {
      constructor(readonly clock: Clock) {}
    }
    class Needing {}
    const direct = plan({ providers: [{ token: Bare, useClass: Bare }] });
    expect(direct.problems.map(({ code, member }) => [code, member])).to.deep.equal([
      ["ERR_METADATA_MISSING", "Bare"],
    ]);
    const unlisted = plan({ providers: [{ token: Needing, useClass: Needing, inject: [Bare] }] });
    expect(unlisted.problems.map(({ code, member }) => [code, member])).to.deep.equal([
      ["ERR_METADATA_MISSING", "Bare"],
    ]);
    expect(plan({ providers: [{ token: Bare, useClass: Bare, inject: [Clock] }] }).problems).to.deep.equal(
      [],
    );
  });

  describe("over tsyringe's global container", () => {
    it("sees values, classes, texts and symbols that are registered there", async () => {
      const symbol = Symbol("limit");
      class Registered {}
      const instance = new Registered();
      global.registerInstance(Registered, instance);
      global.register("graph:limit", { useValue: 7 });
      global.register(symbol, { useFactory: () => 8 });
      @injectable()
      class Reader {
        constructor(
          readonly registered: Registered,
          @inject("graph:limit") readonly limit: number,
          @inject(symbol) readonly other: number,
        ) {}
      }
      const reader = (await start({ features: [Reader] })).resolve(Reader);
      expect([reader.registered, reader.limit, reader.other]).to.deep.equal([instance, 7, 8]);
    });

    it("lets what is registered there ask for what the server provides", async () => {
      @injectable()
      class Outside {
        constructor(@inject("graph:inside") readonly inside: string) {}
      }
      global.register("graph:outside", { useClass: Outside });
      const providers: Provider[] = [
        { token: "graph:inside", useValue: "here" },
        { token: "entry", useExisting: "graph:outside" },
      ];
      const container = await start({ providers });
      expect(container.resolve("entry")).to.include({ inside: "here" });
    });

    it("prefers the server's own providers, and leaves the global ones as they are", async () => {
      global.register("graph:both", { useValue: "global" });
      const container = await start({ providers: [{ token: "graph:both", useValue: "own" }] });
      expect(container.resolve("graph:both")).to.equal("own");
      expect(global.resolve("graph:both")).to.equal("global");
    });

    it("gives each server an instance of a @singleton() class that it lists, and the global one otherwise", async () => {
      @singleton()
      class Shared {}
      const [one, two] = [await start({ providers: [Shared] }), await start({ providers: [Shared] })];
      expect(one.resolve(Shared)).not.to.equal(two.resolve(Shared));
      expect((await start({})).resolve(Shared)).to.equal(global.resolve(Shared));
    });

    it("takes a listed class that is scoped to a container as one for each request", async () => {
      @scoped(Lifecycle.ContainerScoped)
      class Session {}
      const container = await start({ providers: [Session] });
      expect(container.lifetimeOf(Session)).to.equal("request");
      const { problems } = plan({ providers: [{ token: "session", useExisting: Session }] });
      expect(problems).to.have.lengthOf(1);
      expect(problems[0]?.code).to.equal("ERR_PROVIDER_INVALID");
      expect(problems[0]?.message).to.equal(
        "Session is scoped to a container in tsyringe's global container, which a server cannot see into",
      );
    });
  });
});
