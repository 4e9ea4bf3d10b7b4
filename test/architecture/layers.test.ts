import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";
import { readModule, readModules } from "./import-graph.js";
import { findCycles, findImpurities, findLayerFaults, LAYERS } from "./layers.js";

describe("the layers of src", () => {
  const modules = readModules(join(PROJECT_ROOT, "src"));

  it("reads the whole tree", () => {
    expect(modules.map(({ file }) => file)).to.include.members(["errors/codes.ts", "kernel/port.ts"]);
    expect(modules.flatMap(({ imports }) => imports)).to.include("errors/codes.ts");
  });

  it("give every file its place", () => {
    const known = LAYERS.flat();
    expect(
      modules.map(({ file }) => file.split("/")[0]).filter((name) => !known.includes(String(name))),
    ).to.eql([]);
  });

  it("import only from below", () => {
    expect(findLayerFaults(modules)).to.eql([]);
  });

  it("have no cycles, type imports included", () => {
    expect(findCycles(modules)).to.eql([]);
  });

  it("leave the protocol free of Node", () => {
    expect(findImpurities(modules)).to.eql([]);
  });
});

describe("the check of the layers", () => {
  const faultsOf = (file: string, source: string) => findLayerFaults([readModule(file, source)]);

  it("finds an import upward, however it is written", () => {
    const forms = [
      'import { a } from "../kernel/a.js";',
      'import type { A } from "../kernel/a.js";',
      'import { type A } from "../kernel/a.js";',
      'import "../kernel/a.js";',
      'export * from "../kernel/a.js";',
      'export type { A } from "../kernel/a.js";',
      'const a = import("../kernel/a.js");',
      'type A = import("../kernel/a.js").A;',
      'import a = require("../kernel/a.js");',
    ];
    for (const form of forms) {
      expect(faultsOf("errors/b.ts", form), form).to.eql(["errors/b.ts imports upward: kernel/a.ts"]);
    }
  });

  it("knows CommonJS modules too", () => {
    const faults = faultsOf("errors/b.cts", 'import a = require("../kernel/a.cjs");');
    expect(faults).to.eql(["errors/b.cts imports upward: kernel/a.cts"]);
  });

  it("finds an import sideways", () => {
    const faults = faultsOf("container/b.ts", 'import type { A } from "../decorators/a.js";');
    expect(faults).to.eql(["container/b.ts imports sideways: decorators/a.ts"]);
  });

  it("lets a transport see the port and nothing else of the kernel, the catalog and the container", () => {
    expect(faultsOf("transports/http/a.ts", 'import type { Port } from "../../kernel/port.js";')).to.eql([]);
    for (const hidden of ["kernel/dispatch", "catalog/catalog", "container/root", "metadata/types"]) {
      const faults = faultsOf("transports/http/a.ts", `import { x } from "../../${hidden}.js";`);
      expect(faults).to.eql([`transports/http/a.ts looks behind the port: ${hidden}.ts`]);
    }
  });

  it("finds a file that is in no layer", () => {
    expect(faultsOf("misc/a.ts", 'import "../errors/codes.js";')).to.eql(["misc/a.ts is in no layer"]);
  });

  it("finds cycles of two and of more files, and of a file with itself", () => {
    const cyclesOf = (...edges: [string, string][]) =>
      findCycles(
        edges.map(([from, to]) => readModule(`a/${from}.ts`, `import type { X } from "./${to}.js";`)),
      );
    expect(cyclesOf(["x", "y"], ["y", "x"])).to.eql(["a/x.ts -> a/y.ts -> a/x.ts"]);
    expect(cyclesOf(["x", "y"], ["y", "z"], ["z", "y"])).to.eql(["a/y.ts -> a/z.ts -> a/y.ts"]);
    expect(cyclesOf(["x", "x"])).to.eql(["a/x.ts -> a/x.ts"]);
    expect(cyclesOf(["x", "z"], ["y", "z"])).to.eql([]);
  });

  it("finds Node in the protocol", () => {
    const source = 'import { Buffer } from "node:buffer"; export const a = Buffer.from(process.title);';
    expect(findImpurities([readModule("protocol/a.ts", source)])).to.eql([
      "protocol/a.ts imports node:buffer",
      "protocol/a.ts uses Buffer",
      "protocol/a.ts uses process",
    ]);
    expect(findImpurities([readModule("protocol/a.ts", "// Buffer is not used here")])).to.eql([]);
  });
});
