import { expect } from "chai";
import { describe, it } from "mocha";
import { Malformed } from "../../src/uri-template/malformed.js";
import { parseTemplate } from "../../src/uri-template/template.js";
import { createTemplateIndex, type TemplateIndex } from "../../src/uri-template/template-index.js";
import { countReads } from "./reads.js";

function indexOf(...templates: string[]): TemplateIndex<string> {
  return createTemplateIndex(templates.map((text) => ({ template: parseTemplate(text), value: text })));
}

function valueAt(index: TemplateIndex<string>, uri: string): string | undefined {
  const found = index.find(uri);
  if (found instanceof Malformed) throw new Error(found.detail);
  return found?.value;
}

describe("createTemplateIndex", () => {
  it("finds nothing among no templates", () => {
    expect(indexOf().find("x://a")).to.equal(undefined);
  });

  it("gives the value and the variables of the template that matches", () => {
    const index = indexOf("ticket://{id}", "user://{name}/tickets/{id}");
    expect(index.find("user://ann/tickets/7")).to.deep.equal({
      value: "user://{name}/tickets/{id}",
      variables: { name: "ann", id: "7" },
    });
    expect(index.find("user://ann/tickets")).to.equal(undefined);
  });

  const contests: [uri: string, winner: string, loser: string][] = [
    ["x://users/settings", "x://{a}/settings", "x://users/{b}"],
    ["x://a/b/cc", "x://{a}/b/cc", "x://a/b/{c}"],
    ["x://a.json", "x://{name}.json", "x://{name}"],
    ["x://a.json", "x://{name}{.ext}", "x://{name}"],
    ["x://a-b-c", "x://{a}-{b}-{c}", "x://{a}-{b}"],
    ["x://a", "x://{name}", "x://{+path}"],
    ["x://docs/a/b", "x://docs/{+path}", "x://{+path}"],
    ["x://docs/a", "x://docs/{+path}", "x://{a}/{b}"],
    ["x://a/b.md", "x://{+path}.md", "x://{+path}"],
    ["x://s?q=1", "x://s?q={q}", "x://s{?q}"],
  ];
  for (const [uri, winner, loser] of contests) {
    it(`prefers ${winner} to ${loser} for ${uri}, in whatever order they are declared`, () => {
      expect(valueAt(indexOf(winner, loser), uri)).to.equal(winner);
      expect(valueAt(indexOf(loser, winner), uri)).to.equal(winner);
      expect(valueAt(indexOf(loser), uri)).to.equal(loser);
    });
  }

  it("prefers the first declared among equals", () => {
    expect(valueAt(indexOf("x://{a}", "x://{b}"), "x://1")).to.equal("x://{a}");
    expect(valueAt(indexOf("x://a{/b}", "x://a/{c}"), "x://a/1")).to.equal("x://a{/b}");
    expect(valueAt(indexOf("x://a{?b}", "x://a{?c}"), "x://a?c=1")).to.equal("x://a{?c}");
  });

  it("passes over a template whose prefix the value does not fit", () => {
    expect(valueAt(indexOf("x://{a:2}", "x://{b}"), "x://abc")).to.equal("x://{b}");
  });

  it("[RES-22] does not fall back to a laxer template when the best one refuses a value", () => {
    const found = indexOf("x://docs/{name}", "x://{+path}").find("x://docs/%2e%2e");
    expect(found).to.be.instanceOf(Malformed);
  });

  it("leaves no trace of one attempt in the next", () => {
    const index = indexOf("x://{a}/{b}/c", "x://{a}/{b}/d", "x://{a}-{b}/{c}/e");
    expect(index.find("x://1-2/3/e")).to.deep.equal({
      value: "x://{a}-{b}/{c}/e",
      variables: { a: "1", b: "2", c: "3" },
    });
  });

  const families: [template: (n: number) => string, uri: string][] = [
    [(n) => `x${n}://{id}`, "x7://abc"],
    [(n) => `x://items/${n}/{id}`, "x://items/7/abc"],
    [(n) => `x://{a}/${n}/{b}`, "x://abc/7/def"],
    [(n) => `x://{a}/${n}`, "x://abc/7"],
    [(n) => `urn:k${n}:{id}`, "urn:k7:abc"],
    [(n) => `x://item${n}-{id}`, "x://item7-abc"],
    [(n) => `x://{id}.v${n}`, "x://abc.v7"],
    [(n) => `x://${n}/{+path}`, "x://7/a/b/c"],
    [(n) => `x://{+path}/${n}`, "x://a/b/c/7"],
    [(n) => `x://${n}{?q}`, "x://7?q=1"],
  ];
  for (const [template, uri] of families) {
    it(`looks at no more of ${uri} among 10,000 templates like ${template(7)} than among 10`, () => {
      const few = indexOf(...Array.from({ length: 10 }, (_, n) => template(n)));
      const many = indexOf(...Array.from({ length: 10_000 }, (_, n) => template(n)));
      expect(valueAt(many, uri)).to.equal(template(7));
      const base = countReads(() => few.find(uri));
      // Five lengths of number give at most five probes where one or two were needed before.
      expect(countReads(() => many.find(uri))).to.be.at.most(base * 1.2 + 5 * uri.length);
    });
  }
});
