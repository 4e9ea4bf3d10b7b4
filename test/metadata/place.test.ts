import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { describe, it } from "mocha";
import { Field } from "../../src/decorators/field.js";
import { Tool } from "../../src/decorators/tool.js";
import { placeOf, placeOfClass } from "../../src/metadata/place.js";
import { recordedOn } from "../../src/metadata/record.js";

const HERE = process.cwd();

function stack(...frames: readonly string[]): { stack: string } {
  return { stack: ["Error", ...frames.map((frame) => `    at ${frame}`)].join("\n") };
}

class Annotated {
  @Field() first = "";
  @Tool() second(): string {
    return "";
  }
}

describe("places", () => {
  it("names the author's line and column, where the decorator was written", () => {
    const [first, second] = recordedOn(Annotated).map((entry) => placeOf(entry.stack));
    expect(first).to.match(/place\.test\.[jt]s:\d+:\d+$/);
    expect(second).to.match(/place\.test\.[jt]s:\d+:\d+$/);
    expect(first).not.to.equal(second);
  });

  it("reads paths and file URLs, with and without a function's name", () => {
    const path = join(HERE, "src", "tickets.js");
    for (const location of [path, pathToFileURL(path).href]) {
      expect(placeOf(stack(`Tickets (${location}:3:7)`))).to.equal(`${join("src", "tickets.js")}:3:7`);
      expect(placeOf(stack(`${location}:3:7`))).to.equal(`${join("src", "tickets.js")}:3:7`);
      expect(placeOf(stack(`async ${location}:3:7`))).to.equal(`${join("src", "tickets.js")}:3:7`);
    }
  });

  it("keeps parentheses, spaces and colons of a path", () => {
    const path = join(HERE, "a (b)", "c: d.js");
    expect(placeOf(stack(`new X (${path}:1:2)`))).to.equal(`${join("a (b)", "c: d.js")}:1:2`);
    expect(placeOf(stack(`${path}:1:2`))).to.equal(`${join("a (b)", "c: d.js")}:1:2`);
  });

  it("gives only the file's name outside of the working directory", () => {
    const outside = join(HERE, "..", "elsewhere", "secret.js");
    expect(placeOf(stack(`${outside}:1:2`))).to.equal("secret.js:1:2");
    expect(placeOf(stack(`${HERE}-twin/near.js:1:2`))).to.equal("near.js:1:2");
  });

  it("passes over what applies decorators for the author, and over what is no file", () => {
    const author = `${join(HERE, "tickets.js")}:9:1`;
    const machinery = [
      `__decorate (${HERE}/tickets.js:4:1)`,
      `__decorateClass (${HERE}/tickets.js:4:1)`,
      `_ts_decorate (${HERE}/tickets.js:4:1)`,
      `Reflect.decorate (${HERE}/node_modules/reflect-metadata/Reflect.js:1:1)`,
      `x (${HERE}/node_modules/tslib/tslib.es6.mjs:1:1)`,
      `x (${HERE}/node_modules/@swc/helpers/esm/_.js:1:1)`,
      "ModuleJob.run (node:internal/modules/esm/module_job:343:25)",
      "eval (eval at <anonymous> (/tmp/x.js:1:1), <anonymous>:1:1)",
      "new Promise (<anonymous>)",
      "native",
    ];
    for (const frame of machinery) expect(placeOf(stack(frame, author)), frame).to.equal("tickets.js:9:1");
  });

  it("is undefined where there is no stack or no file in it", () => {
    expect(placeOf({})).to.equal(undefined);
    expect(placeOf({ stack: "" })).to.equal(undefined);
    expect(placeOf(stack("node:internal/main:1:1"))).to.equal(undefined);
  });

  it("is a class's own annotation, or else the first of its members", () => {
    class Bare {}
    expect(placeOfClass(Bare)).to.equal(undefined);
    const first = recordedOn(Annotated)[0];
    expect(placeOfClass(Annotated)).to.equal(first && placeOf(first.stack));

    @Tool({ name: "whole" })
    class Whole {
      @Field() member = "";
      run(): string {
        return "";
      }
    }
    const above = recordedOn(Whole).find(({ annotation }) => annotation.kind === "tool");
    expect(placeOfClass(Whole)).to.equal(above && placeOf(above.stack));
    expect(placeOfClass(Whole)).to.include(basename(import.meta.url).replace(/\..*/, ""));
  });
});
