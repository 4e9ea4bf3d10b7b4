import { expect } from "chai";
import { describe, it } from "mocha";
import { Complete } from "../../src/decorators/complete.js";
import { Feature } from "../../src/decorators/feature.js";
import { Field } from "../../src/decorators/field.js";
import { Prompt } from "../../src/decorators/prompt.js";
import { Resource } from "../../src/decorators/resource.js";
import { Tool } from "../../src/decorators/tool.js";
import { Problems } from "../../src/errors/boot-error.js";
import { RequestContext } from "../../src/handler/request-context.js";
import type { FeatureDefinition, HandlerDefinition } from "../../src/metadata/definition.js";
import { readFeature } from "../../src/metadata/read-feature.js";
import type { Class } from "../../src/metadata/types.js";
import { found } from "./found.js";
import { applyBare } from "./undecorated.js";

class Ref {
  @Field() id!: string;
}

@Feature({ scope: "request" })
class Tickets {
  @Tool({ title: "Search", output: Ref }) search(query: Ref, _context: RequestContext): Ref {
    return query;
  }
  @Resource("ticket://{id}", { name: "one" }) ticket({ id }: Ref): string {
    return id;
  }
  @Prompt() triage(): string {
    return "";
  }
  @Complete({ resource: "ticket://{id}", argument: "id" }) ids(): string[] {
    return [];
  }
}

function read(owner: Class): FeatureDefinition {
  const problems = new Problems();
  const feature = readFeature(owner, problems);
  expect(found(problems)).to.eql([]);
  return feature;
}

function faultsOf(owner: unknown): readonly string[] {
  const problems = new Problems();
  readFeature(owner as Class, problems); // some cases are no classes
  return found(problems).map(
    ({ code, member, message, fix }) => `${code} ${member}: ${message}. Fix: ${fix}`,
  );
}

describe("a feature", () => {
  it("has its members in declaration order, each with everything that is known", () => {
    const feature = read(Tickets);
    expect(feature).to.include({ owner: Tickets, member: "Tickets", scope: "request" });
    expect(feature.place).to.match(/read-feature\.test\.[jt]s:\d+:\d+$/);
    const [tool, resource, prompt, complete] = feature.members;
    expect(tool).to.deep.include({
      kind: "tool",
      owner: Tickets,
      method: "search",
      member: "Tickets.search",
      name: "search",
      parameters: ["input", "context"],
      input: Ref,
      options: { title: "Search", output: Ref },
    });
    expect(resource).to.deep.include({
      kind: "resource",
      name: "one",
      uri: "ticket://{id}",
      parameters: ["input"],
      input: Ref,
    });
    expect(prompt).to.deep.include({ kind: "prompt", name: "triage", parameters: [], input: undefined });
    expect(complete).to.deep.include({
      kind: "complete",
      method: "ids",
      member: "Tickets.ids",
      target: { resource: "ticket://{id}", argument: "id" },
    });
    expect(feature.members).to.have.length(4);
    for (const { place } of feature.members) expect(place).to.match(/read-feature\.test\.[jt]s:\d+:\d+$/);
  });

  it("is frozen throughout", () => {
    const feature = read(Tickets);
    expect(feature).to.be.frozen;
    expect(feature.members).to.be.frozen;
    for (const member of feature.members) expect(member).to.be.frozen;
    expect((feature.members[0] as HandlerDefinition).parameters).to.be.frozen;
  });

  it("is a singleton unless it or its nearest parent says otherwise", () => {
    class Inherits extends Tickets {}
    @Feature()
    class Redecorated extends Tickets {}
    @Feature({ scope: "singleton" })
    class Single extends Tickets {}
    class Plain {
      @Tool() a(): string {
        return "";
      }
    }
    expect([Inherits, Redecorated, Single, Plain].map((owner) => read(owner).scope)).to.eql([
      "request",
      "request",
      "singleton",
      "singleton",
    ]);
  });

  it("may be one annotated class for each kind of handler", () => {
    @Tool({ name: "close", input: Ref, scope: "request" })
    class Close {
      run(input: Ref): string {
        return input.id;
      }
    }
    @Resource("desk://board", { name: "board", input: null })
    class Board {
      read(context: RequestContext): string {
        return context.method;
      }
    }
    @Prompt({ name: "triage" })
    class Triage {
      get(): string {
        return "";
      }
      @Complete({ prompt: "triage", argument: "id" }) ids(): string[] {
        return [];
      }
    }
    const close = read(Close);
    expect(close.scope).to.equal("request");
    expect(close.members[0]).to.deep.include({
      kind: "tool",
      method: "run",
      member: "Close",
      name: "close",
      parameters: ["input", "context"],
      input: Ref,
    });
    const board = {
      method: "read",
      member: "Board",
      name: "board",
      parameters: ["context"],
      input: undefined,
    };
    expect(read(Board).members[0]).to.deep.include(board);
    // Decorators of members run before those of their class.
    expect(read(Triage).members.map(({ kind, method }) => [kind, method])).to.eql([
      ["complete", "ids"],
      ["prompt", "get"],
    ]);
  });

  it("may complete several arguments with one method", () => {
    class Several {
      @Complete({ prompt: "a", argument: "x" })
      @Complete({ prompt: "b", argument: "y" })
      both(): string[] {
        return [];
      }
    }
    const targets = read(Several).members.map((member) => member.kind === "complete" && member.target);
    expect(targets).to.have.deep.members([
      { prompt: "a", argument: "x" },
      { prompt: "b", argument: "y" },
    ]);
  });
});

