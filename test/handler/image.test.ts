import { Buffer } from "node:buffer";
import { BlazonError, image } from "blazon";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import sharp from "sharp";

const SVG = Buffer.from(`<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>`);

function refusalOf(bytes: Uint8Array | string, mimeType?: string): string {
  try {
    image(bytes, mimeType);
  } catch (error) {
    if (error instanceof BlazonError && error.code === "ERR_IMAGE_INVALID")
      return String(error.details.detail);
    throw error;
  }
  throw new Error("it was taken");
}

describe("image()", () => {
  const pixel = () => sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } });

  for (const [mimeType, aliases, make] of [
    ["image/png", ["IMAGE/PNG", "image/apng"], () => pixel().png().toBuffer()],
    ["image/jpeg", ["image/jpg"], () => pixel().jpeg().toBuffer()],
    ["image/webp", [], () => pixel().webp().toBuffer()],
    ["image/gif", [], () => pixel().gif().toBuffer()],
    ["image/avif", [], () => pixel().avif().toBuffer()],
    ["image/tiff", [], () => pixel().tiff().toBuffer()],
    ["image/svg+xml", ["image/svg+xml; charset=utf-8"], async () => SVG],
    ["image/heic", ["image/heif"], async () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
    ["image/vnd.microsoft.icon", ["image/x-icon"], async () => Buffer.from("\0\0\x01\0\x01\0\x10\x10")],
  ] as const) {
    it(`[TOOL-32] says ${mimeType} of what is that, from bytes and from base64`, async () => {
      const bytes = await make();
      const data = bytes.toString("base64");
      const block = { type: "image", data, mimeType };
      expect(image(bytes)).to.eql(block);
      expect(image(data)).to.eql(block);
      for (const declared of [mimeType, ...aliases]) expect(image(bytes, declared), declared).to.eql(block);
      expect(image(new Uint8Array(bytes), undefined, { annotations: { priority: 1 } })).to.eql({
        ...block,
        annotations: { priority: 1 },
      });
      expect(refusalOf(bytes, "image/x-other")).to.equal(
        `it is declared as image/x-other, and its bytes are ${mimeType}`,
      );
    });
  }

  it("refuses bytes that are no image, whatever they are declared to be", () => {
    for (const bytes of ["", "<html>", "GIF89", "RIFF\0\0\0\0WAVE", "%PDF-1.7", "<svg/>", "BM"]) {
      expect(refusalOf(Buffer.from(bytes), "image/png"), bytes).to.equal("its bytes are of no known format");
    }
  });

  it("refuses text that is not base64", () => {
    for (const text of ["data:image/png;base64,AA==", "%", "iVBORw0KGgo", "AA=", "AA\n=="]) {
      expect(refusalOf(text), text).to.equal("it is not base64");
    }
  });

  it("never throws anything else", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), fc.string()),
        fc.option(fc.string(), { nil: undefined }),
        (bytes, type) => {
          expect(refusalOf(bytes, type)).to.be.a("string");
        },
      ),
    );
  });
});
