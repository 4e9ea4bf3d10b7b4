import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import {
  findAuthority,
  findOrigin,
  isLoopbackAddress,
  isLoopbackName,
} from "../../../src/transports/http/authority.js";

describe("reading a Host", () => {
  const good: readonly (readonly [string, string, number | undefined])[] = [
    ["localhost", "localhost", undefined],
    ["LocalHost.:3000", "localhost", 3000],
    ["127.0.0.1:0", "127.0.0.1", 0],
    ["[::1]", "[::1]", undefined],
    ["[::1]:3000", "[::1]", 3000],
    ["[0:0:0:0:0:0:0:1]:65535", "[::1]", 65535],
    ["my_service.internal:80", "my_service.internal", 80],
  ];
  for (const [text, host, port] of good) {
    it(`reads ${text}`, () => expect(findAuthority(text)).to.deep.equal({ host, port }));
  }

  const bad = [
    "[::1]evil.com",
    "[::1]:99999",
    "[::1]:80x",
    "[::1",
    "::1",
    "[::1].",
    "[:::]",
    "[1.2]",
    "localhost:65536",
    "localhost:-1",
    "localhost:",
    "localhost:80:80",
    "user@localhost",
    "localhost/path",
    "localhost evil.com",
    "a..b",
    "..",
    "",
    "localhost, evil.com",
    "lоcalhost",
  ];
  for (const text of bad) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(findAuthority(text)).to.equal(undefined));
  }

  it("reads in linear time whatever it is given", () => {
    for (const text of [
      "a".repeat(100_000),
      "a.".repeat(50_000),
      `${"a-".repeat(50_000)}!`,
      `[${":".repeat(99_999)}`,
    ]) {
      const started = process.cpuUsage().user;
      findAuthority(text);
      expect(process.cpuUsage().user - started).to.be.lessThan(500_000);
    }
  });
});

describe("reading an Origin", () => {
  it("spells the port out and takes any case", () => {
    expect(findOrigin("HTTP://LOCALHOST:3000")?.key).to.equal("http://localhost:3000");
    expect(findOrigin("https://app.example.com")?.key).to.equal("https://app.example.com:443");
    expect(findOrigin("http://app.example.com:80")?.key).to.equal(findOrigin("http://app.example.com")?.key);
    expect(findOrigin("chrome-extension://abcdef")?.key).to.equal("chrome-extension://abcdef:");
  });

  it("refuses what is not one origin and nothing else", () => {
    const wrong = ["null", "", "localhost", "http://", "http://a/", "http://a?b", "http://a#b", "http://u@a"];
    for (const text of [...wrong, "http://a, http://b", "http://a\\b", "//a", "http:a"]) {
      expect(findOrigin(text), text).to.equal(undefined);
    }
  });

  it("agrees with the URL standard on every web origin", () => {
    fc.assert(
      fc.property(
        fc.webAuthority({ withPort: true }),
        fc.constantFrom("http", "https"),
        (authority, scheme) => {
          const { origin } = new URL(`${scheme}://${authority}`);
          expect(findOrigin(`${scheme}://${authority}`)?.key)
            .to.equal(findOrigin(origin)?.key)
            .and.not.equal(undefined);
        },
      ),
    );
  });
});

describe("the names and addresses of this machine", () => {
  it("are those no DNS answer can take over", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
      expect(isLoopbackName(host), host).to.equal(true);
    for (const host of ["127.0.0.1.evil.com", "localhost.evil.com", "0.0.0.0", "10.0.0.1", "evil127.0.0.1"]) {
      expect(isLoopbackName(host), host).to.equal(false);
    }
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect(isLoopbackAddress(address)).to.equal(true);
    for (const address of ["10.0.0.1", "::", "::1:2", "0.0.0.0", undefined]) {
      expect(isLoopbackAddress(address)).to.equal(false);
    }
  });
});
