import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { planProject } from "../../../src/cli/new/plan-project.js";
import { readTemplate, TEMPLATES, type TemplateName } from "../../../src/cli/new/templates.js";

const NAMES = Object.keys(TEMPLATES) as TemplateName[]; // its keys
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

describe("the plan of a project", () => {
  for (const template of NAMES) {
    it(`has, of ${template}, the name in every place and its template's in none`, () => {
      const plan = planProject(readTemplate(template), { name: "desk", spec: "^1.2.3" });
      const files = new Map(plan.map(({ path, content }) => [path, text(content)]));
      expect(JSON.parse(files.get("package.json") ?? "")).to.deep.include({ name: "desk" });
      expect(JSON.parse(files.get("package.json") ?? "").dependencies.blazon).to.equal("^1.2.3");
      expect([...files.values()].filter((content) => content.includes("my-server"))).to.eql([]);
      expect(files.get("src/server.ts")).to.include('name: "desk"');
      for (const path of [".gitignore", ".npmrc", "README.md", "tsconfig.json", "biome.json"]) {
        expect([...files.keys()]).to.include(path);
      }
      expect([...files.keys()].filter((path) => /node_modules|(?:^|\/)dist\/|(?:^|\/)_/.test(path))).to.eql(
        [],
      );
    });
  }

  it("is one of valid files, for any name that a project can have and anything it is built on", () => {
    const name = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,40}[a-z0-9]$/);
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), name, fc.string(), (template, given, spec) => {
        for (const { path, content } of planProject(readTemplate(template), { name: given, spec })) {
          if (path === "package.json") {
            const manifest = JSON.parse(text(content));
            expect([manifest.name, manifest.dependencies.blazon]).to.eql([given, spec]);
          }
          expect(path).to.not.match(/^\/|\.\.|\\/);
        }
      }),
      { numRuns: 100 },
    );
  });
});
