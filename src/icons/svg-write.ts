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
  let head = `<${name}${namespace}`;
  for (const key of [...attributes.keys()].sort()) head += ` ${key}="${attributes.get(key)}"`;
  if (children.length === 0) return `${head}/>`;
  return `${head}>${children.map((child) => write(child)).join("")}</${name}>`;
}
