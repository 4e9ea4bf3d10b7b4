import { SVG_NAMESPACE } from "./svg-root.js";
import type { SvgElement } from "./svg-tree.js";

/**
 * Writes a tree in its one spelling. Values need no escaping: the grammars that let them in allow no character that
 * means something in XML.
 */
export function writeSvg(root: SvgElement): string {
  return write(root, ` xmlns="${SVG_NAMESPACE}"`);
}

function write({ name, attributes, children }: SvgElement, namespace = ""): string {
  const sorted = [...attributes].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = `<${name}${namespace}${sorted.map(([key, value]) => ` ${key}="${value}"`).join("")}`;
  if (children.length === 0) return `${head}/>`;
  return `${head}>${children.map((child) => write(child)).join("")}</${name}>`;
}
