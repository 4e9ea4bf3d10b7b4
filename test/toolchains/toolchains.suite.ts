import { join } from "node:path";
import type { Problem } from "blazon";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { answersOf, compiledByTsc, layOut, problemsOf } from "./desk-runs.js";
import type { LibraryAnswers } from "./desks/explicit-forms.js";
import type { HelpDeskAnswers } from "./desks/help-desk.js";
import { expectHelpDesk, expectLibrary } from "./expected-answers.js";
import {
  expectConstructors,
  expectInputs,
  expectNothingElseMissing,
  expectUntold,
  type Lines,
  type TypeImports,
  UNTOLD_MEMBERS,
} from "./expected-problems.js";
import { recipeOf } from "./recipes.js";
import { searchOverStdio } from "./stdio-call.js";
import { type Desk, installTools, type Project } from "./workspace.js";

interface Emitting {
  readonly name: string;
  readonly lines: Lines;
  readonly typeImports: TypeImports;
}

const EMIT: readonly Emitting[] = [
  { name: "tsc", lines: "mapped", typeImports: "Function" },
  { name: "swc-node", lines: "nearby", typeImports: "Object" },
  { name: "tsdown", lines: "mapped", typeImports: "Object" },
  { name: "vitest", lines: "mapped", typeImports: "Object" },
];
const EMIT_NOTHING = ["tsx", "esbuild, file by file", "esbuild, a bundle"] as const;

/** Where a recipe begins with tsc, that step is made once for each desk. */
async function prepare(heading: string, desk: Desk): Promise<[Project, readonly string[]]> {
  const recipe = recipeOf(heading);
  if (recipe[0] !== recipeOf("tsc")[0]) return [layOut(heading, desk), recipe];
  return [await compiledByTsc(desk), recipe.slice(1)];
}

describe("toolchains", function () {
  this.timeout(300_000);

  before(installTools);

  for (const { name, ...emitted } of EMIT) {
    describe(`${name}, which emits types`, () => {
      it("runs the help desk as it is written, every feature of it", async () => {
        expectHelpDesk(await answersOf<HelpDeskAnswers>(...(await prepare(name, "help-desk"))));
      });

      it("runs a server that says everything itself", async () => {
        expectLibrary(await answersOf<LibraryAnswers>(...(await prepare(name, "explicit-forms"))));
      });

      it("does not start a server where a type names no class: interface, union, type-only import", async () => {
        const [project, commands] = await prepare(name, "untold");
        expectUntold(project, await problemsOf(project, commands), emitted);
      });
    });
  }

  for (const name of EMIT_NOTHING) {
    describe(`${name}, which emits nothing`, () => {
      let project: Project;
      let problems: readonly Problem[];

      before(async () => {
        project = layOut(name, "help-desk");
        problems = await problemsOf(project, recipeOf(name));
      });

      it("names each constructor that nothing describes: class, parameters, line and both fixes", () => {
        expectConstructors(project, problems);
      });

      it("names each input that nothing describes: class, method, parameter, line and both fixes", () => {
        expectInputs(project, problems);
      });

      it("names nothing else as missing: no method without an input, and no service that has `inject`", () => {
        expectNothingElseMissing(problems);
      });

      it("runs a server that says everything itself", async () => {
        expectLibrary(await answersOf<LibraryAnswers>(...(await prepare(name, "explicit-forms"))));
      });
    });
  }

  describe("one file of what tsc wrote", () => {
    it("runs the help desk, every feature of it", async () => {
      expectHelpDesk(await answersOf<HelpDeskAnswers>(...(await prepare("One file", "help-desk"))));
    });

    it("names classes in its problems as they are written", async () => {
      const problems = await problemsOf(...(await prepare("One file", "untold")));
      expect(problems.map(({ member }) => member)).to.have.members(UNTOLD_MEMBERS);
    });

    it("serves stdio", async () => {
      const [project, [bundle = ""]] = await prepare("One file", "help-desk");
      await project.run(bundle.replace("dist/server.js", "dist/sample-app/stdio.js"));
      const { code, output } = await searchOverStdio(join(project.folder, "bundle", "server.mjs"));
      expect(code).to.equal(0);
      expect(JSON.parse(output))
        .to.have.nested.property("result.structuredContent")
        .that.deep.equals({ tickets: [], total: 0 });
    });
  });

  describe("require()", () => {
    let project: Project;

    before(async () => {
      project = await compiledByTsc("explicit-forms");
      for (const command of recipeOf("require")) await project.run(command);
    });

    for (const file of ["bundle/server.mjs", "bundle/server.cjs", "dist/server.js"]) {
      it(`runs ${file}`, async () => {
        expectLibrary(
          await answersOf<LibraryAnswers>(project, [`node --no-warnings -e "require('./${file}')"`]),
        );
      });
    }

    it("gives of the framework and its testing kit what import gives", async () => {
      for (const name of ["blazon", "blazon/testing"]) {
        const compare = `import('${name}').then((m) => console.log(Object.keys(m).filter((k) => require('${name}')[k] !== m[k])))`;
        expect(await project.run(`node --no-warnings -e "${compare}"`)).to.equal("[]\n");
      }
    });
  });
});
