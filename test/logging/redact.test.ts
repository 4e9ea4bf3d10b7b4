import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { redact, redactText } from "../../src/logging/redact.js";

describe("redacting text", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
  const secrets: readonly (readonly [string, string])[] = [
    ["Authorization: Bearer abc.def-ghi", "Authorization: Bearer [redacted]"],
    ["sent bearer   s3cr3t== on", "sent bearer [redacted] on"],
    ["Basic dXNlcjpwYXNz", "Basic [redacted]"],
    [`the token was ${jwt}!`, "the token was [redacted]!"],
    ["postgres://app:hunter2@db:5432/desk", "postgres://app:[redacted]@db:5432/desk"],
    ["GET /x?access_token=abc123&page=2", "GET /x?access_token=[redacted]&page=2"],
    ['{"api_key": "abc"}', '{"api_key": "[redacted]"}'],
    ["password=hunter2 user=me", "password=[redacted] user=me"],
  ];
  for (const [text, expected] of secrets) {
    it(`[LOG-10] masks the secret of ${expected}`, () => expect(redactText(text)).to.equal(expected));
  }

  it("leaves ordinary text alone", () => {
    const text = "Closed ticket T-7 of https://desk.example.com:8443/t?page=2 for bearer of bad news";
    expect(redactText("A title: 5 tokens, no secret here")).to.equal("A title: 5 tokens, no secret here");
    expect(redactText("https://desk.example.com:8443/t?page=2")).to.equal(
      "https://desk.example.com:8443/t?page=2",
    );
    expect(redactText(text)).to.contain("https://desk.example.com:8443/t?page=2");
  });

  it("bounds the length, and masks a secret that the bound cuts", () => {
    const text = `${"x".repeat(8000)} eyJ${"a".repeat(500)}.eyJ`;
    const result = redactText(text);
    expect(result).to.match(/^x{8000} \[redacted\]… \(\d+ more characters\)$/);
  });
});

describe("redacting values", () => {
  it("[LOG-10] masks members named like a secret, at any depth and in any spelling", () => {
    const names = [
      "password",
      "Authorization",
      "set-cookie",
      "apiKey",
      "API_KEY",
      "client_secret",
      "accessToken",
    ];
    for (const name of names) {
      expect(redact({ a: [{ [name]: "s3cr3t" }] }), name).to.deep.equal({ a: [{ [name]: "[redacted]" }] });
      expect(redact({ [name]: { inner: "s3cr3t" } }), name).to.deep.equal({ [name]: "[redacted]" });
    }
    expect(redact(new Map([["token", "s3cr3t"]]))).to.deep.equal({ token: "[redacted]" });
  });

  it("keeps numbers of tokens, and tells a missing secret from one that is there", () => {
    const value = { maxTokens: 100, token: null, hasPassword: true };
    expect(redact(value)).to.deep.equal(value);
  });

  it("spells an error out, with its cause and what was put on it", () => {
    const error = Object.assign(new TypeError("bad Bearer abc", { cause: new Error("deep") }), {
      code: "E1",
    });
    const copy = redact(error) as Record<string, unknown>;
    expect(copy).to.include({ name: "TypeError", message: "bad Bearer [redacted]", code: "E1" });
    expect(copy.stack).to.match(/^TypeError: bad Bearer \[redacted\]\n {4}at /);
    expect(copy.cause).to.include({ name: "Error", message: "deep" });
  });

  it("survives everything a value can do", () => {
    const circle: Record<string, unknown> = {
      n: 1n,
      at: new Date(0),
      bytes: Buffer.from("abc"),
      set: new Set([1]),
    };
    circle.self = circle;
    circle.bad = {
      toJSON() {
        throw new Error("no");
      },
    };
    circle.getter = Object.defineProperty({}, "x", {
      enumerable: true,
      get() {
        throw new Error("no");
      },
    });
    circle.proxy = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no");
        },
      },
    );
    circle.late = new Date(Number.NaN);
    circle.none = Number.NaN;
    circle.run = () => {};
    expect(redact(circle)).to.deep.equal({
      n: "1",
      at: "1970-01-01T00:00:00.000Z",
      bytes: "[3 bytes]",
      set: [1],
      self: "[circular]",
      bad: "[unreadable]",
      getter: "[unreadable]",
      proxy: "[unreadable]",
      late: null,
      none: "NaN",
      run: "[function]",
    });
  });

  it("shows a value twice that is there twice", () => {
    const twice = { a: 1 };
    expect(redact([twice, twice])).to.deep.equal([twice, twice]);
  });

  it("bounds depth, width and the number of values", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(JSON.stringify(redact(deep))).to.contain("[too deep]");
    expect(redact(new Array(101).fill(0)))
      .to.have.length(101)
      .and.to.include("… (1 more)");
    const wide = Array.from({ length: 100 }, () => new Array(100).fill("x"));
    expect(JSON.stringify(redact(wide)).length).to.be.lessThan(20_000);
  });

  it("makes JSON of anything", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          expect(() => JSON.stringify(redact(value))).not.to.throw();
        },
      ),
    );
  });
});
