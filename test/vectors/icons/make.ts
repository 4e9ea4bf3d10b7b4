import { Buffer } from "node:buffer";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import {
  animationControl,
  makePng,
  PNG_END,
  pngChunk,
  pngHeader,
  pngOf,
  pngPixels,
  riffChunk,
  uint32,
  webpCanvas,
  webpFrame,
  webpOf,
} from "../../icons/image-parts.js";
import { PROJECT_ROOT } from "../../project-root.js";

// Writes the corpus: `npm run build && node dist/test/vectors/icons/make.js`. What each file has to come to stands in
// verdicts.json, which is written by hand.
const FILES = join(PROJECT_ROOT, "test/vectors/icons/files");

type Corpus = Record<string, Uint8Array | string>;

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const SCRIPT = "<script>fetch('http://127.0.0.1:9/x')</script>";
const ZIP = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.from(SCRIPT), Buffer.alloc(40)]);
const RAR = Buffer.concat([Buffer.from("Rar!\x1a\x07\x00", "latin1"), Buffer.from(SCRIPT)]);

const LIGHT = `<?xml version="1.0" encoding="UTF-8"?>
<svg ${SVG} viewBox="0 0 24 24" width="24" height="24">
  <title>Desk</title>
  <defs>
    <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#b97a3d"/><stop offset="100%" style="stop-color:#7b4a1e"/>
    </linearGradient>
    <clipPath id="top"><rect x="2" y="8" width="20" height="4" rx="1"/></clipPath>
    <g id="leg"><rect width="3" height="9" y="12"/></g>
  </defs>
  <rect width="24" height="24" fill="url(#wood)" clip-path="url(#top)"/>
  <use href="#leg" x="3" fill="url('#wood') brown"/>
  <use xlink:href="#leg" x="18" xmlns:xlink="http://www.w3.org/1999/xlink"/>
  <path d="M6 3h12M12 3v5" style="fill:none; stroke: #333; stroke-width:1.5" stroke-dasharray="2 1"/>
</svg>
`;

async function makeGood(): Promise<Record<string, Buffer | string>> {
  const square = makePng(64, 64);
  const image = () => sharp(square);
  const frames = await Promise.all(
    [1, 2, 3].map((hue) =>
      image()
        .modulate({ hue: hue * 90 })
        .png()
        .toBuffer(),
    ),
  );
  return {
    "square.png": square,
    "tiny.png": makePng(16, 16),
    "wide.png": makePng(64, 20),
    "gray.png": await image().grayscale().png().toBuffer(),
    "palette.png": await image().png({ palette: true, colors: 16 }).toBuffer(),
    "deep.png": await image().toColourspace("rgb16").png().toBuffer(),
    "square.jpg": await image().jpeg({ quality: 80 }).toBuffer(),
    "progressive.jpg": await image().jpeg({ progressive: true }).toBuffer(),
    "turned.jpg": await sharp(makePng(64, 20)).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    "square.webp": await image().webp({ quality: 80 }).toBuffer(),
    "lossless.webp": await image().webp({ lossless: true }).toBuffer(),
    "alpha.webp": await image().ensureAlpha(0.5).webp().toBuffer(),
    "moving.webp": await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer(),
    "light.svg": LIGHT,
    "dark.svg": LIGHT.replaceAll("#333", "#eee"),
    "marked.svg": `\ufeff<!-- a comment first --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${LIGHT.slice(LIGHT.indexOf("<svg"))}`,
    "prefixed.svg": `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="10" height="10px"><s:circle r="4" cx="5" cy="5"/></s:svg>`,
  };
}

function makeTruncated(good: Readonly<Record<string, Buffer | string>>): Corpus {
  const made: Corpus = {};
  for (const name of [
    "square.png",
    "square.jpg",
    "progressive.jpg",
    "square.webp",
    "lossless.webp",
    "light.svg",
  ]) {
    const whole = Buffer.from(good[name] ?? "");
    for (const percent of [10, 50, 99]) {
      made[`cut-${percent}-${name}`] = whole.subarray(0, Math.floor((whole.length * percent) / 100));
    }
  }
  return made;
}

