import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { type Line, LineFramer } from "../../../src/transports/lines/line-framer.js";

const CAP = 24;

function read(chunks: readonly Buffer[], cap = CAP): string[] {
  const framer = new LineFramer(cap);
  const lines: Line[] = chunks.flatMap((chunk) => framer.push(chunk));
  lines.push(...framer.end());
  return lines.map((line) => (typeof line === "string" ? line : `${line.code}: ${line.message}`));
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...chunks, bytes.subarray(start)];
}

/** The rule, spelled out on the whole stream at once. */
function expected(bytes: Buffer, cap: number): string[] {
  const raw: number[][] = [[]];
  for (const byte of bytes) byte === 10 ? raw.push([]) : raw.at(-1)?.push(byte);
  return raw.flatMap((line, index) => {
    if (line.length > cap) return [`ERR_WIRE_LINE_SIZE: Parse error: the line is longer than ${cap} bytes`];
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(line));
    } catch {
      return ["ERR_WIRE_UTF8: Parse error: the message is not UTF-8"];
    }
    if (text.endsWith("\r")) text = text.slice(0, -1);
    if (index === 0 && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    return /^[ \t\r]*$/.test(text) ? [] : [text];
  });
}

const pieces = fc.constantFrom(
  ..."a|\n|\r|\r\n|  |—|中|🎉|{}|\uFEFF|0123456789".split("|").map((text) => Buffer.from(text)),
  Buffer.from([0xff]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.from([0xe2]),
);
const stream = fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.concat(parts));

describe("cutting bytes into lines", () => {
  it("[TRAN-01] reads the same lines at any chunking, whatever the bytes", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.integer({ min: 0, max: 9 })), (bytes, sizes) => {
        expect(read(cut(bytes, sizes))).to.deep.equal(expected(bytes, CAP));
      }),
      { numRuns: 2000 },
    );
  });

  it("[TRAN-01] keeps a character whole that is cut at every one of its bytes", () => {
    const text = '{"a":"— 中 🎉"}';
    const bytes = Buffer.from(`${text}\n`);
    for (let at = 0; at <= bytes.length; at++) expect(read(cut(bytes, [at]))).to.deep.equal([text]);
    expect(read([...bytes].map((byte) => Buffer.from([byte])))).to.deep.equal([text]);
  });

  it("[STDIO-20] refuses a line that is not UTF-8 and reads those around it", () => {
    const bytes = Buffer.concat([Buffer.from("one\n"), Buffer.from([0xc3, 0x28]), Buffer.from("\ntwo\n")]);
    expect(read([bytes])).to.deep.equal([
      "one",
      "ERR_WIRE_UTF8: Parse error: the message is not UTF-8",
      "two",
    ]);
  });

  it("refuses a line beyond the cap once, however many chunks it comes in, and reads the next", () => {
    const tooLong = "ERR_WIRE_LINE_SIZE: Parse error: the line is longer than 4 bytes";
    const bytes = Buffer.from("abcd\nabcde-and-more\nok\n");
    const bytewise = [...bytes].map((byte) => Buffer.from([byte]));
    expect(read([bytes], 4)).to.deep.equal(["abcd", tooLong, "ok"]);
    expect(read(bytewise, 4)).to.deep.equal(["abcd", tooLong, "ok"]);
  });

  it("takes a byte order mark at the very start, and nowhere else", () => {
    expect(read([Buffer.from("\uFEFFa\n\uFEFFb\n")])).to.deep.equal(["a", "\uFEFFb"]);
  });

  it("copies a long line that comes in small chunks a bounded number of times", () => {
    const framer = new LineFramer(4_194_304);
    const chunk = Buffer.alloc(16, 120);
    const copy = Buffer.prototype.copy;
    let copied = 0;
    Buffer.prototype.copy = function (this: Buffer, target: Uint8Array, ...rest: number[]) {
      copied += this.length;
      return copy.call(this, target, ...rest);
    };
    try {
      for (let count = 0; count < 262_144; count++) framer.push(chunk);
    } finally {
      Buffer.prototype.copy = copy;
    }
    expect(copied).to.be.lessThan(2 * 4_194_304);
  });
});
