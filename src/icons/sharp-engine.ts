import { IconFault } from "./icon-fault.js";
import modules from "./lazy-modules.cjs";
import type { Raster, RasterEngine, RasterInput, RasterTarget } from "./raster-engine.js";

type Sharp = ReturnType<typeof loadSharp>;
type Drawing = ReturnType<Sharp>;

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** Decodes in this process, with sharp, which is loaded with the first image. */
export function createSharpEngine(): RasterEngine {
  return {
    draw: async (input, targets) => {
      const sharp = loadSharp();
      return Promise.all(targets.map((target) => drawOne(sharp, input, target)));
    },
  };
}

/** Decoders of libvips, by what its operations are called. */
const DECODERS = ["Png", "Jpeg", "Webp"].map((format) => `VipsForeignLoad${format}`);

/**
 * Leaves sharp no decoders but those of icons, in this whole process: bytes that are not what they were sniffed as
 * reach none of the others. @throws {IconFault} `ERR_ICON_LIBRARY`.
 */
export function allowIconFormatsAlone(): void {
  const sharp = loadSharp();
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: DECODERS });
}

function loadSharp() {
  try {
    return modules.loadSharp();
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
    const detail = missing ? "the package sharp is not installed" : "the package sharp cannot be loaded";
    throw new IconFault("ERR_ICON_LIBRARY", detail, { cause: error });
  }
}

async function drawOne(sharp: Sharp, input: RasterInput, target: RasterTarget): Promise<Raster> {
  const { bytes, maxPixels, timeoutMs } = input;
  const image = sharp(bytes, { failOn: "warning", limitInputPixels: maxPixels, pages: 1 }).autoOrient();
  const fitted = encode(resize(image, target), target).timeout({ seconds: Math.ceil(timeoutMs / 1000) });
  try {
    const { data, info } = await fitted.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    throw faultOf(error, timeoutMs);
  }
}

function resize(image: Drawing, { square, within }: RasterTarget): Drawing {
  if (square !== undefined) {
    return image.ensureAlpha().resize(square, square, { fit: "contain", background: TRANSPARENT });
  }
  if (within !== undefined) return image.resize(within, within, { fit: "inside", withoutEnlargement: true });
  return image;
}

function encode(image: Drawing, { encoding, lossless }: RasterTarget): Drawing {
  if (encoding === "png") return image.png({ compressionLevel: 9 });
  if (encoding === "webp") return image.webp({ lossless, quality: 90 });
  return image.jpeg({ quality: 90 });
}

function faultOf(error: unknown, timeoutMs: number): IconFault {
  const [said = ""] = String(error instanceof Error ? error.message : error).split("\n");
  if (/timeout/i.test(said))
    return new IconFault("ERR_ICON_TIME", `decoding took longer than ${timeoutMs} ms`);
  const detail = `it cannot be decoded (${said.replace(/[^\x20-\x7e]/g, "?").slice(0, 100)})`;
  return new IconFault("ERR_ICON_DAMAGED", detail, { cause: error });
}