function makePngs(square: Buffer): Corpus {
  const [header, pixels] = [pngHeader(64, 64), pngPixels(64, 64)];
  const html = Buffer.from(`Comment\0${SCRIPT}`);
  const bomb = Buffer.concat([
    Buffer.from("Comment\0\0"),
    deflateSync(Buffer.alloc(50_000_000), { level: 9 }),
  ]);
  const profile = Buffer.concat([
    Buffer.from("icc\0\0"),
    deflateSync(Buffer.alloc(50_000_000), { level: 9 }),
  ]);
  const control = Buffer.concat([uint32(0), uint32(64), uint32(64), Buffer.alloc(14)]);
  const frame = Buffer.concat([uint32(1), deflateSync(Buffer.alloc(64 * 257))]);
  return {
    "crc-header.png": flip(square, 20),
    "crc-pixels.png": flip(square, 60),
    "crc-end.png": flip(square, square.length - 1),
    "zip-behind.png": Buffer.concat([square, ZIP]),
    "html-in-text.png": pngOf(header, pngChunk("tEXt", html), pixels, PNG_END),
    "bomb-in-ztxt.png": pngOf(header, pngChunk("zTXt", bomb), pixels, PNG_END),
    "bomb-in-iccp.png": pngOf(header, pngChunk("iCCP", profile), pixels, PNG_END),
    "moving.png": pngOf(
      header,
      animationControl(2),
      pixels,
      pngChunk("fcTL", control),
      pngChunk("fdAT", frame),
      PNG_END,
    ),
    "million-frames.png": pngOf(header, animationControl(1_000_000), pixels, PNG_END),
    "vast.png": pngOf(pngHeader(60_000, 60_000), pixels, PNG_END),
    "long.png": pngOf(pngHeader(5000, 1), pixels, PNG_END),
    "many-pixels.png": pngOf(pngHeader(4000, 4000), pixels, PNG_END),
    "claims-more.png": pngOf(pngHeader(2000, 2000), pixels, PNG_END),
    "no-size.png": pngOf(pngHeader(0, 64), pixels, PNG_END),
    "no-pixels.png": pngOf(header, PNG_END),
    "two-headers.png": pngOf(header, header, pixels, PNG_END),
    "no-header.png": pngOf(pixels, PNG_END),
    "unknown-chunk.png": pngOf(header, pngChunk("EVIL", html), pixels, PNG_END),
    "broken-pixels.png": pngOf(header, pngChunk("IDAT", Buffer.from("no deflate")), PNG_END),
  };
}

function makeJpegs(baseline: Buffer, progressive: Buffer): Corpus {
  const frame = baseline.indexOf(Buffer.from([0xff, 0xc0]));
  const vast = Buffer.from(baseline);
  vast.fill(0xff, frame + 5, frame + 9);
  const noSize = Buffer.from(baseline);
  noSize.fill(0, frame + 5, frame + 9);
  const scan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const last = progressive.subarray(scan, -2);
  return {
    "rar-behind.jpg": Buffer.concat([baseline, RAR]),
    "html-in-comment.jpg": Buffer.concat([
      baseline.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]),
      Buffer.from(SCRIPT),
      baseline.subarray(2),
    ]),
    "vast.jpg": vast,
    "no-size.jpg": noSize,
    "many-scans.jpg": Buffer.concat([
      progressive.subarray(0, -2),
      ...Array(100).fill(last),
      Buffer.from([0xff, 0xd9]),
    ]),
    "no-pixels.jpg": Buffer.concat([baseline.subarray(0, frame + 19), Buffer.from([0xff, 0xd9])]),
    "no-end.jpg": baseline.subarray(0, -2),
    "bytes-between.jpg": Buffer.concat([
      baseline.subarray(0, 2),
      Buffer.from("<script>"),
      baseline.subarray(2),
    ]),
    "html-in-profile.jpg": Buffer.concat([
      baseline.subarray(0, 2),
      Buffer.from([0xff, 0xe2, 0, SCRIPT.length + 14]),
      Buffer.from(`ICC_PROFILE\0${SCRIPT}`),
      baseline.subarray(2),
    ]),
  };
}

