import { expect } from "chai";
import { describe, it } from "mocha";
import { expandTemplate, type TemplateValues } from "../../src/uri-template/expand-template.js";

// The variables and expansions of RFC 6570, sections 1.2 and 3.2.
const values: TemplateValues = {
  var: "value",
  hello: "Hello World!",
  path: "/foo/bar",
  x: "1024",
  y: "768",
  empty: "",
  half: "50%",
  list: ["red", "green", "blue"],
  keys: { semi: ";", dot: ".", comma: "," },
  missing: undefined,
};

describe("expandTemplate", () => {
  const examples: [template: string, uri: string][] = [
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["O{empty}X", "OX"],
    ["O{missing}X", "OX"],
    ["{x,y}", "1024,768"],
    ["{var:3}", "val"],
    ["{list*}", "red,green,blue"],
    ["{keys}", "semi,%3B,dot,.,comma,%2C"],
    ["{+hello}", "Hello%20World!"],
    ["{+path}/here", "/foo/bar/here"],
    ["{#path,x}here", "#/foo/bar,1024here"],
    ["X{.var}", "X.value"],
    ["X{.list*}", "X.red.green.blue"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{/list*}", "/red/green/blue"],
    ["{;x,y,empty}", ";x=1024;y=768;empty"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["{?keys*}", "?semi=%3B&dot=.&comma=%2C"],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
  ];
  for (const [template, uri] of examples) {
    it(`[RES-07] expands ${template} as RFC 6570 does`, () => {
      expect(expandTemplate(template, values)).to.equal(uri);
    });
  }

  it("throws for a text that is no template", () => {
    expect(() => expandTemplate("x://{id", {})).to.throw("Unterminated token");
  });
});
