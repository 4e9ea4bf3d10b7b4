import { expect } from "chai";
import { describe, it } from "mocha";
import "../../src/reflect.js";
import { delay, inject, injectAll, injectable } from "tsyringe";
import { Feature } from "../../src/decorators/feature.js";
import { Tool } from "../../src/decorators/tool.js";
import { Problems } from "../../src/errors/boot-error.js";
import { readConstructor } from "../../src/metadata/read-constructor.js";
import { type AnyClass, InjectionToken, type Token } from "../../src/metadata/types.js";
import { found } from "./found.js";
import { applyBare } from "./undecorated.js";

interface Port {
  send(): void;
}
class Desk {}
class Clock {}
const GREETING = new InjectionToken<string>("greeting");

function dependenciesOf(owner: AnyClass, explicit?: readonly Token[]): readonly Token[] {
  const problems = new Problems();
  const { dependencies } = readConstructor(owner, problems, explicit);
  expect(found(problems)).to.eql([]);
  return dependencies;
}

function faultsOf(owner: AnyClass, explicit?: readonly Token[]): readonly string[] {
  const problems = new Problems();
  const { dependencies } = readConstructor(owner, problems, explicit);
  expect(dependencies).to.eql([]);
  return found(problems).map(({ code, member, message }) => `${code} ${member}: ${message}`);
}

/** Parameter types as a toolchain emits them. */
function emit(owner: AnyClass, types: readonly unknown[]): void {
  Reflect.defineMetadata("design:paramtypes", types, owner);
}

@Feature()
class Emitted {
  constructor(
    readonly desk: Desk,
    readonly clock: Clock,
  ) {}
}

class Bare {
  constructor(
    readonly desk: Desk,
    readonly clock: Clock,
  ) {}
}

describe("constructor parameters", () => {
  it("are the emitted types of an annotated class, and of a tsyringe one", () => {
    @injectable()
    class Provider {
      constructor(readonly desk: Desk) {}
    }
    expect(dependenciesOf(Emitted)).to.eql([Desk, Clock]);
    expect(dependenciesOf(Provider)).to.eql([Desk]);
  });

  it("are what the decorator's inject says, above what is emitted", () => {
    @Feature({ inject: [Desk, GREETING] })
    class Explicit {
      constructor(
        readonly desk: object,
        readonly greeting: string,
      ) {}
    }
    @Tool({ name: "whole", inject: [Clock] })
    class Whole {
      constructor(readonly clock: object) {}
      run(): string {
        return "";
      }
    }
    expect(dependenciesOf(Explicit)).to.eql([Desk, GREETING]);
    expect(dependenciesOf(Whole)).to.eql([Clock]);
  });

  it("are what the provider's inject says, above everything", () => {
    expect(dependenciesOf(Emitted, [Clock, "desk"])).to.eql([Clock, "desk"]);
    expect(dependenciesOf(Bare, [Desk, Clock])).to.eql([Desk, Clock]);
  });

  it("are what tsyringe's @inject says, beside what is emitted", () => {
    const symbol = Symbol("port");
    @injectable()
    class Mixed {
      constructor(
        readonly desk: Desk,
        @inject("url") readonly url: string,
        @inject(symbol) readonly port: Port,
        @inject(Clock) readonly clock: object,
      ) {}
    }
    expect(dependenciesOf(Mixed)).to.eql([Desk, "url", symbol, Clock]);
  });

  it("are what tsyringe's @inject says where nothing is emitted", () => {
    class OnlyInject {
      constructor(
        readonly desk: Desk,
        readonly url: string,
      ) {}
    }
    Reflect.defineMetadata("injectionTokens", { 0: Desk, 1: { token: "url", multiple: false } }, OnlyInject);
    expect(dependenciesOf(OnlyInject)).to.eql([Desk, "url"]);

    class WithDefault {
      constructor(
        readonly desk: Desk,
        readonly url = "",
      ) {}
    }
    Reflect.defineMetadata("injectionTokens", { 0: Desk, 1: "url" }, WithDefault);
    expect(dependenciesOf(WithDefault)).to.eql([Desk, "url"]);
  });

  it("are none where the constructor takes none, with or without metadata", () => {
    class Nothing {}
    class Explicit {
      readonly at: number;
      constructor() {
        this.at = 1;
      }
    }
    @Feature()
    class Decorated {}
    for (const owner of [Nothing, Explicit, Decorated]) expect(dependenciesOf(owner)).to.eql([]);
  });

  it("leave a default value alone where its type names no class", () => {
    @Feature()
    class Defaults {
      constructor(
        readonly desk: Desk,
        readonly limit = 10,
        readonly port: Port = { send() {} },
      ) {}
    }
    expect(dependenciesOf(Defaults)).to.eql([Desk]);
  });

  it("are the parent's for a class without a constructor, however its compiler writes that", () => {
    class Silent extends Emitted {}
    class WithProperty extends Emitted {
      readonly at = 1;
    }
    @Feature()
    class Decorated extends Emitted {
      // The constructor (its parameters, that is) is inherited.
      readonly at = "constructor";
    }
    class Forwarding extends Emitted {
      constructor(...args: [Desk, Clock]) {
        super(...args);
      }
    }
    class Twice extends Silent {}
    for (const owner of [Silent, WithProperty, Decorated, Forwarding, Twice]) {
      expect(dependenciesOf(owner), owner.name).to.eql([Desk, Clock]);
    }
  });

  it("are none for a subclass whose own constructor takes none", () => {
    class Own extends Emitted {
      constructor() {
        super(new Desk(), new Clock());
      }
    }
    expect(dependenciesOf(Own)).to.eql([]);
  });

  it("are frozen, with member and place of the class", () => {
    const definition = readConstructor(Emitted, new Problems());
    expect(definition).to.be.frozen;
    expect(definition.dependencies).to.be.frozen;
    expect(definition.member).to.equal("Emitted");
    expect(definition.place).to.match(/read-constructor\.test\.[jt]s:\d+:\d+$/);
  });
});