function makeWebps(lossy: Buffer, lossless: Buffer): Corpus {
  const image = lossy.subarray(12);
  const dot = riffChunk("VP8L", Buffer.from("2f00000000888808", "hex"));
  const control = riffChunk("ANIM", Buffer.alloc(6));
  const lying = Buffer.from(lossy);
  lying.writeUInt16LE(16_383, 12 + 8 + 6);
  return {
    "zip-behind.webp": Buffer.concat([lossy, ZIP]),
    "html-in-exif.webp": webpOf(webpCanvas(64, 64, 8), image, riffChunk("EXIF", Buffer.from(SCRIPT))),
    "ten-thousand-frames.webp": webpOf(
      webpCanvas(1, 1, 2),
      control,
      ...Array(10_000).fill(webpFrame(1, 1, dot)),
    ),
    "vast.webp": webpOf(webpCanvas(16_384, 16_384), image),
    "lying.webp": webpOf(webpCanvas(48, 48), lying.subarray(12)),
    "lying-frame.webp": webpOf(webpCanvas(48, 48, 2), control, webpFrame(48, 48, lying.subarray(12))),
    "empty-frame.webp": webpOf(webpCanvas(48, 48, 2), control, webpFrame(48, 48, Buffer.alloc(0))),
    "html-in-xmp.webp": webpOf(webpCanvas(64, 64, 4), image, riffChunk("XMP ", Buffer.from(SCRIPT))),
    "no-pixels.webp": webpOf(webpCanvas(64, 64)),
    "short-chunk.webp": webpOf(riffChunk("VP8 ", Buffer.from([1, 2]))),
    "no-key-frame.webp": webpOf(riffChunk("VP8 ", Buffer.alloc(20))),
    "broken-pixels.webp": flipMany(lossless),
  };
}

function makeSvgs(): Corpus {
  const inside = (content: string, attributes = 'viewBox="0 0 10 10"') =>
    `<svg ${SVG} ${attributes}>${content}</svg>`;
  const uses = Array.from({ length: 9 }, (_, level) => {
    const ten = `<use href="#u${level}"/>`.repeat(10);
    return `<g id="u${level + 1}">${ten}</g>`;
  });
  const patterns = Array.from({ length: 6 }, (_, level) => {
    const six = '<rect width="4" height="4"/>'.repeat(6);
    return `<g fill="url(#p${level})"><pattern id="p${level + 1}" width="5" height="5">${six}</pattern></g>`;
  }).join("");
  const lols = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  return {
    "entities.svg": `<!DOCTYPE svg [<!ENTITY l0 "lol">${lols}]>${inside("&l9;")}`,
    "external-entity.svg": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inside("&x;")}`,
    "web-entity.svg": `<!DOCTYPE svg [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]>${inside("&x;")}`,
    "parameter-entity.svg": `<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]>${inside("")}`,
    "nested.svg": inside("<g>".repeat(506) + "</g>".repeat(506)),
    "crowded.svg": inside("<g/>".repeat(2000)),
    "use-bomb.svg": inside(`<g id="u0"><rect width="1" height="1"/></g>${uses.join("")}`),
    "use-cycle.svg": inside('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "pattern-cycle.svg": inside(
      '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    ),
    "pattern-bomb.svg": inside(
      `<pattern id="p" width="1" height="1"><rect width="1" height="1"/></pattern>${'<rect width="9" height="9" fill="url(#p)"/>'.repeat(500)}`,
    ),
    "dash-bomb.svg": inside('<path d="M0 0L99999 99999" stroke="#000" stroke-dasharray="0.01"/>'),
    "exponent-bomb.svg": inside('<path d="M0 0L1E0000006 1E0000006" stroke="#000" stroke-dasharray="0.1"/>'),
    "inherited-dash-bomb.svg": inside(
      `<g stroke-dasharray="0.01"><pattern id="p" width="10" height="10"><path d="M0 0L99999 99999" stroke="#000"/></pattern></g><rect width="9" height="9" fill="url(#p)"/>`,
    ),
    "inherited-pattern-bomb.svg": inside(
      `<pattern id="p0" width="1" height="1"/>${patterns}<rect width="9" height="9" fill="url(#p6)"/>`,
    ),
    "stop-bomb.svg": inside(
      `<linearGradient id="g">${'<stop offset="0.5"/>'.repeat(900)}</linearGradient><g id="u0" fill="url(#g)">${'<rect width="1" height="1"/>'.repeat(90)}</g><g id="u1">${'<use href="#u0"/>'.repeat(30)}</g>${'<use href="#u1"/>'.repeat(30)}`,
    ),
    "many-attributes.svg": inside(`<rect ${Array.from({ length: 101 }, (_, n) => `a${n}=""`).join(" ")}/>`),
    "two-doctypes.svg": `<!DOCTYPE svg><!DOCTYPE svg>${inside("")}`,
    "tangle.svg": inside(`<path d="M0 0${"L9 1 1 9 5 5".repeat(4000)}"/>`),
    "no-namespace.svg": '<svg viewBox="0 0 1 1"/>',
    "no-view.svg": inside("", ""),
    "unclosed.svg": `<svg ${SVG}><g></svg>`,
    "handler.svg": inside(
      '<rect width="9" height="9" onload="alert(1)"/><script>alert(1)</script>',
      'viewBox="0 0 9 9" onload="alert(1)"',
    ),
    "latin.svg": Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${inside("")}`, "latin1"),
    "not-utf8.svg": Buffer.concat([
      Buffer.from(`<svg ${SVG} viewBox="0 0 1 1"><!-- `),
      Buffer.from([0xff, 0xc0]),
      Buffer.from(" --></svg>"),
    ]),
    "utf16.svg": Buffer.from(`\ufeff${inside("")}`, "utf16le"),
    "packed.svg": gzipSync(inside("")),
  };
}

