import { Buffer } from "node:buffer";
import { CONSUMER_LIMITS, type IconLimits } from "../../src/icons/limits.js";
import { rebuildSvg } from "../../src/icons/rebuild-svg.js";

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"';

/** An SVG with this in it. */
export function svgOf(content: string, attributes = ""): string {
  return `${OPEN}${attributes === "" ? "" : ` ${attributes}`}>${content}</svg>`;
}

/** What the stages make of an SVG: its text. */
export function clean(svg: string, limits: Partial<IconLimits> = {}): string {
  const { bytes } = rebuildSvg(Buffer.from(svg), { ...CONSUMER_LIMITS, ...limits });
  return Buffer.from(bytes).toString();
}

/** What is left of the content of an SVG: without its root, and with ids that are counted alone. */
export function cleanContent(content: string): string {
  const text = clean(svgOf(content)).replace(/\bi[0-9a-f]{8}-/g, "i");
  return text.slice(OPEN.length + 1).replace(/<\/svg>$/, "");
}

/** What is said to be left out. */
export function droppedOf(content: string, attributes = ""): readonly string[] {
  return rebuildSvg(Buffer.from(svgOf(content, attributes)), CONSUMER_LIMITS).dropped;
}
