import { expect } from "chai";
import { describe, it } from "mocha";
import { findDeviations, parseBaseline } from "./baseline.js";
import type { Scenario } from "./checks.js";

const SCENARIOS: Scenario[] = [
  { name: "caching", checks: [{ id: "ttl", status: "SUCCESS" }] },
  {
    name: "tools-list",
    checks: [
      { id: "names", status: "FAILURE", errorMessage: "no name" },
      { id: "order", status: "WARNING", description: "same order" },
      { id: "wire", status: "SKIPPED" },
    ],
  },
];

describe("the conformance baseline", () => {
  it("is read line by line, without comments and quotes", () => {
    const text = '# why\nserver:\n  - caching\n  - "tools-list:names" # soon\n';
    expect(parseBaseline(text)).to.eql(["caching", "tools-list:names"]);
    expect(parseBaseline("server: []\n")).to.eql([]);
  });

  it("lets through what it lists, a scenario or a single check", () => {
    expect(findDeviations(["tools-list"], SCENARIOS)).to.eql([]);
    expect(findDeviations(["tools-list:names", "tools-list:order"], SCENARIOS)).to.eql([]);
  });

  it("lets no failure and no warning through that it does not list", () => {
    expect(findDeviations(["tools-list:names"], SCENARIOS)).to.eql(["WARNING tools-list:order same order"]);
    expect(findDeviations([], SCENARIOS)).to.eql([
      "FAILURE tools-list:names no name",
      "WARNING tools-list:order same order",
    ]);
  });

  it("is stale where what it lists passes, or does not exist", () => {
    for (const entry of ["caching", "tools-list:wire", "tools-list:gone", "gone"]) {
      const deviations = findDeviations(["tools-list", entry], SCENARIOS);
      expect(deviations).to.eql([`STALE ${entry} passes, or does not exist`]);
    }
  });
});
