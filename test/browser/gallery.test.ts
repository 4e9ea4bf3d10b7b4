import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "blazon";
import type { Icon } from "blazon/icons";
import { connect, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { createHelpdesk } from "../../sample-app/server.js";
import { PROJECT_ROOT } from "../project-root.js";
import { type Browser, hasChromium, startChromium } from "../support/chromium.js";
import { request } from "../support/link.js";
import { Loopback } from "./loopback.js";

/** Where pictures of the gallery are left for people to look at. */
const PICTURES = join(PROJECT_ROOT, ".artifacts/icons");

const LISTS: readonly (readonly [method: string, member: string])[] = [
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/templates/list", "resourceTemplates"],
  ["resources/list", "resources"],
];

/** What a server offers, with the icons it publishes for it. */
interface Shown {
  readonly name: string;
  readonly icons: readonly Icon[];
}

/** What is seen of one image once it is drawn. */
interface Seen {
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** Pixels that are not transparent, of 48 × 48. */
  readonly drawn: number;
  /** How far those are from the background on the whole, of 255. */
  readonly contrast: number;
}

async function collect(client: TestClient): Promise<Shown[]> {
  const found: Shown[] = [];
  for (const [method, member] of LISTS) {
    await client.send(request(method));
    const { result } = client.frames.at(-1) as { result: Record<string, readonly JsonObject[]> }; // a list answers
    for (const { name, icons = [] } of result[member] ?? []) {
      found.push({ name: String(name), icons: icons as unknown as readonly Icon[] }); // every frame was checked
    }
  }
  await client.send(request("server/discover"));
  const { result } = client.frames.at(-1) as {
    result: { _meta: Record<string, { icons?: readonly Icon[] }> };
  }; // every frame was checked
  const { icons = [] } = result._meta["io.modelcontextprotocol/serverInfo"] ?? {};
  return [...found, { name: "the server", icons }].filter(({ icons }) => icons.length > 0);
}

/** A page with every icon for one background, in the order in which they are published. */
function galleryPage(shown: readonly Shown[], theme: "light" | "dark"): string {
  const rows = shown.map(({ name, icons }) => {
    const fitting = icons.filter((icon) => icon.theme === undefined || icon.theme === theme);
    const images = fitting.map(
      ({ src, mimeType, sizes }) =>
        `<img width=48 height=48 src="${src}" alt="${name} ${mimeType} ${sizes?.join()}">`,
    );
    return `<p>${images.join(" ")} ${name}</p>`;
  });
  return `<!doctype html><meta charset=utf-8><link rel=icon href=data:,><style>
    :root { color-scheme: light dark; --back: #fff } @media (prefers-color-scheme: dark) { :root { --back: #111 } }
    body { background: var(--back); font: 14px sans-serif; columns: 2 } img { vertical-align: middle }
  </style>${rows.join("")}`;
}

const skip = hasChromium() ? undefined : "chromium is not on the PATH";

describe(`the help desk's icons in a browser${skip === undefined ? "" : `, skipped: ${skip}`}`, () => {
  if (skip !== undefined) return;
  let browser: Browser;
  let site: Loopback;
  let shown: readonly Shown[];

  before(async function () {
    this.timeout(60_000);
    [browser, site] = await Promise.all([startChromium(), Loopback.start()]);
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const desk = await createHelpdesk({ database: ":memory:", logger: silent });
    const client = await connect(desk);
    shown = await collect(client);
    await client.close();
    await desk.close();
    mkdirSync(PICTURES, { recursive: true });
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  for (const theme of ["light", "dark"] as const) {
    it(`[ICON-06, ICON-07] are drawn, every one, on a ${theme} background`, async () => {
      const page = await browser.context.newPage();
      await page.emulateMedia({ colorScheme: theme });
      site.pages.set("/", { type: "text/html", body: galleryPage(shown, theme) });
      await page.goto(site.origin, { waitUntil: "load" });
      const seen = await page.evaluate(lookAtImages);
      await page.screenshot({ path: join(PICTURES, `help-desk-${theme}.png`), fullPage: true });
      await page.close();
      // A tool, prompt or resource each, and the server: two PNGs and the drawing.
      expect(shown).to.have.length(12);
      expect(seen).to.have.length(36);
      for (const { alt, width, height, drawn, contrast } of seen) {
        if (alt.includes("image/png")) expect(`${width}x${height}`, alt).to.equal(alt.split(" ").at(-1));
        expect(drawn, `${alt}: pixels drawn`).to.be.above(100);
        expect(contrast, `${alt}: contrast to the background`).to.be.above(40);
      }
      expect(site.takeStrangers()).to.eql([]);
    }).timeout(60_000);
  }
});

/** Of a browser's globals what is needed here. */
interface BrowserGlobals {
  readonly document: { readonly body: unknown; readonly images: Iterable<PageImage> };
  readonly OffscreenCanvas: new (width: number, height: number) => Canvas;
  getComputedStyle(element: unknown): { readonly backgroundColor: string };
}

interface PageImage {
  readonly alt: string;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  decode(): Promise<void>;
}

interface Canvas {
  getContext(kind: "2d"): {
    drawImage(image: PageImage, x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

/** Runs in the page, and so names nothing of this file. */
async function lookAtImages(): Promise<Seen[]> {
  const { document, OffscreenCanvas, getComputedStyle } = globalThis as unknown as BrowserGlobals; // runs in a page
  const back = Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]);
  const seen: Seen[] = [];
  for (const image of document.images) {
    await image.decode();
    const canvas = new OffscreenCanvas(48, 48);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 48, 48);
    const { data } = context.getImageData(0, 0, 48, 48);
    let [drawn, far] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 128) continue;
      drawn += 1;
      far += Math.max(...[...data.subarray(at, at + 3)].map((channel) => Math.abs(channel - back)));
    }
    const { alt, naturalWidth: width, naturalHeight: height } = image;
    seen.push({ alt, width, height, drawn, contrast: drawn === 0 ? 0 : far / drawn });
  }
  return seen;
}
