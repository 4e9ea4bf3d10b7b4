import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { BlazonError } from "../../src/errors/blazon-error.js";
import { BootError, Problems } from "../../src/errors/boot-error.js";
import { BUILD_CODES, fill, WIRE_CODES } from "../../src/errors/codes.js";
import { Refusal } from "../../src/errors/refusal.js";

const NAMELESS = { member: "Desk.greet", place: undefined };
const PLACED = { member: "Desk", place: "src/desk.ts:7:2" };

function bootErrorOf(problems: Problems): BootError {
  try {
    problems.throwIfAny();
  } catch (error) {
    if (error instanceof BootError) return error;
  }
  throw new Error("nothing was found");
}

describe("fill", () => {
  it("puts every detail in its brace, as often as it is named", () => {
    expect(fill("{a} and {b}, then {a}", { a: "one", b: 2 })).to.equal("one and 2, then one");
  });

  it("leaves a brace without a value as it is, so that a slip shows", () => {
    expect(fill("{a} and {b}", { a: "one" })).to.equal("one and {b}");
  });

  it("takes a value as text, whatever replacement patterns or braces are in it", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fill("<{value}>", { value })).to.equal(`<${value}>`);
      }),
    );
    expect(fill("<{a}{b}>", { a: "$& $1 {b}", b: "{a}" })).to.equal("<$& $1 {b}{a}>");
  });
});

describe("the table of codes", () => {
  const wire = Object.entries(WIRE_CODES);

  it("names codes in capitals after ERR_, and none twice", () => {
    const names = [...Object.keys(WIRE_CODES), ...Object.keys(BUILD_CODES)];
    for (const name of names) expect(name).to.match(/^ERR(?:_[A-Z0-9]+)+$/);
    expect(new Set(names).size).to.equal(names.length);
  });

  it("[BASE-26] [BASE-27] [BASE-29] gives a refusal only numbers the protocol defines", () => {
    const defined = [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022];
    for (const [name, { rpc }] of wire) expect(defined, name).to.include(rpc);
  });

  it("[BASE-31] [BASE-32] gives no refusal a number of older revisions", () => {
    for (const [name, { rpc }] of wire) expect([-32002, -32042], name).not.to.include(rpc);
  });

  it("[BASE-30] gives the protocol's own numbers to headers, capabilities and revisions alone", () => {
    const meant: Readonly<Record<number, RegExp>> = {
      [-32020]: /^ERR_HEADER_/,
      [-32021]: /^ERR_CAPABILITY_/,
      [-32022]: /^ERR_(?:VERSION_UNSUPPORTED|WIRE_INITIALIZE)$/,
    };
    for (const [name, { rpc }] of wire)
      expect(name).to.match(meant[rpc] ?? /^ERR_(?!HEADER|CAPABILITY|VERSION)/);
  });

  it("[BASE-24] keeps every message of a refusal to one short line", () => {
    for (const [name, { text }] of wire) expect(text, name).to.match(/^[^\n]{1,120}$/);
  });

  it("lists refusals in the order in which messages are checked", () => {
    const rows = wire.map(([, { row }]) => row);
    expect(rows).to.eql([...rows].sort((a, b) => a - b));
  });

  it("lists the problems of a server by the alphabet", () => {
    const names = Object.keys(BUILD_CODES);
    expect(names).to.eql([...names].sort());
  });
});

describe("Refusal", () => {
  it("has its code's text, filled in, and the data it is given", () => {
    const refusal = new Refusal("ERR_HTTP_BODY_SIZE", { limit: 10 }, { seen: 11 });
    expect(refusal).to.include({ code: "ERR_HTTP_BODY_SIZE", message: "The body is larger than 10 bytes" });
    expect(refusal.data).to.eql({ seen: 11 });
  });

  it("is a value, which nothing throws and which has no stack", () => {
    expect(new Refusal("ERR_WIRE_JSON")).not.to.be.an("error");
    expect(new Refusal("ERR_WIRE_JSON")).not.to.have.property("stack");
  });
});

describe("BlazonError", () => {
  it("says its code, what is wrong and what to do, on one line", () => {
    const cause = new Error("EADDRINUSE");
    const details = { address: "127.0.0.1:80", detail: "another program listens there", fix: "Stop it" };
    const error = new BlazonError("ERR_LISTEN", details, { cause });
    expect(error.message).to.equal(
      "ERR_LISTEN: The server cannot listen on 127.0.0.1:80: another program listens there. Fix: Stop it.",
    );
    expect(error).to.include({ name: "BlazonError", code: "ERR_LISTEN", cause });
  });
});

describe("Problems", () => {
  it("throws nothing where nothing was found", () => {
    const problems = new Problems();
    expect(problems.size).to.equal(0);
    expect(() => problems.throwIfAny()).not.to.throw();
  });

  it("reports one problem with its code, member, place, message and fix", () => {
    const problems = new Problems();
    problems.add("ERR_FEATURE_EMPTY", PLACED);
    const error = bootErrorOf(problems);
    expect(error).to.include({ name: "BootError", code: "ERR_BOOT" });
    expect(error.problems).to.eql([
      {
        code: "ERR_FEATURE_EMPTY",
        member: "Desk",
        place: "src/desk.ts:7:2",
        message: "The class has no @Tool, @Resource or @Prompt",
        fix: "Annotate a method or the class, or take the class out of `features`",
      },
    ]);
    expect(error.message).to.equal(
      [
        "The server cannot start: 1 problem",
        "",
        "  ERR_FEATURE_EMPTY Desk (src/desk.ts:7:2)",
        "    The class has no @Tool, @Resource or @Prompt",
        "    Fix: Annotate a method or the class, or take the class out of `features`",
      ].join("\n"),
    );
  });

  it("reports all problems at once, in the order in which they were found, a place only where it is known", () => {
    const problems = new Problems();
    problems.add("ERR_NAME_DUPLICATE", NAMELESS, { detail: 'Desk.hail already is the tool "greet"' });
    problems.add("ERR_HANDLER_MISSING", PLACED, { detail: "Desk has no method run()", method: "run" });
    expect(problems.size).to.equal(2);
    expect(bootErrorOf(problems).message).to.equal(
      [
        "The server cannot start: 2 problems",
        "",
        "  ERR_NAME_DUPLICATE Desk.greet",
        '    Desk.hail already is the tool "greet"',
        "    Fix: Give one of them another name",
        "",
        "  ERR_HANDLER_MISSING Desk (src/desk.ts:7:2)",
        "    Desk has no method run()",
        "    Fix: Add the method run(), or take the annotation away",
      ].join("\n"),
    );
  });

  it("keeps an error as it was thrown when more is found later", () => {
    const problems = new Problems();
    problems.add("ERR_FEATURE_EMPTY", PLACED);
    const error = bootErrorOf(problems);
    problems.add("ERR_FEATURE_EMPTY", NAMELESS);
    expect(error.problems).to.have.length(1);
    expect(bootErrorOf(problems).problems).to.have.length(2);
  });
});
