import { Buffer } from "node:buffer";
import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Reply } from "../../../src/kernel/port.js";
import { LineWriter } from "../../../src/transports/lines/line-writer.js";

/** Takes what is written, and lets the test say when. */
class Slow extends Writable {
  readonly chunks: Buffer[] = [];
  #taken: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 16_384 });
  }

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.chunks.push(chunk);
    this.#taken = callback;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  /** Takes one write, and lets the writer hear of it. */
  async take(): Promise<void> {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
    await turn();
  }
}

function open() {
  const output = new Slow();
  let told = 0;
  const writer = new LineWriter(output, () => void told++);
  return { output, writer, told: () => told };
}

describe("writing lines", () => {
  it("[STDIO-02] gathers the frames of a turn into one write, a line each", async () => {
    const { output, writer } = open();
    for (const text of ["one", "two", "three"]) writer.frame(text);
    expect(output.chunks).to.eql([]);
    await turn();
    expect(output.chunks.map(String)).to.eql(["one\ntwo\nthree\n"]);
  });

  it("gathers no more than a bound, so that a flood is no one string", async () => {
    const { output, writer } = open();
    for (let index = 0; index < 100; index++) writer.reply(new Reply(200, "x".repeat(100_000)));
    expect(writer.queued).to.be.at.least(9_900_000);
    expect(output.writableLength).to.be.below(200_000);
    expect(writer.stuck).to.equal(true);
    while (!writer.idle) await output.take();
    expect(output.text).to.equal(`${"x".repeat(100_000)}\n`.repeat(100));
    expect(Math.max(...output.chunks.map(({ length }) => length))).to.be.at.most(65_536);
  });

  it("hands on a long answer piece by piece, and tells of each that is taken", async () => {
    const { output, writer, told } = open();
    writer.frame("y".repeat(5_000_000));
    expect([output.chunks.length, writer.taken]).to.eql([1, 0]);
    for (const count of [1, 2, 3]) {
      await output.take();
      expect([output.chunks.length, writer.taken, told()]).to.eql([count + 1, count, count]);
      expect(writer.stuck).to.equal(true);
    }
    while (!writer.idle) await output.take();
    expect(output.text).to.equal(`${"y".repeat(5_000_000)}\n`);
    expect([writer.stuck, writer.queued, writer.taken]).to.eql([false, 0, output.chunks.length]);
  });

  it("waits for its own writes alone, whoever else fills the output", async () => {
    const { output, writer } = open();
    output.write("z".repeat(20_000));
    expect(output.writableNeedDrain).to.equal(true);
    expect(writer.stuck).to.equal(false);
    writer.frame("mine");
    await turn();
    await output.take();
    expect(output.text.slice(20_000)).to.equal("mine\n");
  });

  it("keeps the order of everything, whatever is taken when", async () => {
    const size = fc.constantFrom(0, 1, 5000, 65_536, 65_537, 300_000, 600_000);
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("frame", "page"), size }),
      fc.record({ kind: fc.constantFrom("turn", "take"), size: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { output, writer } = open();
        let expected = "";
        for (const [index, { kind, size: length }] of steps.entries()) {
          const text = `${index}${"中".repeat(length / 3)}`;
          if (kind === "frame") writer.frame(text);
          else if (kind === "page") writer.reply(new Reply(200, text, Buffer.from(text)));
          else await (kind === "take" ? output.take() : turn());
          if (kind === "frame") expected += `${text}\n`;
          else if (kind === "page") expected += `${text}${text}\n`;
        }
        await turn();
        while (!writer.idle) await output.take();
        expect(output.text === expected).to.equal(true);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps nothing for an output that is gone", async () => {
    const { output, writer } = open();
    writer.frame("x".repeat(1_000_000));
    output.destroy();
    await output.take();
    writer.frame("late");
    await turn();
    expect([writer.stuck, writer.idle, output.chunks.length]).to.eql([false, true, 1]);
  });
});
