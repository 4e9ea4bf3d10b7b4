import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";

// An opinion of its own on what a clean SVG is: nothing here knows how one is made.

const SVG = "http://www.w3.org/2000/svg";

const ELEMENTS =
  "svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern";
const ATTRIBUTES =
  "xmlns id href viewBox preserveAspectRatio width height x y rx ry cx cy r fx fy fr x1 y1 x2 y2 points d transform offset " +
  "gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits " +
  "patternTransform fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin " +
  "stroke-miterlimit stroke-opacity stroke-width opacity color color-interpolation display visibility overflow clip-path " +
  "clip-rule mask mask-type paint-order shape-rendering stop-color stop-opacity vector-effect";
const KNOWN_ELEMENTS = new Set(ELEMENTS.split(" "));
const KNOWN_ATTRIBUTES = new Set(ATTRIBUTES.split(" "));

/** Nothing that opens a string, a comment, an escape, an entity, an address or a block. */
const HARMLESS = /^[\w\s.,#%()+-]*$/;

/** An element without its parser. */
interface Seen {
  readonly name: string;
  readonly namespace: string | null;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly Seen[];
  /** What stands in it besides elements. */
  readonly others: readonly string[];
}

/** What is wrong with an SVG that is to be clean, as XML and as HTML read it; empty where nothing is. */
export function findHostile(svg: string): string[] {
  const xml = readXml(svg);
  if (typeof xml === "string") return [xml];
  const ids = new Set(flatten(xml).flatMap(({ attributes }) => attributes.filter(([name]) => name === "id")));
  const known = new Set([...ids].map(([, value]) => value));
  const faults = flatten(xml).flatMap((element) => faultsOf(element, known));
  const root = xml.name === "svg" ? [] : ["its root is no svg element"];
  return [...root, ...faults, ...findHtmlFaults(svg, xml)];
}

function readXml(text: string): Seen | string {
  const faults: string[] = [];
  const parser = new DOMParser({ onError: (_, message) => void faults.push(message) });
  try {
    const document = parser.parseFromString(text, "image/svg+xml");
    const [root, ...more] = [...document.childNodes];
    if (faults.length > 0) return `it is not XML: ${faults.join()}`;
    if (root === undefined || more.length > 0 || root !== document.documentElement)
      return "it is more than an element";
    return seenInXml(document.documentElement as Element); // the line above compared them
  } catch (error) {
    return `it is not XML: ${String(error)}`;
  }
}

function seenInXml(element: Element): Seen {
  const nodes = [...element.childNodes] as Node[]; // the list says it holds nodes of any kind
  const children = nodes.filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);
  return {
    name: element.localName ?? "",
    namespace: element.namespaceURI,
    attributes: [...element.attributes].map(({ name, value }) => [name, value] as const).sort(),
    children: children.map(seenInXml),
    others: nodes.filter((node) => node.nodeType !== node.ELEMENT_NODE).map((node) => node.nodeName),
  };
}

function flatten(element: Seen): Seen[] {
  return [element, ...element.children.flatMap(flatten)];
}

function faultsOf({ name, namespace, attributes, others }: Seen, ids: ReadonlySet<string>): string[] {
  const foreign = namespace === SVG && KNOWN_ELEMENTS.has(name) ? [] : [`it has the element ${name}`];
  const besides = others.map((other) => `it has ${other} in ${name}`);
  return [...foreign, ...besides, ...attributes.flatMap(([key, value]) => attributeFaults(key, value, ids))];
}

