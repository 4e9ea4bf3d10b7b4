import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";
import { drawIds } from "./draw.js";
import { MUTATIONS } from "./mutations.js";
import { mutate } from "./workbench.js";

describe("the changes of the mutation run", () => {
  it("each have one place in the sources, and a requirement of their own", () => {
    for (const mutation of MUTATIONS) {
      const source = readFileSync(join(PROJECT_ROOT, mutation.file), "utf8");
      expect(mutate(source, mutation), mutation.id).to.not.equal(source);
    }
    const ids = MUTATIONS.map(({ id }) => id);
    expect(ids).to.eql([...new Set(ids)]);
  });

  it("say where a text to change is not there, or there twice", () => {
    const change = { id: "X-01", file: "x.ts", removes: "", was: "a", now: "b" };
    expect(() => mutate("aa", change)).to.throw("X-01: the text to change stands 2 times in x.ts, not once");
    expect(() => mutate("", change)).to.throw("stands 0 times");
    expect(mutate("xax", { ...change, now: "$&" })).to.equal("x$&x");
  });
});

describe("the draw of the mutation run", () => {
  const ids = Array.from({ length: 50 }, (_, index) => `ID-${index}`);

  it("is decided by the seed alone", () => {
    expect(drawIds(ids, 1, 10)).to.eql(drawIds([...ids].reverse(), 1, 10));
    expect(drawIds(ids, 1, 10)).to.not.eql(drawIds(ids, 2, 10));
  });

  it("moves the next one up where one leaves the pool", () => {
    const drawn = drawIds(ids, 1, 10);
    const less = ids.filter((id) => id !== drawn[3]);
    expect(drawIds(less, 1, 9)).to.eql(drawn.filter((id) => id !== drawn[3]));
  });
});
