import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { describe, it } from "mocha";
import { isInsideRoots } from "../../src/index.js";
import type { AskingRequest } from "../../src/mrtr/conversation.js";
import { urlAsk } from "../../src/mrtr/url-ask.js";

describe("whether a path is inside of the roots", () => {
  const roots = [{ uri: "file:///srv/desk" }, { uri: "file:///home/noor/a%20b/" }];
  const paths: readonly (readonly [path: string | URL, inside: boolean])[] = [
    ["/srv/desk", true],
    ["/srv/desk/", true],
    ["/srv/desk/a/b.txt", true],
    ["/srv/desk/../desk/a", true],
    ["/srv/desk/..a", true],
    ["/home/noor/a b/c", true],
    ["file:///srv/desk/a", true],
    [pathToFileURL("/srv/desk/a#b?c"), true],
    ["/srv/desk2", false],
    ["/srv/desk/../other", false],
    ["/srv", false],
    ["/", false],
    ["/srv/desk/..", false],
    ["file:///srv/desk/%2e%2e/other", false],
    ["file:///srv/desk%2f..%2fother", false],
    ["https://srv/desk/a", false],
    ["file://host/srv/desk/a", false],
    ["/srv/desk\u0000/a", false],
  ];
  for (const [path, inside] of paths) {
    it(`[ROOT-06] says ${inside ? "yes" : "no"} to ${JSON.stringify(String(path))}`, () => {
      expect(isInsideRoots(path, roots)).to.equal(inside);
    });
  }

  it("[ROOT-06] says no where there are no roots", () => {
    expect(isInsideRoots("/srv/desk", [])).to.equal(false);
  });
});

describe("a page that a person is asked to open", () => {
  const noted: string[] = [];
  const request = {
    member: "Desk.pay",
    note: (_level: string, _fields: object, text: string) => noted.push(text),
  };
  const ask = (url: string | URL) => urlAsk(url, "Pay here", request as unknown as AskingRequest); // all it looks at

  it("[ELI-18] is an http or https URL", () => {
    for (const url of [
      "not a url",
      "",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "ftp://x.example",
      "//x.example",
      "data:text/html,x",
    ]) {
      expect(() => ask(url), url).to.throw(
        "ERR_ASK_INVALID: This cannot be asked: the page to open is no http or https URL",
      );
    }
    expect(ask(new URL("https://x.example/a?b=c")).params).to.deep.include({
      url: "https://x.example/a?b=c",
    });
  });

  it("[ELI-27] holds no user name and no password", () => {
    for (const url of ["https://noor@x.example", "https://noor:hunter2@x.example", "https://:x@x.example"]) {
      expect(() => ask(url), url)
        .to.throw("holds a user name or a password")
        .and.to.not.match(/hunter2/);
    }
  });

  it("[ELI-29] is warned of where it is not encrypted, outside of this machine", () => {
    noted.length = 0;
    for (const url of ["http://localhost:3000", "http://127.0.0.1", "http://[::1]:80", "https://x.example"])
      ask(url);
    expect(noted).to.eql([]);
    ask("http://x.example");
    expect(noted).to.have.length(1);
    expect(noted[0]).to.include("use https outside of development");
  });

  it("[ELI-07] has a message", () => {
    for (const message of ["", "  ", undefined]) {
      expect(() =>
        urlAsk("https://x.example", message as string, request as unknown as AskingRequest),
      ).to.throw("the message that the person sees is missing");
    }
  });
});