function attributeFaults(name: string, value: string, ids: ReadonlySet<string>): string[] {
  if (name === "xmlns") return value === SVG ? [] : [`it has the namespace ${value}`];
  if (!KNOWN_ATTRIBUTES.has(name)) return [`it has the attribute ${name}`];
  if (!HARMLESS.test(value)) return [`its ${name} is ${value}`];
  const links = name === "href" ? [value] : (value.match(/url\([^)]*\)?/gi) ?? []);
  return links
    .map((link) => /^(?:url\()?#([\w.-]+)\)?$/.exec(link)?.[1])
    .filter((id) => id === undefined || !ids.has(id))
    .map((id) => `its ${name} leads to ${id ?? value}`);
}

/** A page that holds an SVG must hold the same elements that XML has, and nothing else. */
function findHtmlFaults(svg: string, xml: Seen): string[] {
  const expected = JSON.stringify(xml);
  const [alone, ...more] = parseFragment(svg).childNodes;
  const inBody = bodyOf(`<!doctype html><body>${svg}`);
  const inFirst = [alone, ...inBody].filter((node) => node !== undefined).map(seenInHtml);
  const faults = inFirst
    .filter((seen) => JSON.stringify(seen) !== expected)
    .map(() => "HTML reads something else");
  return more.length > 0 || inBody.length !== 1 ? [...faults, "HTML reads more than an element"] : faults;
}

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

function bodyOf(page: string): HtmlNode[] {
  const html = parse(page).childNodes.find((node) => node.nodeName === "html");
  const body = html !== undefined && "childNodes" in html ? html.childNodes.at(-1) : undefined;
  return body !== undefined && "childNodes" in body ? body.childNodes : [];
}

function seenInHtml(node: HtmlNode): Seen {
  if (!("tagName" in node))
    return { name: node.nodeName, namespace: null, attributes: [], children: [], others: [] };
  return {
    name: node.tagName,
    namespace: node.namespaceURI,
    attributes: node.attrs.map(({ name, value }) => [name, value] as const).sort(),
    children: node.childNodes.filter((child) => "tagName" in child).map(seenInHtml),
    others: node.childNodes.filter((child) => !("tagName" in child)).map((child) => child.nodeName),
  };
}

/** How many shapes a renderer draws for a clean SVG when it follows every reference; infinite for a circle. */
export function countDrawn(svg: string, most: number): number {
  const xml = readXml(svg);
  if (typeof xml === "string") return Number.POSITIVE_INFINITY;
  return new Drawn(xml, most).count();
}

type Inherited = Readonly<Record<"fill" | "stroke", string>>;

const INITIAL: Inherited = { fill: "black", stroke: "none" };
const APART = ["defs", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient"];
const SHAPES = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];

class Drawn {
  readonly #byId = new Map<string, Seen>();
  readonly #inherited = new Map<Seen, Inherited>();
  #left: number;

  constructor(
    readonly root: Seen,
    readonly most: number,
  ) {
    this.#left = most;
    this.#inherit(root, INITIAL);
  }

  count(): number {
    try {
      this.#children(this.root, INITIAL, 0);
      return this.most - this.#left;
    } catch (error) {
      if (error instanceof TooMuch) return Number.POSITIVE_INFINITY;
      throw error;
    }
  }

  /** What elements that are referred to inherit from where they stand. */
  #inherit(element: Seen, from: Inherited): void {
    const own = merge(element, from);
    this.#inherited.set(element, own);
    const id = attributeOf(element, "id");
    if (id !== undefined) this.#byId.set(id, element);
    for (const child of element.children) this.#inherit(child, own);
  }

  #draw(element: Seen, from: Inherited, depth: number): void {
    this.#left -= 1;
    if (this.#left < 0 || depth > 1000) throw new TooMuch();
    const own = merge(element, from);
    for (const cover of ["clip-path", "mask"]) this.#apart(attributeOf(element, cover), depth);
    if (SHAPES.includes(element.name)) {
      this.#apart(own.fill, depth);
      this.#apart(own.stroke, depth);
    }
    const used =
      element.name === "use" ? this.#byId.get((attributeOf(element, "href") ?? "#").slice(1)) : undefined;
    if (used?.name === "symbol") this.#children(used, merge(used, own), depth + 1);
    else if (used !== undefined) this.#draw(used, own, depth + 1);
    this.#children(element, own, depth + 1);
  }

  #children(element: Seen, own: Inherited, depth: number): void {
    for (const child of element.children) if (!APART.includes(child.name)) this.#draw(child, own, depth);
  }

  /** Draws what `url(#…)` leads to, and what its own `href` does. */
  #apart(value: string | undefined, depth: number): void {
    const id = /^url\(#([\w.-]+)\)/.exec(value ?? "")?.[1];
    for (let target = this.#byId.get(id ?? ""); target !== undefined; ) {
      this.#left -= 1;
      if (this.#left < 0) throw new TooMuch();
      this.#children(target, this.#inherited.get(target) ?? INITIAL, depth + 1);
      target = this.#byId.get((attributeOf(target, "href") ?? "#").slice(1));
    }
  }
}

class TooMuch extends Error {}

function attributeOf({ attributes }: Seen, name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}

function merge(element: Seen, from: Inherited): Inherited {
  const own = (name: "fill" | "stroke") => {
    const value = attributeOf(element, name);
    return value === undefined || value === "inherit" ? from[name] : value;
  };
  return { fill: own("fill"), stroke: own("stroke") };
}
