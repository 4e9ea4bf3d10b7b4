import { expect } from "chai";
import { describe, it } from "mocha";
import { Field } from "../../src/decorators/field.js";
import { Resource } from "../../src/decorators/resource.js";
import { Tool } from "../../src/decorators/tool.js";
import { Problems } from "../../src/errors/boot-error.js";
import { RequestContext } from "../../src/handler/request-context.js";
import type { HandlerDefinition, ParameterRole } from "../../src/metadata/definition.js";
import { readFeature } from "../../src/metadata/read-feature.js";
import type { Class, SchemaSource, ToolOptions } from "../../src/metadata/types.js";
import { zodSum } from "../types/dtos.js";
import { found } from "./found.js";
import { applyBare } from "./undecorated.js";

class Ref {
  @Field() id!: string;
}
interface Shape {
  readonly id: string;
}
abstract class OwnContext extends RequestContext {}

type Read = readonly [readonly ParameterRole[], SchemaSource | undefined];

/** Roles and input of each member. */
function read(owner: Class): readonly Read[] {
  const problems = new Problems();
  const { members } = readFeature(owner, problems);
  expect(found(problems)).to.eql([]);
  return members.map((member) => {
    const { parameters, input } = member as HandlerDefinition; // no completions here
    return [parameters, input];
  });
}

function faultsOf(owner: Class): readonly string[] {
  const problems = new Problems();
  readFeature(owner, problems);
  return found(problems).map(
    ({ code, member, message, fix }) => `${code} ${member}: ${message}. Fix: ${fix}`,
  );
}

/** A class with one tool, annotated by a toolchain that emits nothing. */
function bare(options: ToolOptions, method: (...args: never[]) => unknown): Class {
  class Bare {}
  Object.defineProperty(Bare.prototype, "a", { value: method, configurable: true, writable: true });
  applyBare(Tool(options), Bare.prototype, "a");
  return Bare;
}

