import { expect } from "chai";
import { describe, it } from "mocha";
import { parseTemplate } from "../../src/uri-template/template.js";
import { TemplateError } from "../../src/uri-template/template-error.js";

describe("parseTemplate", () => {
  it("[RES-07] names the variables of every operator in the order of the template", () => {
    const text = "x://h/{a}{.b}/{+c}{/d}/e{?f,g:3}{#h}";
    expect(parseTemplate(text).names).to.deep.equal(["a", "b", "c", "d", "f", "g", "h"]);
    expect(parseTemplate("x://h{;v}").names).to.deep.equal(["v"]);
    expect(parseTemplate("x://h?fixed=1{&v}").names).to.deep.equal(["v"]);
    expect(parseTemplate("x://{a.b}/{_c%20d}").names).to.deep.equal(["a.b", "_c%20d"]);
  });

  const invalid: [template: string, message: RegExp][] = [
    ["x://{", /brace without its partner/],
    ["x://{id", /brace without its partner/],
    ["x://id}", /brace without its partner/],
    ["x://{{id}}", /brace without its partner/],
    ["x://{}", /\{\} names no variable/],
    ["x://{+}", /\{\+\} names no variable/],
    ["x://{a,}", /"" in \{a,\} is no variable/],
    ["x://{a b}", /"a b" in \{a b\} is no variable/],
    ["x://{a-b}", /"a-b" in \{a-b\} is no variable/],
    ["x://{.a.}", /is no variable/],
    ["x://{a..b}", /is no variable/],
    ["x://{%zz}", /is no variable/],
    ["x://{=a}", /is no variable/],
    ["x://{!a}", /is no variable/],
    ["x://{|a}", /is no variable/],
    ["x://{a:0}", /is no variable/],
    ["x://{a:10000}", /is no variable/],
    ["x://{a:3*}", /is no variable/],
    ["x://{a**}", /is no variable/],
    ["x://a b/{c}", /" " must be percent-encoded/],
    ["x://a\u0000/{c}", /must be percent-encoded/],
    ["x://<a>/{c}", /"<" must be percent-encoded/],
    ["x://100%/{c}", /"%" must be percent-encoded/],
    ["x://%ff/{c}", /no UTF-8/],
    ["x://\ud800/{c}", /no UTF-8/],
    ["x://{__proto__}", /__proto__ cannot be a variable's name/],
    ["x://{constructor}", /constructor cannot be a variable's name/],
    ["x://{prototype}", /prototype cannot be a variable's name/],
    ["x://{a}/{a}", /the variable a stands twice/],
  ];
  for (const [template, message] of invalid) {
    it(`[RES-07] refuses ${JSON.stringify(template)}`, () => {
      expect(() => parseTemplate(template)).to.throw(TemplateError, message);
    });
  }

  const ambiguous: [template: string, message: RegExp][] = [
    ["x://{a}{b}", /where a ends and b begins/],
    ["x://{a}{+b}", /where a ends and b begins/],
    ["x://{+a}{b}", /where a ends and b begins/],
    ["x://{.a}{b}", /where a ends and b begins/],
    ["x://{+a}/{+b}", /two variables that span segments: a and b/],
    ["x://{+a,b}", /two variables that span segments: a and b/],
    ["x://{+a}{/b*}", /two variables that span segments: a and b/],
    ["x://a{?b}/c", /\{\?b\} must end the template/],
    ["x://a{?b}{&c}", /\{\?b\} must end the template/],
    ["x://a{#b}{?c}", /\{#b\} must end the template/],
    ["x://a{;b}{?c}", /\{;b\} must end the template/],
    ["x://a{?b*}", /\{\?b\*\} cannot be exploded/],
    ["x://a{#b,c}", /\{#b,c\} takes one variable/],
    [`x://a${"{/a}x"}${"{/b}x"}${"{/c}x"}${"{/d}x"}${"{/e}x"}${"{/f}x"}${"{/g}x"}`, /too many parts/],
  ];
  for (const [template, message] of ambiguous) {
    it(`refuses ${template}, whose URIs cannot be told apart into variables`, () => {
      expect(() => parseTemplate(template)).to.throw(TemplateError, message);
    });
  }
});
