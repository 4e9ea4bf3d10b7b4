import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import ts from "typescript";
import { CliError } from "../../../src/cli/cli-error.js";
import { withFeature } from "../../../src/cli/generate/features-file.js";
import { parseName } from "../../../src/cli/generate/names.js";

const added = parseName("open-ticket");

describe("the forms of a name", () => {
  for (const given of [
    "open-ticket",
    "openTicket",
    "OpenTicket",
    "open_ticket",
    "open ticket",
    "Open-Ticket",
  ]) {
    it(`are the same for ${given}`, () => {
      expect(parseName(given)).to.eql({ kebab: "open-ticket", snake: "open_ticket", pascal: "OpenTicket" });
    });
  }

  it("keep letters together that stand for something", () => {
    expect(parseName("parseHTTPHeader2")).to.deep.include({ kebab: "parse-http-header2" });
  });

  for (const given of [
    "",
    "-",
    "1st",
    "a/b",
    "../x",
    "a;b",
    "é",
    "a--b",
    "a-",
    "x".repeat(61),
    "tool",
    "Error",
    "date",
    "con",
    "com1",
    `${"a".repeat(59)}!`, // in no time: nothing is tried twice
  ]) {
    it(`are refused for ${JSON.stringify(given).slice(0, 30)}`, () => {
      expect(() => parseName(given)).to.throw(CliError, "cannot be the name of a class here");
    });
  }

  it("are those of a class and of files, whatever is given", () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        try {
          const { kebab, snake, pascal } = parseName(given);
          expect(pascal).to.match(/^[A-Z][A-Za-z0-9]*$/);
          expect(kebab).to.match(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
          expect(snake).to.equal(kebab.replaceAll("-", "_"));
        } catch (error) {
          expect(error).to.be.instanceOf(CliError);
        }
      }),
    );
  });
});

describe("adding to the list of features", () => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    [
      "on one line",
      'import { Notes } from "./notes.js";\n\n/** All. */\nexport const features = [Notes];\n',
      'import { Notes } from "./notes.js";\nimport { OpenTicket } from "./open-ticket.js";\n\n/** All. */\nexport const features = [Notes, OpenTicket];\n',
    ],
    [
      "on several lines",
      'import { Notes } from "./notes.js";\n\nexport const features = [\n  Notes,\n];\n',
      'import { Notes } from "./notes.js";\nimport { OpenTicket } from "./open-ticket.js";\n\nexport const features = [\n  Notes,\n  OpenTicket,\n];\n',
    ],
    [
      "that is empty and typed",
      'import type { Class } from "blazon";\n\nexport const features: readonly Class[] = [];\n',
      'import type { Class } from "blazon";\nimport { OpenTicket } from "./open-ticket.js";\n\nexport const features: readonly Class[] = [OpenTicket];\n',
    ],
    [
      "without imports",
      "export const features = [];",
      'import { OpenTicket } from "./open-ticket.js";\n\nexport const features = [OpenTicket];',
    ],
    [
      "that a comment, a string and a template speak of",
      '/*\nexport const features = [];\nimport a from "a";\n*/\nconst text = `\nexport const features = [];\n`;\n\nexport const features = [text];\n// OpenTicket is next\n',
      'import { OpenTicket } from "./open-ticket.js";\n\n/*\nexport const features = [];\nimport a from "a";\n*/\nconst text = `\nexport const features = [];\n`;\n\nexport const features = [text, OpenTicket];\n// OpenTicket is next\n',
    ],
    [
      "with the ends of lines of Windows",
      'import { Notes } from "./notes.js";\r\n\r\nexport const features = [\r\n  Notes,\r\n];\r\n',
      'import { Notes } from "./notes.js";\r\nimport { OpenTicket } from "./open-ticket.js";\r\n\r\nexport const features = [\r\n  Notes,\r\n  OpenTicket,\r\n];\r\n',
    ],
  ];
  for (const [what, before, after] of cases) {
    it(`keeps everything else of a list ${what}`, () => {
      expect(withFeature(before, added)).to.equal(after);
      const { diagnostics } = ts.transpileModule(after, { reportDiagnostics: true });
      expect(diagnostics).to.eql([]);
    });
  }

  for (const [what, source] of [
    ["is not there", "export const others = [];\n"],
    ["is made by a call", "export const features = list();\n"],
    ["holds more than names", "export const features = [...others, Notes];\n"],
    ["holds a comment", "export const features = [\n  // none yet\n];\n"],
    ["is only in a comment", "/*\nexport const features = [];\n*/\nexport const features = list();\n"],
    ["is only in a template", "export const text = `\nexport const features = [];\n`;\n"],
    ["is there twice", "export const features = [];\nexport const features = [];\n"],
  ] as const) {
    it(`is refused where the list ${what}, with what to write by hand`, () => {
      expect(() => withFeature(source, added))
        .to.throw(CliError)
        .with.property("fix")
        .that.includes('import { OpenTicket } from "./open-ticket.js";');
    });
  }

  it("is refused where the class is there already", () => {
    for (const source of [
      "export const features = [OpenTicket];\n",
      'import { OpenTicket } from "./x.js";\nexport const features = [];\n',
    ]) {
      expect(() => withFeature(source, added)).to.throw("has a OpenTicket already");
    }
  });
});
