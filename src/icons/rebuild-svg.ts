import { Buffer } from "node:buffer";
import { checkBytes } from "./bounds.js";
import { digest } from "./digest.js";
import { IconFault } from "./icon-fault.js";
import type { IconLimits } from "./limits.js";
import { checkDrawing } from "./svg-drawing.js";
import { numbersIn } from "./svg-number.js";
import { parseSvg } from "./svg-parse.js";
import { settleReferences } from "./svg-references.js";
import { findText } from "./svg-root.js";
import type { SvgElement } from "./svg-tree.js";
import { writeSvg } from "./svg-write.js";

/** An SVG made anew of what the allow-list names. */
export interface CleanSvg {
  /** Canonical: rebuilding it gives the same bytes. */
  readonly bytes: Uint8Array;
  /** What was left out and may be missed, such as `<text>` and `filter`. */
  readonly dropped: readonly string[];
  /** The same drawing with a size of its own, for a renderer. */
  sized(side: number): Uint8Array;
}

/**
 * Parses an SVG strictly and rebuilds it from an allow-list (ICON-15): no DTD, no scripts, no handlers, no styles, no
 * animation, no text, and no references but to elements of the same document.
 * @throws {IconFault} `ERR_ICON_SVG` or `ERR_ICON_BOUNDS`.
 */
export function rebuildSvg(bytes: Uint8Array, limits: IconLimits): CleanSvg {
  const text = findText(bytes);
  if (text === undefined) throw new IconFault("ERR_ICON_SVG", "it is not UTF-8");
  const { root, dropped } = parseSvg(text, limits);
  settleRoot(root);
  const targets = settleReferences(root);
  checkDrawing(root, targets, limits);
  const clean = Buffer.from(withOwnIds(writeSvg(root)));
  checkBytes(clean.length, limits);
  return { bytes: clean, dropped, sized: (side) => Buffer.from(writeSvg(withSide(root, side))) };
}

/** Ids are those of one document, and a page may hold many: its content tells each icon's from the others'. */
function withOwnIds(svg: string): string {
  const prefix = digest(Buffer.from(svg)).slice(0, 8);
  // Nothing but an id and a reference to one has an i there: colors are hexadecimal.
  return svg.replace(/( id="|#)i(?=\d)/g, `$1i${prefix}-`);
}

/** The root keeps its view alone: in a page it takes the room that it is given, and draws nothing outside of it. */
function settleRoot({ attributes }: SvgElement): void {
  const view = numbersIn(attributes.get("viewBox") ?? "");
  const [width = 0, height = 0] = view.length === 4 ? view.slice(2) : ownSize(attributes);
  if (!(width > 0) || !(height > 0)) {
    throw new IconFault("ERR_ICON_SVG", "its root has neither a viewBox nor a width and height in pixels");
  }
  if (view.length !== 4) attributes.set("viewBox", `0 0 ${width} ${height}`);
  for (const name of ["width", "height", "overflow"]) attributes.delete(name);
}

function ownSize(attributes: ReadonlyMap<string, string>): number[] {
  const sides = [attributes.get("width"), attributes.get("height")];
  return sides.map((side) => (side === undefined || side.endsWith("%") ? 0 : Number.parseFloat(side)));
}

function withSide(root: SvgElement, side: number): SvgElement {
  const attributes = new Map(root.attributes).set("width", String(side)).set("height", String(side));
  return { ...root, attributes };
}