describe("constructor parameters that nobody describes", () => {
  it("are ERR_METADATA_MISSING where nothing is emitted, with index and name and both ways to fix it", () => {
    const problems = new Problems();
    readConstructor(Bare, problems);
    const [problem, ...others] = found(problems);
    expect(others).to.eql([]);
    expect(problem?.code).to.equal("ERR_METADATA_MISSING");
    expect(problem?.member).to.equal("Bare");
    expect(problem?.message).to.equal(
      "Nothing says what the constructor of Bare is given (0 (desk), 1 (clock)): no types were emitted",
    );
    expect(problem?.fix).to.include("compile with tsc or swc and emitDecoratorMetadata");
    expect(problem?.fix).to.include("inject: [TicketStore, …]");
  });

  it("are the same under a decorator whose toolchain emits nothing, and then have a place", () => {
    class Annotated {
      constructor(readonly desk: Desk) {}
    }
    applyBare(Feature(), Annotated);
    const problems = new Problems();
    readConstructor(Annotated, problems);
    expect(found(problems).map(({ code }) => code)).to.eql(["ERR_METADATA_MISSING"]);
    expect(found(problems)[0]?.place).to.match(/read-constructor\.test\.[jt]s:\d+:\d+$/);
  });

  it("are the same where only methods are annotated", () => {
    class Methods {
      constructor(readonly desk: Desk) {}
      @Tool() a(): string {
        return "";
      }
    }
    expect(faultsOf(Methods)).to.eql([
      "ERR_METADATA_MISSING Methods: Nothing says what the constructor of Methods is given (0 (desk)): no types were emitted",
    ]);
  });

  const opaque: readonly (readonly [unknown, string])[] = [
    [
      Object,
      "has the emitted type Object: an interface, a union, a type alias, or a class imported with `import type`, none of which is there at run time",
    ],
    [
      Function,
      "has the emitted type Function: a function, or a class imported with `import type`, which is gone at run time",
    ],
    [
      undefined,
      "has a type that was not there yet when the class was read: a circular import, or a class declared further down",
    ],
    [String, "has the emitted type String, which says too little"],
    [Array, "has the emitted type Array, which says too little"],
    [Promise, "has the emitted type Promise, which says too little"],
    [
      { odd: 1 },
      "is injected in a way Blazon does not know: as all of a kind, optional, transformed or delayed",
    ],
  ];
  for (const [type, explanation] of opaque) {
    it(`are refused where what is emitted ${explanation}`, () => {
      class Opaque {
        constructor(
          readonly desk: Desk,
          readonly other: unknown,
        ) {}
      }
      emit(Opaque, [Desk, type]);
      const code = typeof type === "object" ? "ERR_PROVIDER_INVALID" : "ERR_METADATA_MISSING";
      expect(faultsOf(Opaque)).to.eql([`${code} Opaque: Constructor parameter 1 (other) ${explanation}`]);
    });
  }

  it("are ERR_METADATA_MISSING where @inject says only some of them and nothing is emitted", () => {
    class Some {
      constructor(
        readonly desk: Desk,
        readonly url: string,
      ) {}
    }
    Reflect.defineMetadata("injectionTokens", { 1: "url" }, Some);
    expect(faultsOf(Some)).to.eql([
      "ERR_METADATA_MISSING Some: Constructor parameter 0 (desk) has neither an emitted type nor an @inject()",
    ]);
  });

  it("are the same for a subclass whose parent is not decorated either", () => {
    class Child extends Bare {
      constructor(desk: Desk) {
        super(desk, new Clock());
      }
    }
    expect(faultsOf(Child)).to.eql([
      "ERR_METADATA_MISSING Child: Nothing says what the constructor of Child is given (0 (desk)): no types were emitted",
    ]);
    class Inheriting extends Bare {}
    expect(faultsOf(Inheriting)).to.eql([
      "ERR_METADATA_MISSING Inheriting: Nothing says what the constructor of Bare is given (0 (desk), 1 (clock)): no types were emitted",
    ]);
  });

  it("are what an inherited constructor's inject says", () => {
    @Feature({ inject: [Clock, Desk] })
    class Parent {
      constructor(
        readonly clock: object,
        readonly desk: object,
      ) {}
    }
    class Child extends Parent {}
    expect(dependenciesOf(Child)).to.eql([Clock, Desk]);
  });

  it("are all reported, not only the first", () => {
    class Several {
      constructor(
        readonly a: unknown,
        readonly b: Desk,
        readonly c: unknown,
      ) {}
    }
    emit(Several, [Object, Desk, Function]);
    expect(faultsOf(Several)).to.have.length(2);
  });

  it("are ERR_METADATA_MISSING where an explicit token is undefined", () => {
    const tokens = [Desk, undefined] as unknown as Token[];
    expect(faultsOf(Bare, tokens)).to.eql([
      "ERR_METADATA_MISSING Bare: inject[1] is undefined: a circular import, or a class declared further down",
    ]);
  });

  it("are ERR_METADATA_SHORT where inject or what is emitted is shorter than the constructor", () => {
    class Short {
      constructor(
        readonly desk: Desk,
        readonly clock: Clock,
      ) {}
    }
    emit(Short, [Desk]);
    class Silent extends Bare {}
    expect(faultsOf(Short)).to.eql([
      "ERR_METADATA_SHORT Short: Constructor parameter 1 (clock) has no emitted type, while others have one",
    ]);
    expect(faultsOf(Bare, [Desk])).to.eql([
      "ERR_METADATA_SHORT Bare: inject lists 1 of the 2 constructor parameters",
    ]);
    expect(faultsOf(Silent, [])).to.eql([
      "ERR_METADATA_SHORT Silent: inject lists 0 of the 2 constructor parameters",
    ]);
  });

  it("are ERR_METADATA_SHORT for an undecorated subclass with a constructor of its own", () => {
    class Own extends Emitted {
      constructor(clock: Clock) {
        super(new Desk(), clock);
      }
    }
    class Default extends Emitted {
      constructor(clock = new Clock()) {
        super(new Desk(), clock);
      }
    }
    expect(faultsOf(Own)).to.eql([
      "ERR_METADATA_SHORT Own: Nothing says what the constructor of Own is given (0 (clock)): only its parent Emitted is decorated",
    ]);
    expect(faultsOf(Default)).to.eql([
      "ERR_METADATA_SHORT Default: Nothing says what the constructor of Default is given (0 (clock)): only its parent Emitted is decorated",
    ]);
  });

  it("are ERR_PROVIDER_INVALID for what only tsyringe can inject", () => {
    @injectable()
    class All {
      constructor(
        @injectAll(Desk) readonly desks: Desk[],
        @inject("a", { isOptional: true }) readonly optional: string | undefined,
        @inject(delay(() => Clock)) readonly clock: Clock,
      ) {}
    }
    const rest =
      "is injected in a way Blazon does not know: as all of a kind, optional, transformed or delayed";
    expect(faultsOf(All)).to.eql([
      `ERR_PROVIDER_INVALID All: Constructor parameter 0 (desks) ${rest}`,
      `ERR_PROVIDER_INVALID All: Constructor parameter 1 (optional) ${rest}`,
      `ERR_PROVIDER_INVALID All: Constructor parameter 2 (clock) ${rest}`,
    ]);
  });
});
