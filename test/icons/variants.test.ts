import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { expect } from "chai";
import { describe, it } from "mocha";
import sharp from "sharp";
import {
  checkManifest,
  createManifest,
  createSharpEngine,
  type PreparedIcon,
  parseManifest,
  prepareIcon,
  prepareIcons,
  publishIcons,
  type RasterEngine,
  writeManifest,
} from "../../src/icons/index.js";
import { svgOf } from "./clean-svg.js";
import { readVector } from "./corpus.js";
import { makePng } from "./image-parts.js";
import { refusalOf } from "./refusal.js";

const SVG = Buffer.from(svgOf('<rect width="10" height="5" fill="red"/>'));

/** What is made of an icon, in its order. */
function listOf({ variants }: PreparedIcon): string[] {
  return variants.map(({ mimeType, size }) => `${mimeType} ${size}`);
}

describe("the variants of an icon", () => {
  it("[ICON-06] draws PNGs of 48 and 96 pixels of an SVG, and publishes it after them", async () => {
    expect(listOf(await prepareIcon(SVG))).to.eql([
      "image/png 48x48",
      "image/png 96x96",
      "image/svg+xml any",
    ]);
  });

  it("[ICON-06] makes smaller squares of an image of pixels, never larger ones, and at least one PNG", async () => {
    expect(listOf(await prepareIcon(makePng(200, 100)))).to.eql([
      "image/png 48x48",
      "image/png 96x96",
      "image/png 200x100",
    ]);
    expect(listOf(await prepareIcon(makePng(48, 48)))).to.eql(["image/png 48x48"]);
    expect(listOf(await prepareIcon(makePng(3, 2)))).to.eql(["image/png 3x2"]);
    const small = await sharp(makePng(20, 20)).jpeg().toBuffer();
    expect(listOf(await prepareIcon(small))).to.eql(["image/png 20x20", "image/jpeg 20x20"]);
  });

  it("fits an image that is no square between transparent edges", async () => {
    const [square] = (await prepareIcon(makePng(200, 100))).variants;
    const { data, info } = await sharp(square?.bytes).raw().toBuffer({ resolveWithObject: true });
    const alphaAt = (y: number) => data[(y * info.width + 24) * info.channels + 3];
    expect([alphaAt(0), alphaAt(24), alphaAt(47)]).to.eql([0, 255, 0]);
  });

  it("draws of an SVG what it shows", async () => {
    const [, large] = (await prepareIcon(SVG)).variants;
    const { data, info } = await sharp(large?.bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 4),
    ];
    expect([at(48, 10), at(48, 80)]).to.eql([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
  });

  it("keeps compression without loss where an image had it", async () => {
    const pixels = (bytes: Uint8Array | undefined) => sharp(bytes).ensureAlpha().raw().toBuffer();
    for (const name of ["square.png", "lossless.webp"]) {
      const { variants } = await prepareIcon(readVector(name));
      expect(await pixels(variants.at(-1)?.bytes), name).to.eql(await pixels(readVector(name)));
    }
  });

  it("gives the hash of each image", async () => {
    for (const { bytes, sha256 } of (await prepareIcon(SVG)).variants) {
      expect(sha256).to.equal(createHash("sha256").update(bytes).digest("hex"));
    }
  });

  it("sniffs and measures again whatever an engine made", async () => {
    const makes = (bytes: Uint8Array, width = 48, height = 48): RasterEngine => ({
      draw: async (_, targets) => targets.map(() => ({ bytes, width, height })),
    });
    const wrong = "ERR_ICON_DAMAGED: the image library made something else of it";
    for (const engine of [
      makes(SVG),
      makes(readVector("square.jpg"), 64, 64),
      makes(makePng(48, 47)),
      { draw: async () => [] },
    ]) {
      expect(await refusalOf(() => prepareIcon(SVG, { engine }))).to.equal(wrong);
    }
    const polyglot = Buffer.concat([makePng(48, 48), Buffer.from("<script>")]);
    const { variants } = await prepareIcon(SVG, { engine: makes(polyglot) });
    expect(Buffer.from(variants[0]?.bytes ?? "").equals(makePng(48, 48))).to.equal(true);
  });

  it("[ICON-11] gives every image to the engine with its limits", async () => {
    const asked: unknown[] = [];
    const sharpEngine = createSharpEngine();
    const engine: RasterEngine = {
      draw: async (input, targets) => {
        asked.push({ maxPixels: input.maxPixels, timeoutMs: input.timeoutMs, targets: targets.length });
        return sharpEngine.draw(input, targets);
      },
    };
    const limits = { maxPixels: 5000, timeoutMs: 7000 };
    for (const icon of [SVG, makePng(64, 64)]) await prepareIcon(icon, { engine, limits });
    expect(asked).to.eql([
      { maxPixels: 48 * 48, timeoutMs: 7000, targets: 1 },
      { maxPixels: 96 * 96, timeoutMs: 7000, targets: 1 },
      { maxPixels: 5000, timeoutMs: 7000, targets: 2 },
    ]);
  });

  it("refuses limits that are none", async () => {
    for (const limits of [{ maxBytes: 0 }, { maxSide: -1 }, { maxFrames: 1.5 }, { timeoutMs: Number.NaN }]) {
      expect(await refusalOf(() => prepareIcon(SVG, { limits }))).to.equal("ERR_OPTION_INVALID: is no limit");
    }
  });
});

describe("a manifest of icons", () => {
  const sources = [SVG, makePng(64, 64)];
  const prepared = prepareIcons(sources);

  it("gives what the stages made, without an engine", async () => {
    const text = writeManifest(createManifest(await prepared));
    const again = await prepareIcons(sources, { manifest: parseManifest(text), engine: null });
    const plain = (icons: readonly PreparedIcon[]) =>
      icons.map(({ variants }) =>
        variants.map((variant) => ({ ...variant, bytes: Buffer.from(variant.bytes) })),
      );
    expect(plain(again)).to.eql(plain(await prepared));
  });

  it("is the same text for the same icons, whatever their order and number", async () => {
    const [one, two] = await prepared;
    const textOf = (icons: readonly (PreparedIcon | undefined)[]) =>
      writeManifest(createManifest(icons.filter((icon) => icon !== undefined)));
    expect(textOf([one, two])).to.equal(textOf([two, one, two]));
  });

  it("refuses an image that it does not have, or that has changed", async () => {
    const manifest = createManifest(await prepared);
    expect(await refusalOf(() => prepareIcon(makePng(5, 5), { manifest }))).to.equal(
      "ERR_ICON_MANIFEST: it has no entry for this image",
    );
    const changed = makePng(64, 64);
    changed.writeUInt8(changed.readUInt8(60) ^ 1, 60);
    expect(await refusalOf(() => prepareIcon(changed, { manifest }))).to.equal(
      "ERR_ICON_MANIFEST: the image has changed since it was built",
    );
  });

  it("names entries that no icon needs any more", async () => {
    const icons = await prepared;
    expect(checkManifest(createManifest(icons), icons)).to.equal(undefined);
    expect(await refusalOf(() => checkManifest(createManifest(icons), icons.slice(1)))).to.equal(
      `ERR_ICON_MANIFEST: it has entries that no icon needs: of ${SVG.length} bytes`,
    );
  });

  it("refuses whatever writeManifest did not write", async () => {
    const text = writeManifest(createManifest(await prepared));
    const edited = (edit: (manifest: { version: unknown; icons: Record<string, unknown>[] }) => void) => {
      const manifest = JSON.parse(text);
      edit(manifest);
      return JSON.stringify(manifest);
    };
    const firstVariant = (change: Record<string, unknown>) =>
      edited(({ icons }) => {
        const [icon] = icons;
        const list = icon?.variants as Record<string, unknown>[]; // written by writeManifest
        Object.assign(list[0] ?? {}, change);
      });
    const html = Buffer.from("<script>");
    const forged = { data: html.toString("base64"), sha256: createHash("sha256").update(html).digest("hex") };
    for (const [wrong, detail] of [
      ["", "it is not JSON"],
      [text.slice(0, -3), "it is not JSON"],
      ["null", "it was built by another version of Blazon"],
      ["[]", "it was built by another version of Blazon"],
      [edited((manifest) => (manifest.version = "0")), "it was built by another version of Blazon"],
      [edited((manifest) => (manifest.icons = {} as never)), "it has no list of icons"], // what is wrong here
      [edited(({ icons }) => void icons.push({})), "one of its entries is incomplete"],
      [edited(({ icons }) => void icons.push(null as never)), "one of its entries is incomplete"],
      [
        edited(({ icons }) => void icons.push({ source: "x", label: "y", variants: [] })),
        "its entry for y has no image",
      ],
      [
        edited(({ icons }) => void icons.push({ source: "x", label: "y", variants: [1] })),
        "its entry for y is incomplete",
      ],
      [firstVariant({ mimeType: "text/html" }), /^its entry for .* is incomplete$/],
      [firstVariant({ size: "huge" }), /^its entry for .* is incomplete$/],
      [firstVariant({ data: html.toString("base64") }), /^an image of .* is not the one that was built$/],
      [firstVariant(forged), /^an image of .* is not what it is declared to be$/],
    ] as const) {
      const refusal = await refusalOf(() => parseManifest(wrong));
      if (typeof detail === "string") expect(refusal).to.equal(`ERR_ICON_MANIFEST: ${detail}`);
      else expect(refusal.replace("ERR_ICON_MANIFEST: ", "")).to.match(detail);
    }
  });
});

describe("publishing the icons of a list", () => {
  const remote = "https://example.com/a.png?x=1";

  it("puts PNG first, the smallest of them first, and what else there is after them", async () => {
    const icons = await prepareIcons([
      { src: SVG, theme: "dark" },
      { src: makePng(64, 64), theme: "light" },
      remote,
    ]);
    const {
      icons: [published = []],
    } = publishIcons([icons]);
    expect(
      published.map(({ mimeType, sizes, theme, src }) => [src.slice(0, 12), mimeType, sizes, theme]),
    ).to.eql([
      ["data:image/p", "image/png", ["48x48"], "dark"],
      ["data:image/p", "image/png", ["96x96"], "dark"],
      ["data:image/p", "image/png", ["48x48"], "light"],
      ["data:image/p", "image/png", ["64x64"], "light"],
      ["data:image/s", "image/svg+xml", ["any"], "dark"],
      ["https://exam", undefined, undefined, undefined],
    ]);
    expect(Object.keys(published.at(-1) ?? {})).to.eql(["src"]);
  });

  it("serves files by their hash on the origin of publicUrl", async () => {
    const icons = await prepareIcons([SVG, SVG]);
    const publication = publishIcons([icons, icons], { publicUrl: "https://desk.example.com:8443/mcp?x" });
    expect(publication.icons[0]).to.have.length(3);
    expect(publication.files.size).to.equal(3);
    for (const [path, { bytes, mimeType }] of publication.files) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      expect(path).to.match(new RegExp(`^/icons/${hash}\\.(?:png|svg)$`));
      expect(publication.icons[0]?.map(({ src }) => src)).to.include(`https://desk.example.com:8443${path}`);
      expect(["image/png", "image/svg+xml"]).to.include(mimeType);
    }
  });

  it("refuses a publicUrl that is not https", async () => {
    for (const publicUrl of ["http://example.com", "example.com", "", "javascript:alert(1)"]) {
      expect(await refusalOf(() => publishIcons([], { publicUrl }))).to.equal(
        "ERR_OPTION_INVALID: is no https: URL",
      );
    }
  });

  it("keeps beyond the budget the smallest PNG of each theme alone, and says what to do", async () => {
    const icons = await prepareIcons([
      { src: makePng(64, 64), theme: "dark" },
      { src: SVG, theme: "light" },
      remote,
    ]);
    const whole = publishIcons([icons]);
    expect(whole.warning).to.equal(undefined);
    const {
      icons: [reduced = []],
      warning,
    } = publishIcons([icons], { budget: 1000 });
    expect(reduced.map(({ theme, mimeType, sizes }) => [theme, mimeType, sizes])).to.eql([
      ["dark", "image/png", ["48x48"]],
      ["light", "image/png", ["48x48"]],
      [undefined, undefined, undefined],
    ]);
    expect(warning).to.match(
      /^The icons of one list take \d+ characters of at most 1000; only the smallest PNGs are sent/,
    );
  });
});

describe("remote icons of a server", () => {
  it("[ICON-02] publishes them as they are, with what is said of them", async () => {
    const icon = {
      src: "https://example.com/a.webp",
      mimeType: "image/webp",
      sizes: "48x48",
      theme: "dark",
    } as const;
    const {
      icons: [[published] = []],
    } = publishIcons([[await prepareIcon(icon)]]);
    expect(published).to.eql({ ...icon, sizes: ["48x48"] });
  });

  it("D12: refuses a host that is no public one, in every spelling", async () => {
    for (const host of [
      "127.0.0.1",
      "127.1",
      "0x7f000001",
      "2130706433",
      "017700000001",
      "[::1]",
      "[::ffff:10.0.0.1]",
      "localhost",
      "LOCALHOST.",
      "a.localhost",
      "169.254.169.254",
    ]) {
      expect(await refusalOf(() => prepareIcon(`https://${host}/a.png`)), host).to.equal(
        "ERR_ICON_FETCH: its host is not public",
      );
    }
  });
});