describe("a feature that extends another", () => {
  abstract class Base {
    @Tool({ title: "First" }) first(input: Ref): string {
      return input.id;
    }
    @Tool({ title: "Second" }) second(): string {
      return "";
    }
  }

  it("has its parent's members first, as its own", () => {
    class Child extends Base {
      @Tool() third(): string {
        return "";
      }
    }
    const members = read(Child).members;
    expect(members.map(({ member }) => member)).to.eql(["Child.first", "Child.second", "Child.third"]);
    for (const { owner } of members) expect(owner).to.equal(Child);
    expect(members[0]).to.deep.include({ input: Ref, parameters: ["input"] });
  });

  it("keeps the annotation of a method it only overrides", () => {
    class Child extends Base {
      override first(input: Ref): string {
        return `child ${input.id}`;
      }
    }
    const first = read(Child).members[0];
    expect(first).to.deep.include({ name: "first", input: Ref, options: { title: "First" } });
    const { owner, method } = first as HandlerDefinition;
    const instance = new owner() as Record<string, (input: Ref) => string>;
    expect(instance[method]?.({ id: "1" })).to.equal("child 1");
  });

  it("replaces what it annotates again, where it stands, even by another kind", () => {
    class Child extends Base {
      @Tool() third(): string {
        return "";
      }
      @Prompt({ title: "Mine" }) override first(): string {
        return "";
      }
    }
    expect(read(Child).members.map(({ kind, method }) => [kind, method])).to.eql([
      ["tool", "second"],
      ["tool", "third"],
      ["prompt", "first"],
    ]);
    class Other extends Base {}
    expect(read(Other).members.map(({ kind }) => kind)).to.eql(["tool", "tool"]);
  });

  it("replaces an annotated class by its own annotation", () => {
    @Tool({ name: "parent" })
    class Parent {
      run(): string {
        return "";
      }
    }
    @Tool({ name: "child" })
    class Child extends Parent {}
    class Silent extends Parent {}
    const names = [Parent, Child, Silent].map((owner) =>
      read(owner).members.map((member) => (member as HandlerDefinition).name),
    );
    expect(names).to.eql([["parent"], ["child"], ["parent"]]);
  });
});

