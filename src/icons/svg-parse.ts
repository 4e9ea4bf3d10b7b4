import { IconFault } from "./icon-fault.js";
import modules from "./lazy-modules.cjs";
import type { IconLimits } from "./limits.js";
import { type ElementRole, findAttributeKind, findRole, mayHold } from "./svg-allow-list.js";
import { SVG_NAMESPACE } from "./svg-root.js";
import { findDeclarations } from "./svg-style.js";
import type { SvgElement, SvgTree } from "./svg-tree.js";
import { findCleanValue } from "./svg-values.js";

const XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";

const MAX_ATTRIBUTES = 100;

/** More names would only be noise. */
const MAX_DROPPED = 20;

/** Left out without a word: they say nothing about how an icon looks. */
const SILENT = new Set(["class", "version", "baseProfile", "role", "title", "desc", "metadata"]);

/** An attribute as the parser gives it. */
interface ParsedAttribute {
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

/** Parses well-formed XML of version 1.0 and keeps what the allow-list names. */
export function parseSvg(text: string, limits: IconLimits): SvgTree {
  const { SaxesParser } = modules.loadSaxes();
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const builder = new TreeBuilder(limits);
  parser.on("error", ({ message }) => {
    throw refused(`it is not well-formed: ${message.slice(0, 120)}`);
  });
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    if (encoding.toLowerCase() !== "utf-8") throw refused("its encoding is not UTF-8");
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) throw refused("its DOCTYPE declares something");
  });
  parser.on("opentagstart", () => builder.countElement());
  parser.on("attribute", () => builder.countAttribute());
  parser.on("opentag", ({ uri, local, attributes }) =>
    builder.open({ uri, local }, Object.values(attributes)),
  );
  parser.on("closetag", () => builder.close());
  parser.write(text).close();
  return builder.finish();
}

class TreeBuilder {
  /** The elements that are open; undefined for those left out. */
  readonly #open: (SvgElement | undefined)[] = [];
  readonly #dropped = new Set<string>();
  #root: SvgElement | undefined;
  #elements = 0;
  #attributes = 0;

  constructor(readonly limits: IconLimits) {}

  /** Before anything of an element is read. */
  countElement(): void {
    const { maxElements, maxDepth } = this.limits;
    this.#attributes = 0;
    this.#elements += 1;
    if (this.#elements > maxElements) throw bounds(`it has more than ${maxElements} elements`);
    if (this.#open.length >= maxDepth) throw bounds(`its elements stand more than ${maxDepth} levels deep`);
  }

  countAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES) {
      throw bounds(`one of its elements has more than ${MAX_ATTRIBUTES} attributes`);
    }
  }

  open({ uri, local }: { uri: string; local: string }, attributes: readonly ParsedAttribute[]): void {
    const parent = this.#open.at(-1);
    const isRoot = this.#open.length === 0;
    const role = uri === SVG_NAMESPACE ? findRole(local) : undefined;
    const fits = (child: ElementRole) =>
      isRoot ? child === "root" : parent !== undefined && mayHold(parent.role, child);
    if (role === undefined || !fits(role)) {
      // What stands inside something that is left out goes with it, without being named.
      if (uri === SVG_NAMESPACE && parent !== undefined) this.#drop(local, `<${local}>`);
      this.#open.push(undefined);
      return;
    }
    const element = { name: local, role, attributes: this.#clean(local, attributes), children: [] };
    if (isRoot) this.#root = element;
    else parent?.children.push(element);
    this.#open.push(element);
  }

  close(): void {
    this.#open.pop();
  }

  finish(): SvgTree {
    if (this.#root === undefined) throw refused("its root is not an svg element in the namespace of SVG");
    return { root: this.#root, dropped: [...this.#dropped] };
  }

  /** What a `style` attribute says wins, as it does in a browser. */
  #clean(element: string, attributes: readonly ParsedAttribute[]): Map<string, string> {
    const clean = new Map<string, string>();
    for (const { uri, local, value } of attributes) {
      const isLink = local === "href" && uri === XLINK_NAMESPACE;
      // A plain href wins over that of XLink, as it does in a browser.
      if (isLink && clean.has(local)) continue;
      if ((uri === "" && local !== "style") || isLink) this.#add(clean, { element, local, value });
    }
    const style = attributes.find(({ uri, local }) => uri === "" && local === "style");
    if (style !== undefined) this.#addStyle(clean, style.value);
    return clean;
  }

  #addStyle(clean: Map<string, string>, style: string): void {
    const declarations = findDeclarations(style);
    if (declarations === undefined) this.#drop("style", "style");
    for (const { property, value } of declarations ?? []) {
      if (value === undefined) this.#drop(property, `style: ${property}`);
      else clean.set(property, value);
    }
  }

  #add(clean: Map<string, string>, { element, local, value }: ParsedIn): void {
    const kind = findAttributeKind(element, local);
    const cleaned = kind === undefined ? undefined : findCleanValue(kind, value);
    if (cleaned === undefined) this.#drop(local, local);
    else clean.set(local, cleaned);
  }

  #drop(name: string, shown: string): void {
    if (SILENT.has(name) || /^(?:data|aria)-/.test(name) || this.#dropped.size >= MAX_DROPPED) return;
    this.#dropped.add(shown.replace(/[^\x20-\x7e]/g, "?").slice(0, 40));
  }
}

interface ParsedIn {
  readonly element: string;
  readonly local: string;
  readonly value: string;
}

function refused(detail: string): IconFault {
  return new IconFault("ERR_ICON_SVG", detail);
}

function bounds(detail: string): IconFault {
  return new IconFault("ERR_ICON_BOUNDS", detail);
}
