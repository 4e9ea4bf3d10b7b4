import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { BlazonError } from "../../src/errors/blazon-error.js";
import {
  type CleanIcon,
  createSharpEngine,
  inspectIcon,
  type RasterEngine,
  sanitizeIcon,
} from "../../src/icons/index.js";
import { hostileSvgs } from "../vectors/icons/hostile.js";
import { readVector, VECTORS } from "./corpus.js";
import { countDrawn, findHostile } from "./find-hostile.js";
import { hostileSvg } from "./svg-grammar.js";

const MAX_BYTES = 512 * 1024;
const MAX_PIXELS = 4 * 1024 * 1024;

/** Vectors of a size at which a thousand of their mutations are done in seconds. */
const SEEDS: readonly Buffer[] = [
  ...VECTORS.map(readVector),
  ...[...hostileSvgs("http://127.0.0.1:9").values()].map((svg) => Buffer.from(svg)),
].filter(({ length }) => length < 60_000);

const seed = fc.constantFrom(...SEEDS);

const mutated = fc
  .tuple(seed, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), fc.nat(100))
  .map(([bytes, changes, percent]) => {
    const copy = Buffer.from(bytes.subarray(0, percent < 20 ? (bytes.length * percent) / 20 : bytes.length));
    for (const [at, byte] of copy.length === 0 ? [] : changes) copy.writeUInt8(byte, at % copy.length);
    return copy;
  });

const spliced = fc
  .tuple(seed, seed, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b, part]) => Buffer.concat([a.subarray(0, a.length * part), b.subarray(b.length * part)]));

const anyBytes = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 2, arbitrary: spliced },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.string().map((text) => Buffer.from(text)) },
);

/** An engine that counts what it is given. */
class CountingEngine implements RasterEngine {
  readonly #engine = createSharpEngine();
  draws = 0;

  async draw(...given: Parameters<RasterEngine["draw"]>): ReturnType<RasterEngine["draw"]> {
    const [{ bytes, maxPixels }, targets] = given;
    this.draws += targets.length;
    expect(bytes.length).to.be.at.most(MAX_BYTES);
    expect(maxPixels).to.equal(MAX_PIXELS);
    return this.#engine.draw(...given);
  }
}

/** What an icon comes to: clean, or a coded error; never anything else, and never for more than one image's work. */
async function comeTo(icon: Uint8Array | string): Promise<CleanIcon | undefined> {
  const engine = new CountingEngine();
  const made = await sanitizeIcon(icon, { engine }).catch((error: unknown) => error);
  expect(engine.draws).to.be.at.most(1);
  if (made instanceof Error) {
    expect(made)
      .to.be.instanceOf(BlazonError)
      .and.have.property("code")
      .that.matches(/^ERR_ICON_/);
    return undefined;
  }
  return made as CleanIcon; // sanitizeIcon rejects with errors alone
}

function expectClean({ bytes, mimeType, size }: CleanIcon): void {
  const buffer = Buffer.from(bytes);
  expect(buffer.length).to.be.at.most(MAX_BYTES);
  if (mimeType === "image/svg+xml") {
    expect(size).to.equal("any");
    expect(findHostile(buffer.toString())).to.eql([]);
    expect(countDrawn(buffer.toString(), 200_000)).to.be.below(100_001);
    return;
  }
  expect(mimeType).to.equal("image/png");
  expect(buffer.subarray(0, 16).toString("latin1")).to.equal("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
  expect(`${buffer.readUInt32BE(16)}x${buffer.readUInt32BE(20)}`).to.equal(size);
  expect(buffer.subarray(-12).toString("latin1")).to.equal("\0\0\0\0IEND\xaeB`\x82");
  expect(Math.max(buffer.readUInt32BE(16), buffer.readUInt32BE(20))).to.be.at.most(256);
}

describe("any bytes as an icon", () => {
  it("[ICON-08, ICON-16] become clean bytes of an allowed type, or a coded error", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const made = await comeTo(bytes);
        if (made === undefined) return;
        expectClean(made);
        expect(await comeTo(made.bytes)).to.eql(made);
        expect(inspectIcon(bytes)).to.have.property("ok", true);
      }),
      { numRuns: 600 },
    );
  }).timeout(60_000);

  it("[ICON-08] are told by a verdict that never throws, whatever stands for them", () => {
    const icon = fc.oneof(
      anyBytes,
      fc.string(),
      fc.webUrl(),
      fc.string().map((rest) => `data:image/png;base64,${rest}`),
    );
    fc.assert(
      fc.property(icon, fc.option(fc.string(), { nil: undefined }), (given, mimeType) => {
        const verdict = inspectIcon(given, mimeType === undefined ? {} : { mimeType });
        if (!verdict.ok) expect(verdict.code).to.match(/^ERR_ICON_/);
      }),
      { numRuns: 500 },
    );
  }).timeout(30_000);
});

describe("any SVG as an icon", () => {
  it("[ICON-15] has nothing hostile left in it, and stays the same when it is made anew", async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(hostileSvg, async (svg) => {
        const made = await comeTo(Buffer.from(svg));
        if (made === undefined) return;
        kept += 1;
        expectClean(made);
        expect(await comeTo(made.bytes)).to.eql(made);
      }),
      { numRuns: 1500 },
    );
    expect(kept).to.be.above(500); // a pipeline that refuses everything has shown nothing
  }).timeout(60_000);
});
