import { expect } from "chai";
import { describe, it } from "mocha";
import { hasScheme, isAbsoluteUri } from "../../src/uri-template/absolute-uri.js";

describe("isAbsoluteUri", () => {
  const good = [
    "ticket://board",
    "file:///a/b%20c",
    "urn:isbn:1",
    "a+b.c-1://x",
    "x://[::1]:80/a?b=c#d",
    "X:y",
  ];
  const bad = [
    "",
    "board",
    "//board",
    "/a/b",
    "1bad://x",
    "-x://y",
    "x y://z",
    "ticket://a b",
    "x://é",
    "x://a%2",
    "x://a[1]",
    "x:[::1]",
  ];
  const worse = [
    "x://%ZZ",
    "x://a\\b",
    "x://a\u0000",
    "x://a\n",
    "x://{id}",
    "x://a#b#c",
    'x://"',
    "x://<a>",
    "x://a|b",
  ];

  it("[RES-25] takes a scheme and the characters of RFC 3986", () => {
    for (const uri of good) expect(isAbsoluteUri(uri), uri).to.equal(true);
  });

  it("[RES-20] [RES-25] takes nothing else", () => {
    for (const uri of [...bad, ...worse]) expect(isAbsoluteUri(uri), JSON.stringify(uri)).to.equal(false);
  });
});

describe("hasScheme", () => {
  it("[RES-25] wants the scheme of a template written out", () => {
    for (const text of ["x://{id}", "urn:{+rest}"]) expect(hasScheme(text), text).to.equal(true);
    for (const text of ["{scheme}://x", "/users{/id}", "1bad://{x}"])
      expect(hasScheme(text), text).to.equal(false);
  });
});
