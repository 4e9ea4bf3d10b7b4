import { expect } from "chai";
import { describe, it } from "mocha";
import { Complete } from "../../src/decorators/complete.js";
import { Feature } from "../../src/decorators/feature.js";
import { Field } from "../../src/decorators/field.js";
import { Prompt } from "../../src/decorators/prompt.js";
import { Resource } from "../../src/decorators/resource.js";
import { Tool } from "../../src/decorators/tool.js";
import { placeOf } from "../../src/metadata/place.js";
import { recordedOn } from "../../src/metadata/record.js";

@Feature({ scope: "request" })
class Members {
  @Field("A") field = "";
  @Tool({ title: "T" }) tool(): string {
    return this.field;
  }
  @Resource("a://{id}", { title: "R" }) resource(): string {
    return this.field;
  }
  @Prompt({ title: "P" }) prompt(): string {
    return this.field;
  }
  @Complete({ resource: "a://{id}", argument: "id" }) complete(): string[] {
    return [this.field];
  }
}

describe("a decorator", () => {
  it("makes one write, of what the author gave it", () => {
    expect(recordedOn(Members).map(({ annotation }) => annotation)).to.eql([
      { kind: "field", key: "field", options: { description: "A" } },
      { kind: "tool", key: "tool", options: { title: "T" } },
      { kind: "resource", key: "resource", uri: "a://{id}", options: { title: "R" } },
      { kind: "prompt", key: "prompt", options: { title: "P" } },
      { kind: "complete", key: "complete", options: { resource: "a://{id}", argument: "id" } },
      { kind: "feature", options: { scope: "request" } },
    ]);
  });

  it("writes the same above a class, without a key", () => {
    @Tool({ name: "t" })
    class Run {
      run(): string {
        return "";
      }
    }
    @Resource("a://b", { name: "r" })
    class Read {
      read(): string {
        return "";
      }
    }
    @Prompt({ name: "p" })
    class Get {
      get(): string {
        return "";
      }
    }
    const annotations = [Run, Read, Get].flatMap((owner) =>
      recordedOn(owner).map(({ annotation }) => annotation),
    );
    expect(annotations).to.eql([
      { kind: "tool", key: undefined, options: { name: "t" } },
      { kind: "resource", key: undefined, uri: "a://b", options: { name: "r" } },
      { kind: "prompt", key: undefined, options: { name: "p" } },
    ]);
  });

  it("writes nothing on a parent or a subclass", () => {
    class Child extends Members {
      @Tool() own(): string {
        return "";
      }
    }
    expect(recordedOn(Child)).to.have.length(1);
    expect(recordedOn(Members)).to.have.length(6);
    expect(recordedOn(class extends Members {})).to.eql([]);
  });

  it("remembers the line where it was written, each its own", () => {
    const places = recordedOn(Members).map(({ stack }) => placeOf(stack));
    for (const place of places) expect(place).to.match(/record\.test\.[jt]s:\d+:\d+$/);
    expect(new Set(places).size).to.equal(places.length);
  });

  it("changes neither the class nor the method", () => {
    const descriptor = Object.getOwnPropertyDescriptor(Members.prototype, "tool");
    expect(descriptor).to.include({ enumerable: false, writable: true, configurable: true });
    expect(new Members().tool()).to.equal("");
    expect(Object.keys(Members)).to.eql([]);
  });
});
