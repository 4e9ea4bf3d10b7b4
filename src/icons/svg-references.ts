import { LINKED, TARGETS } from "./svg-allow-list.js";
import { listElements, type SvgElement } from "./svg-tree.js";
import { findTarget } from "./svg-values.js";

/** The elements that something refers to, by their ids. */
export type Targets = ReadonlyMap<string, SvgElement>;

/**
 * Leaves those references alone that lead to an element of this document which fits, and gives their targets ids in
 * document order. What an author called an id never reaches a page that the icon is put into.
 */
export function settleReferences(root: SvgElement): Targets {
  const elements = listElements(root);
  const byId = firstById(elements);
  const used = new Map<string, SvgElement>();
  for (const element of elements) {
    for (const [attribute, value] of element.attributes) {
      const id = findTarget(attribute, value);
      if (id === undefined) continue;
      const target = byId.get(id);
      if (target !== undefined && fits(element, attribute, target)) used.set(id, target);
      else forget(element, attribute, value);
    }
  }
  return nameTargets(elements, used);
}

/** Gives targets ids that count them in document order, and no other element any. */
function nameTargets(elements: readonly SvgElement[], targets: Targets): Targets {
  const wanted = new Set(targets.values());
  const names = new Map<SvgElement, string>();
  for (const element of elements) if (wanted.has(element)) names.set(element, `i${names.size}`);
  for (const element of elements) rename(element, { names, targets });
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

function fits(element: SvgElement, attribute: string, target: SvgElement): boolean {
  const roles = attribute === "href" ? LINKED[element.role] : TARGETS[attribute];
  return roles?.includes(target.role) ?? false;
}

/** A paint that leads nowhere is the color behind it, or none; anything else that does is as if it were not there. */
function forget({ attributes }: SvgElement, attribute: string, value: string): void {
  if (attribute === "fill" || attribute === "stroke")
    attributes.set(attribute, behind(value).trim() || "none");
  else attributes.delete(attribute);
}

/** What follows `url(#…)`. */
function behind(value: string): string {
  return value.slice(value.indexOf(")") + 1);
}

interface Naming {
  readonly names: ReadonlyMap<SvgElement, string>;
  readonly targets: Targets;
}

function rename(element: SvgElement, { names, targets }: Naming): void {
  const own = names.get(element);
  if (own === undefined) element.attributes.delete("id");
  else element.attributes.set("id", own);
  for (const [attribute, value] of element.attributes) {
    const id = findTarget(attribute, value);
    const target = id === undefined ? undefined : targets.get(id);
    const name = target === undefined ? undefined : names.get(target);
    if (name !== undefined) element.attributes.set(attribute, pointTo(name, attribute, value));
  }
}

/** The same reference to a new name, in the one spelling; a color to fall back to stays. */
function pointTo(name: string, attribute: string, value: string): string {
  return attribute === "href" ? `#${name}` : `url(#${name})${behind(value)}`;
}
