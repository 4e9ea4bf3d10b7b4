import { Buffer } from "node:buffer";
import { expect } from "chai";
import { describe, it } from "mocha";
import sharp from "sharp";
import { createSharpEngine, inspectIcon, prepareIcon, sanitizeIcon } from "../../src/icons/index.js";
import { readVector, VECTORS, VERDICTS } from "./corpus.js";
import { refusalOf } from "./refusal.js";

const engine = createSharpEngine();

describe("the corpus of icons", () => {
  it("has a verdict for each image, and an image for each verdict", () => {
    expect(Object.keys(VERDICTS).sort()).to.eql([...VECTORS].sort());
  });

  for (const [name, verdict] of Object.entries(VERDICTS)) {
    if (verdict.startsWith("ERR_")) {
      it(`[ICON-11, ICON-16] refuses ${name}`, async () => {
        expect(
          (await refusalOf(() => sanitizeIcon(readVector(name), { engine }))).startsWith(verdict),
        ).to.equal(true);
        const inspected = inspectIcon(readVector(name));
        // Only a decoder sees some of it.
        if (!verdict.includes("cannot be decoded"))
          expect(inspected).to.have.property("code", verdict.split(":")[0]);
      });
      continue;
    }
    it(`[ICON-15] makes ${name} anew, and the same once more`, async () => {
      const made = await sanitizeIcon(readVector(name), { engine });
      expect(`${made.mimeType} ${made.size}`).to.equal(verdict);
      expect(Buffer.from(made.bytes).includes("script")).to.equal(false);
      expect(await sanitizeIcon(made.bytes, { engine, mimeType: made.mimeType })).to.eql(made);
      expect(inspectIcon(readVector(name))).to.have.property("ok", true);
    });
  }

  it("[ICON-16] D13: publishes nothing of what stands behind or beside an image", async () => {
    const beside = VECTORS.filter((name) => /^(?:zip-behind|rar-behind|html-in|bomb-in)/.test(name));
    expect(beside).to.have.length(10);
    for (const name of beside) {
      const { variants } = await prepareIcon(readVector(name));
      expect(variants, name).to.have.length(2);
      for (const { bytes, mimeType } of variants) {
        expect(
          /script|Rar!|Exif|ICC_PROFILE|tEXt|iCCP/.exec(Buffer.from(bytes).toString("latin1")),
          name,
        ).to.equal(null);
        expect((await sharp(bytes).metadata()).format, name).to.equal(mimeType.replace("image/", ""));
      }
    }
  });

  it("[ICON-11] shows the first frame of an animation to a host, and has a server give a still image", async () => {
    const [first] = await engine.draw({ bytes: readVector("square.png"), maxPixels: 4096, timeoutMs: 5000 }, [
      { encoding: "png", lossless: true },
    ]);
    const made = await sanitizeIcon(readVector("moving.png"), { engine });
    expect(await sharp(made.bytes).raw().toBuffer()).to.eql(await sharp(first?.bytes).raw().toBuffer());
    for (const name of ["moving.png", "moving.webp"]) {
      expect(await refusalOf(() => prepareIcon(readVector(name)))).to.match(
        /^ERR_ICON_BOUNDS: it has \d frames of at most 1$/,
      );
    }
  });

  it("turns an image as its Exif says, and keeps nothing of Exif", async () => {
    const { variants } = await prepareIcon(readVector("turned.jpg"));
    expect(variants.map(({ size, mimeType }) => `${mimeType} ${size}`)).to.eql([
      "image/png 48x48",
      "image/jpeg 20x64",
    ]);
    expect((await sharp(variants.at(-1)?.bytes).metadata()).orientation).to.equal(undefined);
  });
});
