import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { expandTemplate } from "../../src/uri-template/expand-template.js";
import { Malformed } from "../../src/uri-template/malformed.js";
import { matchTemplate } from "../../src/uri-template/match-template.js";
import { parseTemplate } from "../../src/uri-template/template.js";
import { countReads } from "./reads.js";

function match(template: string, uri: string): unknown {
  return matchTemplate(parseTemplate(template), uri);
}

type Variables = Record<string, string>;

describe("matchTemplate", () => {
  const matching: [template: string, uri: string, variables: Variables][] = [
    ["ticket://{id}", "ticket://T-7", { id: "T-7" }],
    ["ticket://{id}", "ticket://alice@example.com", { id: "alice@example.com" }],
    ["ticket://{id}", "ticket://a%2Fb", { id: "a/b" }],
    ["urn:isbn:{isbn}", "urn:isbn:0451450523", { isbn: "0451450523" }],
    ["x://{a}/{b}", "x://1/2", { a: "1", b: "2" }],
    ["x://{a}-{b}", "x://1-2-3", { a: "1", b: "2-3" }],
    ["x://{a}-{b}-{c}", "x://1-2-3-4", { a: "1", b: "2", c: "3-4" }],
    ["x://{a}abab{b}", "x://1abaabab2", { a: "1aba", b: "2" }],
    ["x://{a}2{b}", "x://1%2F2%2F", { a: "1/", b: "/" }],
    ["x://{a}F", "x://1%2FF", { a: "1/" }],
    ["x://{x,y}", "x://1,2", { x: "1", y: "2" }],
    ["x://{name}.json", "x://a.b.json", { name: "a.b" }],
    ["x://{name}{.ext}", "x://a.txt", { name: "a", ext: "txt" }],
    ["x://{name}{.ext}", "x://a", { name: "a" }],
    ["x://n{.a,b}", "x://n.1.2", { a: "1", b: "2" }],
    ["x://n{.a,b}", "x://n.1", { a: "1" }],
    ["x://n{.a}{.b}", "x://n.1", { a: "1" }],
    ["x://users{/id}", "x://users/5", { id: "5" }],
    ["x://users{/id}", "x://users", {}],
    ["x://{/a}/docs/{b}", "x:///en/docs/1", { a: "en", b: "1" }],
    ["x://{/a}/docs/{b}", "x:///docs/1", { b: "1" }],
    ["x://users{/path*}", "x://users/a/b/c", { path: "a/b/c" }],
    ["file:///{+path}", "file:///a/b%20c/d?e#f", { path: "a/b c/d?e#f" }],
    ["file:///{+path}", "file:////etc", { path: "/etc" }],
    ["file:///{+path}", "file:///a", { path: "a" }],
    ["file:///{+path}.json", "file:///a/b.json/c.json", { path: "a/b.json/c" }],
    ["file:///{+path}/{name}", "file:///a/b/c", { path: "a/b", name: "c" }],
    ["file:///{disk}-{+path}/{name}/end", "file:///c-a/b/c/end", { disk: "c", path: "a/b", name: "c" }],
    ["file:///{+path}-{v}", "file:///a-1/b-2", { path: "a-1/b", v: "2" }],
    ["file:///{+path}{?rev}", "file:///a/b?rev=3", { path: "a/b", rev: "3" }],
    ["file:///{+path}{?rev}", "file:///a/b", { path: "a/b" }],
    ["file:///{+path}/x{?rev}{#at}", "file:///a/b/x?rev=3#L7", { path: "a/b", rev: "3", at: "L7" }],
    ["file:///{+path}{#at}", "file:///a/b#L7", { path: "a/b", at: "L7" }],
    ["x://s{?q,n}", "x://s?q=cat&n=5", { q: "cat", n: "5" }],
    ["x://s{?q,n}", "x://s?n=5&q=cat", { q: "cat", n: "5" }],
    ["x://s{?q,n}", "x://s?n=5", { n: "5" }],
    ["x://s{?q,n}", "x://s", {}],
    ["x://s{?q}", "x://s?q=", { q: "" }],
    ["x://s{?q}", "x://s?q=a=b", { q: "a=b" }],
    ["x://s{?q}", "x://s?q=a/b", { q: "a/b" }],
    ["x://s?lang=en{&q}", "x://s?lang=en&q=cat", { q: "cat" }],
    ["x://s?q={q}", "x://s?q=cat", { q: "cat" }],
    ["x://s{;a,b}", "x://s;b=2;a", { a: "", b: "2" }],
    ["x://s{#at}", "x://s#top", { at: "top" }],
    ["x://s{#at}", "x://s", {}],
    ["x://{a:3}", "x://abc", { a: "abc" }],
    ["x://{a:3}", "x://%F0%9F%98%80%C3%A9z", { a: "😀éz" }],
    ["x://café/{id}", "x://café/1", { id: "1" }],
    ["x://café/{id}", "x://caf%c3%a9/1", { id: "1" }],
    ["x://{id}", "x://%C2%A7%20141", { id: "§ 141" }],
    ["x://{id}", "x://100%25", { id: "100%" }],
  ];
  for (const [template, uri, variables] of matching) {
    it(`[RES-07] reads ${JSON.stringify(variables)} from ${uri} by ${template}`, () => {
      expect(match(template, uri)).to.deep.equal(variables);
    });
  }

  const others: [template: string, uri: string][] = [
    ["ticket://{id}", "ticket://"],
    ["ticket://{id}", "ticket://a/b"],
    ["ticket://{id}", "ticket://a?b"],
    ["ticket://{id}", "ticket://a#b"],
    ["ticket://{id}", "tickets://a"],
    ["ticket://{id}", ""],
    ["x://{a}-{b}", "x://1-"],
    ["x://{a}-{b}", "x://-1"],
    ["x://{a}F", "x://1%2F"],
    ["x://{a}2{b}", "x://1%2Fb"],
    ["x://aba{a}aba", "x://aba"],
    ["x://{name}.json", "x://.json"],
    ["x://users{/id}", "x://users/"],
    ["file:///{+path}", "file:///"],
    ["file:///{+path}{?rev}", "file:///?rev=1"],
    ["file:///{+path}{?rev}", "file:///a?other=1"],
    ["file:///{+path}/{name}", "file:///a"],
    ["x://s{?q}", "x://s?"],
    ["x://s{?q}", "x://s?q=1&r=2"],
    ["x://s{?q}", "x://s?q=1&q=2"],
    ["x://s{?q}", "x://s&q=1"],
    ["x://s{?q}", "x://s?__proto__=1"],
    ["x://s{?q}", "x://s?constructor=1"],
    ["x://s{#at}", "x://s#"],
    ["x://{a:3}", "x://abcd"],
  ];
  for (const [template, uri] of others) {
    it(`does not match ${uri || "the empty text"} by ${template}`, () => {
      expect(match(template, uri)).to.equal(undefined);
    });
  }

  it("[RES-20] calls a malformed escape malformed, whatever the template", () => {
    for (const bad of ["%ZZ", "%", "%2", "%C3", "%FF", "%C3%28", "\ud800"]) {
      for (const template of ["x://{id}", "x://{+id}", "x://a{?id}", "other://{id}"]) {
        const found = match(template, `x://${bad}`);
        expect(found, bad).to.be.instanceOf(Malformed);
        expect(found).to.include({ detail: "the URI holds a malformed percent escape" });
      }
    }
  });

  it("[RES-22] refuses a .. segment in any variable, however it is written", () => {
    const hostile = [
      "..",
      "%2e%2e",
      ".%2E",
      "..%2F..%2Fetc%2Fpasswd",
      "a%2F..",
      "a%5C..%5Cb",
      "..%5c",
      "a\\..\\b",
    ];
    for (const bad of hostile) {
      for (const template of ["x://{v}", "x://{+v}", "x://{/v*}", "x://a{?v}", "x://a{#v}", "x://a{;v}"]) {
        const uri = template.replace(
          /\{.*/,
          (part) => `${{ "?": "?v=", "#": "#", ";": ";v=", "/": "/" }[part[1] ?? ""] ?? ""}${bad}`,
        );
        const found = match(template, uri);
        expect(found, uri).to.be.instanceOf(Malformed);
        expect(found).to.include({ detail: "the URI holds a path segment .." });
      }
    }
  });

  it("[RES-22] refuses traversal through the raw slashes of a variable that spans segments", () => {
    for (const uri of [
      "file:///../etc/passwd",
      "file:///root/../../etc/passwd",
      "file:///a/%2e%2e",
      "file:///a%2f..%2fb",
    ]) {
      expect(match("file:///{+path}", uri), uri).to.be.instanceOf(Malformed);
    }
  });

  it("[RES-22] refuses control characters once decoded", () => {
    for (const bad of ["%00", "a%0Ab", "%1F", "%7F", "%C2%85", "\u0000", "\n"]) {
      const found = match("x://{id}", `x://${bad}`);
      expect(found, JSON.stringify(bad)).to.be.instanceOf(Malformed);
      expect(found).to.include({ detail: "the URI holds a control character" });
    }
  });

  it("lets dots pass that are no segment, and decodes exactly once", () => {
    expect(match("x://{v}", "x://v1..v2")).to.deep.equal({ v: "v1..v2" });
    expect(match("x://{v}", "x://...")).to.deep.equal({ v: "..." });
    expect(match("x://{v}", "x://%252e%252e")).to.deep.equal({ v: "%2e%2e" });
    expect(match("x://{v}", "x://%252F")).to.deep.equal({ v: "%2F" });
  });

  describe("as a property", () => {
    const unambiguous = [
      "x://h/{v}",
      "x://h/{v}/end",
      "x://h/{v}.json",
      "x://h{/v}",
      "x://h{?v}",
      "x://h{?v,other}",
      "x://h{;v}",
      "x://h?a=1{&v}",
      "x://h/{other}/{v}",
      "x://h/{other}{?v}",
    ];
    const values = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
      .filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value))
      .filter((value) => !value.split(/[/\\]/).includes(".."));

    for (const template of unambiguous) {
      it(`reads back by ${template} every value that was expanded into it`, () => {
        fc.assert(
          fc.property(values, values, (v, other) => {
            const all: Variables = template.includes("other") ? { v, other } : { v };
            expect(match(template, expandTemplate(template, all))).to.deep.equal(all);
          }),
        );
      });
    }

    for (const template of ["x://h/{+v}", "x://h/{+v}/end", "x://{other}/{+v}"]) {
      it(`reads back by ${template} every path that was expanded into it`, () => {
        const paths = fc
          .stringMatching(/^[a-z/?#&;:@.,=-]{1,30}$/)
          .filter((path) => !path.split("/").includes(".."));
        fc.assert(
          fc.property(paths, values, (v, other) => {
            const all: Variables = template.includes("other") ? { v, other } : { v };
            expect(match(template, expandTemplate(template, all))).to.deep.equal(all);
          }),
        );
      });
    }

    it("gives strings, nothing or Malformed for any text at all, and never throws", () => {
      const templates = [...unambiguous, "{v}", "{+v}", "{v}aa{w}", "{v}{.a}{.b}{#c}"].map(parseTemplate);
      const text = fc.oneof(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.stringMatching(/^x:\/\/h[a%25./?#&;=v]{0,30}$/),
      );
      fc.assert(
        fc.property(text, fc.constantFrom(...templates), (uri, template) => {
          const found = matchTemplate(template, uri);
          if (found === undefined || found instanceof Malformed) return;
          for (const [name, value] of Object.entries(found)) {
            expect(template.names).to.include(name);
            expect(value).to.be.a("string");
          }
        }),
        { numRuns: 2000 },
      );
    });
  });

  describe("takes linear time", () => {
    const attacks: [template: string, attack: (size: number) => string][] = [
      ["/users{/id*}", (size) => `/users/${"user1,".repeat(size)}X/`],
      ["x://{a}{.b}{.c}{.d}", (size) => `x://${"a.".repeat(size)}`],
      ["x://{a}aaaaaaaaab{b}", (size) => `x://${"a".repeat(size)}`],
      ["x://{a}-{b}-{c}-{d}!", (size) => `x://${"-".repeat(size)}`],
      ["x://{a}2F{b}", (size) => `x://${"%2F".repeat(size)}`],
      ["x://{+a}/{b}/{c}{?d}{#e}", (size) => `x://${"/?#".repeat(size)}`],
      ["x://{/a,b,c}/{+d}!", (size) => `x://${"/a".repeat(size)}`],
      ["x://s{?q,r}", (size) => `x://s?${"q=1&".repeat(size)}`],
      ["x://s{;q,r}{#f}", (size) => `x://s${";q".repeat(size)}#`],
      ["x://{a}", (size) => `x://${"../".repeat(size)}`],
      ["x://{+a}", (size) => `x://${"%2e%2e/".repeat(size)}`],
    ];
    for (const [text, attack] of attacks) {
      it(`on ${text} against ${attack(2)}…, by counting the characters it looks at`, () => {
        const template = parseTemplate(text);
        for (const size of [10, 1000, 5000]) {
          const uri = attack(size);
          const reads = countReads(() => matchTemplate(template, uri));
          expect(reads, `${size}`).to.be.at.most(20 * (uri.length + text.length));
        }
      });
    }

    it("for any template of many literals against any text of few letters", () => {
      const literal = fc.stringMatching(/^[ab./-]{1,12}$/);
      fc.assert(
        fc.property(
          fc.array(literal, { minLength: 1, maxLength: 6 }),
          fc.stringMatching(/^[ab./-]{0,400}$/),
          (literals, uri) => {
            const text = literals.map((part, index) => `${part}{v${index}}`).join("");
            const template = parseTemplate(text);
            const reads = countReads(() => matchTemplate(template, uri));
            expect(reads).to.be.at.most(20 * (uri.length + text.length));
          },
        ),
      );
    });
  });
});