describe("a handler's parameters, where types are emitted", () => {
  it("are the input first, unless it is the context, and the context after it", () => {
    class All {
      @Tool() none(): string {
        return "";
      }
      @Tool() input(input: Ref): string {
        return input.id;
      }
      @Tool() context(context: RequestContext): string {
        return context.method;
      }
      @Tool() both(input: Ref, context: RequestContext): string {
        return input.id + context.method;
      }
      @Tool() optional(input: Ref, context?: RequestContext): string {
        return input.id + context?.method;
      }
      @Tool() union(input: Ref, context: RequestContext | undefined): string {
        return input.id + context?.method;
      }
      @Tool() derived(context: OwnContext): string {
        return context.method;
      }
    }
    expect(read(All)).to.eql([
      [[], undefined],
      [["input"], Ref],
      [["context"], undefined],
      [["input", "context"], Ref],
      [["input", "context"], Ref],
      [["input", "context"], Ref],
      [["context"], undefined],
    ]);
  });

  it("have what `input` declares, above what is emitted", () => {
    const schema = { type: "object" };
    class Declared {
      @Tool({ input: zodSum }) zod(input: { a: number }): string {
        return String(input.a);
      }
      @Tool({ input: schema }) raw(input: unknown): string {
        return String(input);
      }
      @Tool({ input: Ref }) narrowed(input: Shape, _context: RequestContext): string {
        return input.id;
      }
      @Tool({ input: Ref }) unused(): string {
        return "";
      }
      @Tool({ input: null }) none(context: RequestContext): string {
        return context.method;
      }
    }
    expect(read(Declared)).to.eql([
      [["input"], zodSum],
      [["input"], schema],
      [["input", "context"], Ref],
      [[], Ref],
      [["context"], undefined],
    ]);
  });

  const fix =
    "Give it a class with @Field properties as its type, or spell it out in the decorator: input: TicketQuery, or input: null where there is none";

  it("are ERR_METADATA_MISSING where the input's type is no class at run time", () => {
    class Opaque {
      @Resource("a://{id}") shape({ id }: Shape): string {
        return id;
      }
      @Tool() union(input: Ref | undefined): string {
        return String(input);
      }
      @Tool() date(input: Date): string {
        return String(input);
      }
    }
    const missing = "Parameter 0 has the emitted type";
    const faults = faultsOf(Opaque);
    expect(faults[0]).to.equal(
      `ERR_METADATA_MISSING Opaque.shape: ${missing} Object: an interface, a union, a type alias, or a class imported with \`import type\`, none of which is there at run time. Fix: ${fix}`,
    );
    expect(faults.at(-1)).to.equal(
      `ERR_METADATA_MISSING Opaque.date: ${missing} Date, which says too little. Fix: ${fix}`,
    );
  });

  for (const [type, explanation] of [
    [
      Function,
      "has the emitted type Function: a function, or a class imported with `import type`, which is gone at run time",
    ],
    [
      undefined,
      "has a type that was not there yet when the class was read: a circular import, or a class declared further down",
    ],
    [Array, "has the emitted type Array, which says too little"],
    [String, "has the emitted type String, which says too little"],
  ] as const) {
    it(`are ERR_METADATA_MISSING where the input ${explanation}`, () => {
      const owner = bare({}, (_input: unknown) => "");
      Reflect.defineMetadata("design:paramtypes", [type], owner.prototype as object, "a");
      expect(faultsOf(owner)).to.eql([
        `ERR_METADATA_MISSING Bare.a: Parameter 0 ${explanation}. Fix: ${fix}`,
      ]);
    });
  }

  it("are ERR_PARAMETER_INVALID where something else follows the input or stands in place of the context", () => {
    const after = bare({}, (_input: Ref, _count: number) => "");
    Reflect.defineMetadata("design:paramtypes", [Ref, Number], after.prototype as object, "a");
    const none = bare({ input: null }, (_input: Ref) => "");
    Reflect.defineMetadata("design:paramtypes", [Ref], none.prototype as object, "a");
    const take =
      "Fix: Take the input first, where there is one, and after it answers (@Ask) and RequestContext alone";
    expect(faultsOf(after)).to.eql([
      `ERR_PARAMETER_INVALID Bare.a: Parameter 1 (Number) is neither the input nor the context. ${take}`,
    ]);
    expect(faultsOf(none)).to.eql([
      `ERR_PARAMETER_INVALID Bare.a: Parameter 0 (Ref) is neither the input nor the context; \`input: null\` says that there is no input. ${take}`,
    ]);
  });
});

describe("a handler's parameters, where nothing is emitted", () => {
  it("are the input and the context with `input`, the context alone with `input: null`", () => {
    expect(read(bare({ input: Ref }, (_input: Ref) => ""))).to.eql([[["input", "context"], Ref]]);
    expect(read(bare({ input: zodSum }, () => ""))).to.eql([[["input", "context"], zodSum]]);
    expect(read(bare({ input: null }, (_context: RequestContext) => ""))).to.eql([[["context"], undefined]]);
  });

  it("are none where the method takes none", () => {
    expect(read(bare({}, () => ""))).to.eql([[[], undefined]]);
  });

  it("are ERR_METADATA_MISSING otherwise, with both ways to fix it", () => {
    expect(faultsOf(bare({}, (_input: Ref) => ""))).to.eql([
      "ERR_METADATA_MISSING Bare.a: Parameter 0 is not known: no types were emitted for this method. " +
        "Fix: Compile with tsc or swc and emitDecoratorMetadata (esbuild and tsx emit nothing), or " +
        "spell it out in the decorator: input: TicketQuery, or input: null where there is none",
    ]);
  });

  it("are ERR_METADATA_MISSING for the method of an annotated class, with every toolchain", () => {
    class Whole {
      run(input: Ref): string {
        return input.id;
      }
    }
    applyBare(Tool({ name: "whole" }), Whole);
    expect(faultsOf(Whole)).to.eql([
      "ERR_METADATA_MISSING Whole: Parameter 0 is not known: types are emitted for annotated methods, not for the methods of an annotated class. " +
        "Fix: Declare it and spell it out in the decorator: input: TicketQuery, or input: null where there is none",
    ]);
  });
});
