import { LINKED, TARGETS } from "./svg-allow-list.js";
import { type SvgElement, walk } from "./svg-tree.js";
import { findTarget } from "./svg-values.js";

/** The elements that something refers to, by their new ids. */
export type Targets = ReadonlyMap<string, SvgElement>;

/**
 * Leaves those references alone that lead to an element of this document which fits, and gives their targets ids in
 * document order. What an author called an id never reaches a page that the icon is put into.
 */
export function settleReferences(root: SvgElement): Targets {
  const elements = [...walk(root)];
  const byId = firstById(elements);
  const wanted = new Set<SvgElement>();
  for (const element of elements) {
    for (const [attribute, value] of element.attributes) {
      const id = isReferring(attribute, value) ? findTarget(value) : undefined;
      if (id === undefined) continue;
      const target = byId.get(id);
      if (target !== undefined && fits(element, attribute, target)) wanted.add(target);
      else element.attributes.delete(attribute);
    }
  }
  const names = new Map<SvgElement, string>();
  for (const element of elements) if (wanted.has(element)) names.set(element, `i${names.size}`);
  for (const element of elements) rename(element, { names, byId });
  return new Map([...names].map(([element, name]) => [name, element]));
}

/** Of several elements with one id browsers take the first. */
function firstById(elements: readonly SvgElement[]): ReadonlyMap<string, SvgElement> {
  const byId = new Map<string, SvgElement>();
  for (const element of elements) {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  return byId;
}

/** A paint that begins with `#` is a color; only `url(#…)` makes it refer to something. */
function isReferring(attribute: string, value: string): boolean {
  return attribute === "href" || (Object.hasOwn(TARGETS, attribute) && !value.startsWith("#"));
}

function fits(element: SvgElement, attribute: string, target: SvgElement): boolean {
  const roles = attribute === "href" ? LINKED[element.role] : TARGETS[attribute];
  return roles?.includes(target.role) ?? false;
}

interface Naming {
  readonly names: ReadonlyMap<SvgElement, string>;
  readonly byId: ReadonlyMap<string, SvgElement>;
}

function rename(element: SvgElement, { names, byId }: Naming): void {
  const own = names.get(element);
  if (own === undefined) element.attributes.delete("id");
  else element.attributes.set("id", own);
  for (const [attribute, value] of element.attributes) {
    const id = isReferring(attribute, value) ? findTarget(value) : undefined;
    const target = id === undefined ? undefined : byId.get(id);
    const name = target === undefined ? undefined : names.get(target);
    if (name !== undefined) element.attributes.set(attribute, pointTo(name, value));
  }
}

/** The same reference to a new name, in the one spelling; a color to fall back to stays. */
function pointTo(name: string, value: string): string {
  return value.startsWith("#") ? `#${name}` : `url(#${name})${value.slice(value.indexOf(")") + 1)}`;
}
