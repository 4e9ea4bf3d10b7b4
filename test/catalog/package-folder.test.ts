import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { findPackageFolder } from "../../src/catalog/package-folder.js";

describe("the package of a file", () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "blazon-package-")));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function manifest(path: string, content: string): void {
    const file = join(folder, path, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const packageOf = (file: string) => findPackageFolder(join(folder, file));

  it("is the nearest folder above it with a package.json, named or not", () => {
    manifest(".", JSON.stringify({ name: "outer" }));
    manifest("packages/desk", JSON.stringify({ private: true, dependencies: {} }));
    expect(packageOf("packages/desk/src/features/a.ts")).to.equal(join(folder, "packages/desk"));
    expect(packageOf("packages/desk/dist/a.js")).to.equal(join(folder, "packages/desk"));
    expect(packageOf("scripts/a.js")).to.equal(folder);
  });

  it("does not begin where a compiler says how its files are loaded", () => {
    manifest(".", JSON.stringify({ name: "desk", type: "module" }));
    manifest("dist/cjs", JSON.stringify({ type: "commonjs" }));
    manifest("dist/broken", "{");
    manifest("dist/odd", "[]");
    for (const part of ["cjs", "broken", "odd"])
      expect(packageOf(`dist/${part}/a.js`), part).to.equal(folder);
  });

  it("begins there after all where there is no other", () => {
    manifest("only", JSON.stringify({ type: "module" }));
    manifest("only/dist", JSON.stringify({ type: "commonjs" }));
    expect(packageOf("only/dist/a.js")).to.equal(join(folder, "only"));
  });
});
