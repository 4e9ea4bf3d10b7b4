import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as blazon from "blazon";
import * as icons from "blazon/icons";
import * as redis from "blazon/redis";
import * as testing from "blazon/testing";
import { expect } from "chai";
import { describe, it } from "mocha";
import ts from "typescript";
import { PROJECT_ROOT } from "../project-root.js";

interface PublicNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const EXPECTED: Readonly<Record<string, PublicNames>> = JSON.parse(
  readFileSync(join(PROJECT_ROOT, "test/architecture/public-names.json"), "utf8"),
);

/** The types an index file exports by name; a star would make the surface depend on what lies behind it. */
function readTypeNames(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(PROJECT_ROOT, file), "utf8"),
    ts.ScriptTarget.Latest,
  );
  const declarations = source.statements.filter((statement) => ts.isExportDeclaration(statement));
  return declarations.flatMap(({ exportClause, isTypeOnly }) => {
    if (exportClause === undefined || !ts.isNamedExports(exportClause))
      throw new Error(`${file} exports a star`);
    return exportClause.elements
      .filter((name) => isTypeOnly || name.isTypeOnly)
      .map((name) => name.name.text);
  });
}

describe("the public names", () => {
  const entries: [string, object, string][] = [
    ["blazon", blazon, "src/index.ts"],
    ["blazon/icons", icons, "src/icons/index.ts"],
    ["blazon/redis", redis, "src/redis/index.ts"],
    ["blazon/testing", testing, "src/testing/index.ts"],
  ];
  for (const [name, module, file] of entries) {
    it(`of ${name} are those of public-names.json`, () => {
      const values = Object.keys(module).sort();
      const types = readTypeNames(file).sort();
      expect({ values, types }).to.eql(EXPECTED[name]);
    });
  }
});
