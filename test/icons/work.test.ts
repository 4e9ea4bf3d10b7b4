import { Buffer } from "node:buffer";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { inspectIcon } from "../../src/icons/index.js";
import { svgOf } from "./clean-svg.js";
import { countWork } from "./count-work.js";
import { makePng, pngChunk, pngHeader, pngOf, riffChunk, webpCanvas, webpOf } from "./image-parts.js";

const SVG = svgOf("");
const NOTHING = Buffer.alloc(0);

/** Inputs of any length that could be made to cost more than their length. */
const FAMILIES: Readonly<Record<string, (length: number) => Buffer | string>> = {
  "byte order marks": (n) => Buffer.concat([Buffer.alloc(n, 0xef), Buffer.from(SVG)]),
  spaces: (n) => " ".repeat(n) + SVG,
  comments: (n) => "<!---->".repeat(n / 7) + SVG,
  "open comments": (n) => `<!--${"<!--".repeat(n / 4)}`,
  instructions: (n) => "<?a?>".repeat(n / 5) + SVG,
  doctypes: (n) => "<!DOCTYPE>".repeat(n / 10) + SVG,
  "open doctypes": (n) => "<!DOCTYPE [".repeat(n / 11),
  "doctypes without an end": (n) => "<!DOCTYPE".repeat(n / 9),
  brackets: (n) => "<".repeat(n),
  "a subset": (n) => `<!DOCTYPE svg [${"<!ENTITY a 'b'>".repeat(n / 15)}]>${SVG}`,
  "attributes of the root": (n) =>
    `<svg ${Array.from({ length: n / 8 }, (_, at) => `a${at}="" `).join("")}/>`,
  "a name": (n) => `<svg ${"a".repeat(n)}`,
  "spaces in the root": (n) => `<svg${" ".repeat(n)}`,
  "an attribute without an end": (n) => `<svg a="${"=".repeat(n)}`,
  "a path": (n) => svgOf(`<path d="${"M1 1".repeat(n / 40)}"/>`),
  "a path of points": (n) => svgOf(`<path d="${".".repeat(n)}"/>`),
  "a path of exponents": (n) => svgOf(`<path d="M${"1e".repeat(n / 2)}"/>`),
  "a transform": (n) => svgOf(`<g transform="${"scale(1)".repeat(n / 8)}x"/>`),
  "a transform of spaces": (n) => svgOf(`<g transform="scale(1)${" ".repeat(n)}x"/>`),
  "a paint": (n) => svgOf(`<g fill="url(#a)${" ".repeat(n)}x y"/>`),
  keywords: (n) => svgOf(`<g display="${"a ".repeat(n / 2)}"/>`),
  "a style": (n) => svgOf(`<g style="${"fill:red;".repeat(n / 9)}"/>`),
  "a style of spaces": (n) => svgOf(`<g style="fill:${" ".repeat(n)}!important"/>`),
  text: (n) => svgOf("&amp;]]".repeat(n / 7)),
  groups: (n) => svgOf("<g/>".repeat(Math.min(n / 64, 1900))),
  "uses of one shape": (n) => svgOf(`<path id="a"/>${'<use href="#a"/>'.repeat(n / 256)}`),
  "ids that are all the same": (n) => svgOf('<path id="a"/>'.repeat(n / 128)),
  "chunks of a PNG": (n) => pngOf(pngHeader(1, 1), ...Array(n >> 4).fill(pngChunk("IDAT", NOTHING))),
  "bytes behind a PNG": (n) => Buffer.concat([makePng(1, 1), Buffer.alloc(n)]),
  "fill bytes of a JPEG": (n) => Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(n, 0xff)]),
  "segments of a JPEG": (n) =>
    Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(n, Buffer.from("ffe00002", "hex"))]),
  "restarts of a JPEG": (n) =>
    Buffer.concat([Buffer.from("ffd8ffda0002", "hex"), Buffer.alloc(n, Buffer.from("ffd0", "hex"))]),
  "chunks of a WebP": (n) =>
    webpOf(webpCanvas(1, 1), ...Array(n >> 4).fill(riffChunk("VP8L", Buffer.from("2f00000000", "hex")))),
  "frames in a frame": (n) => webpOf(riffChunk("ANMF", Buffer.alloc(16 + (n & ~7)))),
  base64: (n) => `data:image/png;base64,${"AAAA".repeat(n / 4)}`,
  "a data: URI without a comma": (n) => `data:image/${"x;".repeat(n / 2)}`,
  "a URL": (n) => `https://${"a.".repeat(n / 2)}`,
};

describe("what looking at an icon costs", () => {
  const inspect = (made: Buffer | string) => () =>
    void inspectIcon(typeof made === "string" && made.startsWith("<") ? Buffer.from(made) : made);

  before(() => inspect(SVG)()); // what is loaded once is no part of it

  for (const [name, make] of Object.entries(FAMILIES)) {
    it(`[ICON-11] grows with bytes alone: ${name}`, () => {
      const [once, twice] = [countWork(inspect(make(40_000))), countWork(inspect(make(80_000)))];
      expect(twice, `${once} for half of it`).to.be.below(2.2 * once + 2000);
    });
  }
});
