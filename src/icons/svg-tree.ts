import type { ElementRole } from "./svg-allow-list.js";

/** An element that is kept. */
export interface SvgElement {
  readonly name: string;
  readonly role: ElementRole;
  /** Clean values alone. */
  readonly attributes: Map<string, string>;
  readonly children: SvgElement[];
}

/** What is left of an SVG, and what was left out. */
export interface SvgTree {
  readonly root: SvgElement;
  /** Names of elements and attributes, each once, such as `<text>` and `filter`. */
  readonly dropped: readonly string[];
}

/** An element and every one below it, in document order. */
export function listElements(element: SvgElement, found: SvgElement[] = []): SvgElement[] {
  found.push(element);
  for (const child of element.children) listElements(child, found);
  return found;
}