function makeForeign(): Corpus {
  const box = (brand: string) =>
    Buffer.concat([uint32(24), Buffer.from(`ftyp${brand}\0\0\0\0mif1miaf`, "latin1")]);
  const frame = Buffer.from("21f90400000000002c00000000000400030002024c01003b", "hex");
  const gif = Buffer.concat([Buffer.from("GIF89a"), Buffer.from("00040003000000", "hex")]);
  return {
    "many-frames.gif": Buffer.concat([gif, ...Array(400).fill(frame)]),
    "script.gif": `GIF89a/*${" ".repeat(20)}*/=1;alert(1)`,
    "photo.avif": box("avif"),
    "photo.heic": box("heic"),
    "image.ppm": `P6\n2 2\n255\n${"\x01".repeat(12)}`,
    "image.fits": "SIMPLE  =                    T",
    "image.bmp": Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)]),
    "image.ico": Buffer.from("00000100010010100000", "hex"),
    "image.tiff": Buffer.from("49492a0008000000", "hex"),
    "page.html": `<!doctype html>${SCRIPT}`,
    "script.html": SCRIPT,
    "document.pdf": "%PDF-1.7",
    "archive.zip": ZIP,
    "empty.png": "",
    "words.png": "This is no image.",
  };
}

/** One bit turned. */
function flip(bytes: Uint8Array, at: number): Buffer {
  const turned = Buffer.from(bytes);
  turned.writeUInt8(turned.readUInt8(at) ^ 1, at);
  return turned;
}

function flipMany(bytes: Uint8Array): Buffer {
  const turned = Buffer.from(bytes);
  for (let at = 40; at < turned.length; at += 3) turned.writeUInt8(turned.readUInt8(at) ^ 0xff, at);
  return turned;
}

async function makeCorpus(): Promise<Corpus> {
  const good = await makeGood();
  const file = (name: string) => Buffer.from(good[name] ?? "");
  return {
    ...good,
    ...makeTruncated(good),
    ...makePngs(file("square.png")),
    ...makeJpegs(file("square.jpg"), file("progressive.jpg")),
    ...makeWebps(file("square.webp"), file("lossless.webp")),
    ...makeSvgs(),
    ...makeForeign(),
  };
}

async function write(): Promise<void> {
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES, { recursive: true });
  for (const [name, content] of Object.entries(await makeCorpus())) {
    writeFileSync(join(FILES, name), typeof content === "string" ? Buffer.from(content) : content);
  }
}

void write();