describe("a feature that cannot be", () => {
  it("is ERR_FEATURE_EMPTY without a member", () => {
    @Feature()
    class Empty {
      @Field() notAMember = "";
    }
    expect(faultsOf(Empty)).to.eql([
      "ERR_FEATURE_EMPTY Empty: The class has no @Tool, @Resource or @Prompt. Fix: Annotate a method or the class, or take the class out of `features`",
    ]);
    expect(faultsOf(class {})[0]).to.include("ERR_FEATURE_EMPTY (anonymous class):");
  });

  const noClasses: readonly (readonly [string, unknown, string])[] = [
    ["undefined", undefined, "`features` lists undefined: a circular import, or a name that is not exported"],
    [
      "an instance",
      new Tickets(),
      "`features` lists an instance of Tickets: list the class, and the container makes the instance",
    ],
    ["a list", [Tickets], "`features` lists a list: spread it, as in [...tickets, Board]"],
    ["a bare object", Object.create(null), "`features` lists an object"],
    ["an arrow function", () => "", "`features` lists a function that is no class"],
    ["a text", "Tickets", '`features` lists "Tickets"'],
    ["null", null, "`features` lists null"],
  ];
  for (const [title, value, message] of noClasses) {
    it(`is ERR_FEATURE_INVALID when it is ${title}, and boot goes on`, () => {
      expect(faultsOf(value)).to.eql([
        `ERR_FEATURE_INVALID features: ${message}. Fix: \`features\` takes classes`,
      ]);
      expect(readFeature(value as Class, new Problems()).members).to.eql([]);
    });
  }

  it("is ERR_NAME_MISSING when a class has no name on the wire", () => {
    class Nameless {
      run(): string {
        return "";
      }
    }
    applyBare(Tool({ title: "Nameless" }), Nameless);
    expect(faultsOf(Nameless)).to.eql([
      "ERR_NAME_MISSING Nameless: A class needs a name: it is called as a whole. Fix: Add `name` to the decorator",
    ]);
  });

  it("is ERR_HANDLER_MISSING where there is no method, and ERR_HANDLER_INVALID where it cannot be called", () => {
    class Without {
      get getter(): string {
        throw new Error("boot must not run it");
      }
    }
    applyBare(Tool({ name: "whole" }), Without);
    applyBare(Tool(), Without.prototype, "getter");
    applyBare(Complete({ prompt: "a", argument: "b" }), Without.prototype, "gone");
    applyBare(Prompt(), Without, "statically");
    const fix = (method: string): string => `Fix: Add the method ${method}(), or take the annotation away`;
    expect(faultsOf(Without)).to.eql([
      `ERR_HANDLER_MISSING Without: Without has no method run() (a property that holds a function is none). ${fix("run")}`,
      "ERR_HANDLER_INVALID Without.getter: @Tool stands above the accessor getter. Fix: Make it a method: getter() { … }",
      `ERR_HANDLER_MISSING Without.gone: Without has no method gone() (a property that holds a function is none). ${fix("gone")}`,
      "ERR_HANDLER_INVALID Without.statically: @Prompt stands above the static member statically. Fix: Take `static` away: handlers are called on an instance, which the container makes",
    ]);
  });

  it("is ERR_ANNOTATION_CLASH when one method is two things", () => {
    class Both {
      @Tool()
      @Prompt()
      text(): string {
        return "";
      }
      @Tool({ name: "a" })
      @Tool({ name: "b" })
      twice(): string {
        return "";
      }
      @Complete({ prompt: "a", argument: "b" })
      @Prompt()
      completes(): string[] & string {
        return [] as unknown as string[] & string;
      }
    }
    applyBare(Tool({ name: "c" }), Both);
    class Run {
      @Tool() run(): string {
        return "";
      }
    }
    applyBare(Tool({ name: "whole" }), Run);
    expect(faultsOf(Both).slice(0, 3)).to.eql([
      "ERR_ANNOTATION_CLASH Both.text: text() is annotated with @Prompt and @Tool. Fix: Keep one of them",
      "ERR_ANNOTATION_CLASH Both.twice: twice() is annotated with @Tool and @Tool. Fix: Keep one of them",
      "ERR_ANNOTATION_CLASH Both.completes: completes() is annotated with @Prompt and @Complete. Fix: Keep one of them",
    ]);
    expect(faultsOf(Run)).to.eql([
      "ERR_ANNOTATION_CLASH Run.run: run() is annotated with @Tool and @Tool. Fix: Keep one of them",
    ]);
  });

  it("is ERR_ANNOTATION_CLASH when a class is told twice how it is made", () => {
    @Feature({ scope: "request", inject: [] })
    @Tool({ name: "whole", scope: "singleton", inject: [] })
    class Twice {
      run(): string {
        return "";
      }
    }
    expect(faultsOf(Twice)).to.eql([
      "ERR_ANNOTATION_CLASH Twice: `scope` is given twice for one class. Fix: Keep one of them",
      "ERR_ANNOTATION_CLASH Twice: `inject` is given twice for one class. Fix: Keep one of them",
    ]);
  });

  it("is ERR_OPTION_INVALID when a method says what is about its class, or lists by a method that is none", () => {
    class Options {
      a(): string {
        return "";
      }
      b(): string {
        return "";
      }
      c(): string {
        return "";
      }
    }
    applyBare(Tool({ scope: "request" }), Options.prototype, "a");
    applyBare(Tool({ inject: [] }), Options.prototype, "b");
    applyBare(Resource("ticket://{id}", { list: "gone" }), Options.prototype, "c");
    const about = "stands on a method, and is about the class. Fix: Move it to @Feature";
    expect(faultsOf(Options)).to.eql([
      `ERR_OPTION_INVALID Options.a: scope ${about}`,
      `ERR_OPTION_INVALID Options.b: inject ${about}`,
      "ERR_OPTION_INVALID Options.c: list names gone, which is no method of Options. Fix: Name the method that lists the resources",
    ]);
    expect(read(Tickets).scope).to.equal("request");
  });
});
