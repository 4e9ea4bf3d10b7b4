import { Writable } from "node:stream";
import { expect } from "chai";
import { describe, it } from "mocha";
import { Reply } from "../../../src/kernel/port.js";
import { LineWriter } from "../../../src/transports/lines/line-writer.js";

/** Takes what is written, and lets the test say when. */
class Slow extends Writable {
  readonly sizes: number[] = [];
  #taken: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.sizes.push(chunk.length);
    this.#taken = callback;
  }

  take(): void {
    this.#taken?.();
  }
}

describe("writing lines", () => {
  it("gathers the frames of a turn, but never more than a bound, so that a flood is no one string", () => {
    const output = new Slow({ highWaterMark: 16_384 });
    const writer = new LineWriter(output, () => {});
    writer.frame("small");
    expect(output.writableLength).to.equal(0);
    for (let index = 0; index < 100; index++) writer.reply(new Reply(200, "x".repeat(100_000)));
    expect(output.writableLength).to.be.at.least(9_000_000);
    expect(writer.stuck).to.equal(true);
  });

  it("writes a long answer in pieces, so that it can be seen how much was taken", () => {
    const output = new Slow({ highWaterMark: 16_384 });
    const writer = new LineWriter(output, () => {});
    writer.frame("y".repeat(5_000_000));
    const before = writer.outstanding;
    expect(before).to.equal(5);
    output.take();
    output.take();
    expect(writer.outstanding).to.be.below(before);
    expect(output.sizes[0]).to.equal(1_048_576);
  });
});
