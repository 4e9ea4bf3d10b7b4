import { expect } from "chai";
import { describe, it } from "mocha";
import type { CapabilityPath } from "../../src/index.js";
import { lintsOf } from "./lint-features.js";
import { toolWith } from "./tool-with.js";

/** As it is written without types. */
const needs = (...paths: readonly string[]) => toolWith({ requires: paths as readonly CapabilityPath[] });

describe("lints of capabilities", () => {
  it("find needs that no client can declare", async () => {
    for (const path of [
      "elicitation.forms",
      "Sampling",
      "",
      "tools",
      "extensions",
      "extensions.",
      "extensions.search",
    ]) {
      expect(await lintsOf([needs(path)]), path).to.eql([
        `LINT_CAPABILITY_UNKNOWN Desk: \`requires\` names ${JSON.stringify(path)}, which no client declares, so Desk is never called`,
      ]);
    }
  });

  it("let pass what the protocol, an extension or an experiment defines", async () => {
    const known = ["roots", "sampling", "sampling.context", "sampling.tools"];
    const more = ["elicitation", "elicitation.form", "elicitation.url"];
    const others = ["extensions.com.example/search", "experimental.anything.at.all"];
    expect(await lintsOf([needs(...known, ...more, ...others)])).to.eql([]);
  });
});
