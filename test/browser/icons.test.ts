import { Buffer } from "node:buffer";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { Page as Tab } from "playwright-core";
import { createSharpEngine, sanitizeIcon } from "../../src/icons/index.js";
import { readVector, VERDICTS } from "../icons/corpus.js";
import { type Browser, hasChromium, startChromium } from "../support/chromium.js";
import { hostileSvgs } from "../vectors/icons/hostile.js";
import { Loopback } from "./loopback.js";

/** An image as it lies on the page's server. */
interface Image {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Every way in which a page shows an icon. */
const WAYS: Readonly<Record<string, (image: Image) => string>> = {
  img: ({ path }) => `<img src="${path}" width="48">`,
  "img of a data: URI": ({ type, bytes }) =>
    `<img src="data:${type};base64,${bytes.toString("base64")}" width="48">`,
  "inline SVG": (image) => markupOf(image),
  "inline SVG in a frame": (image) => `<iframe srcdoc="${escaped(markupOf(image))}"></iframe>`,
  iframe: ({ path }) => `<iframe src="${path}"></iframe>`,
  object: ({ path, type }) => `<object data="${path}" type="${type}"></object>`,
  embed: ({ path, type }) => `<embed src="${path}" type="${type}">`,
  "CSS background": ({ path }) => `<div style="width:48px;height:48px;background:url(${path})"></div>`,
  "CSS mask": ({ path }) => `<div style="width:48px;height:48px;background:red;mask:url(${path})"></div>`,
};

/**
 * Where a browser runs what an SVG says, and one hostile image does not keep the next from being seen. As an image it
 * is a still picture.
 */
const LIVE = ["inline SVG in a frame", "iframe", "object", "embed", "navigation"];

const skip = hasChromium() ? undefined : "chromium is not on the PATH";

describe(`icons in a browser${skip === undefined ? "" : `, skipped: ${skip}`}`, () => {
  if (skip !== undefined) return;
  let browser: Browser;
  let tab: Tab;
  let site: Loopback;
  let beacon: Loopback;
  let hostile: ReadonlyMap<string, Image>;
  let clean: ReadonlyMap<string, Image>;

  before(async function () {
    this.timeout(60_000);
    [browser, site, beacon] = await Promise.all([startChromium(), Loopback.start(), Loopback.start()]);
    tab = await browser.context.newPage();
    hostile = serve("hostile", hostileImages());
    clean = serve("clean", await cleanImages());
  });
  after(async () => {
    await browser.close();
    await Promise.all([site.close(), beacon.close()]);
  });

  function hostileImages(): Map<string, Omit<Image, "path">> {
    const svgs = [...hostileSvgs(beacon.origin)];
    return new Map(svgs.map(([name, svg]) => [name, { type: "image/svg+xml", bytes: Buffer.from(svg) }]));
  }

  /** All that the stages make of the hostile images, and of the corpus beside them. */
  async function cleanImages(): Promise<Map<string, Omit<Image, "path">>> {
    const engine = createSharpEngine();
    const made = new Map<string, Omit<Image, "path">>();
    const corpus = Object.keys(VERDICTS).map((name) => [name, readVector(name)] as const);
    const sources = [...[...hostileImages()].map(([name, { bytes }]) => [name, bytes] as const), ...corpus];
    for (const [name, source] of sources) {
      const icon = await sanitizeIcon(source, { engine }).catch(() => undefined);
      if (icon !== undefined) made.set(name, { type: icon.mimeType, bytes: Buffer.from(icon.bytes) });
    }
    return made;
  }

  function serve(
    folder: string,
    images: ReadonlyMap<string, Omit<Image, "path">>,
  ): ReadonlyMap<string, Image> {
    return new Map(
      [...images].map(([name, image]) => {
        const path = `/${folder}/${name}`;
        site.pages.set(path, { type: image.type, body: image.bytes });
        return [name, { ...image, path }];
      }),
    );
  }

  /** Goes to a page, and lets two frames be drawn. */
  async function visit(path: string): Promise<void> {
    await tab.goto(`${site.origin}${path}`, { waitUntil: "load" }).catch(ignoreMovedOn);
    await tab.evaluate(drawTwoFrames).catch(ignoreMovedOn);
  }

  /** Shows images in one way, and gives what anybody was asked for by it: the names of those that asked. */
  async function askedBy(images: ReadonlyMap<string, Image>, way: string): Promise<Set<string>> {
    const embed = WAYS[way];
    if (embed === undefined) {
      for (const { path } of images.values()) await visit(path);
    } else {
      show([...images.values()].map(embed).join("\n"));
      await visit("/page");
    }
    // What was asked for before this page was is on its way before it.
    show("");
    await visit("/page");
    return new Set([...site.takeStrangers(), ...beacon.takeStrangers()].map((path) => path.slice(1)));
  }

  function show(body: string): void {
    const head = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,>";
    site.pages.set("/page", { type: "text/html", body: `${head}<body>${body}` });
  }

  for (const way of [...Object.keys(WAYS), "navigation"]) {
    it(`[ICON-15] sends nothing and runs nothing of a clean icon: ${way}`, async () => {
      expect(clean.size).to.be.above(100);
      expect([...(await askedBy(clean, way))]).to.eql([]);
    }).timeout(120_000);
  }

  for (const way of LIVE) {
    it(`hears of hostile icons where nobody makes them clean: ${way}`, async () => {
      const heard = await askedBy(hostile, way);
      for (const name of ["script", "onload-root", "image", "import", "foreign-image", "set-fetching"]) {
        expect([...heard]).to.include(name);
      }
      expect(heard.size).to.be.above(40);
    }).timeout(120_000);
  }
});

/** What of an image can stand in a page itself. */
function markupOf({ type, bytes }: Image): string {
  return type === "image/svg+xml" ? bytes.toString() : "";
}

/** Fit for an attribute. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** A hostile page may have gone elsewhere while it was looked at. */
function ignoreMovedOn(error: Error): void {
  if (!/interrupted|net::ERR_ABORTED|context was destroyed|Cannot find context/.test(error.message))
    throw error;
}

/** Runs in the page. Scripts, handlers and animations that begin by themselves have begun after two frames. */
function drawTwoFrames(): Promise<void> {
  const frame = Reflect.get(globalThis, "requestAnimationFrame") as (then: () => void) => void; // of the browser
  return new Promise((resolve) => frame(() => frame(resolve)));
}
