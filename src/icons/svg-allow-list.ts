import type { ValueKind } from "./svg-values.js";

type Attributes = Readonly<Record<string, ValueKind>>;

/** What any element may have. Each is also allowed as a property in a `style` attribute. */
const PRESENTATION: Attributes = {
  "clip-path": "reference",
  "clip-rule": "keywords",
  color: "color",
  "color-interpolation": "keywords",
  display: "keywords",
  fill: "paint",
  "fill-opacity": "number",
  "fill-rule": "keywords",
  mask: "reference",
  "mask-type": "keywords",
  opacity: "number",
  overflow: "keywords",
  "paint-order": "keywords",
  "shape-rendering": "keywords",
  "stop-color": "color",
  "stop-opacity": "number",
  stroke: "paint",
  "stroke-dasharray": "dashes",
  "stroke-dashoffset": "length",
  "stroke-linecap": "keywords",
  "stroke-linejoin": "keywords",
  "stroke-miterlimit": "number",
  "stroke-opacity": "number",
  "stroke-width": "length",
  "vector-effect": "keywords",
  visibility: "keywords",
};

const BOX: Attributes = { x: "length", y: "length", width: "length", height: "length" };
/** Without percentages: a view inside of another would grow with each level. */
const VIEWPORT: Attributes = { x: "length", y: "length", width: "pixels", height: "pixels" };
const VIEW: Attributes = { viewBox: "numbers", preserveAspectRatio: "keywords" };
const GRADIENT: Attributes = {
  gradientUnits: "keywords",
  gradientTransform: "transform",
  spreadMethod: "keywords",
  href: "link",
};

/** Where an element stands in the drawing. */
export type ElementRole =
  | "root"
  | "group"
  | "definitions"
  | "symbol"
  | "shape"
  | "use"
  | "gradient"
  | "stop"
  | "pattern"
  | "clip"
  | "mask";

interface ElementRule {
  readonly role: ElementRole;
  readonly attributes: Attributes;
}

/** Every element that is kept, with what it may have besides presentation attributes. Everything else is left out. */
const ELEMENTS: Readonly<Record<string, ElementRule>> = {
  svg: { role: "root", attributes: { ...VIEW, width: "length", height: "length" } },
  g: { role: "group", attributes: { transform: "transform" } },
  defs: { role: "definitions", attributes: {} },
  symbol: { role: "symbol", attributes: { ...VIEW, ...VIEWPORT } },
  use: { role: "use", attributes: { ...VIEWPORT, transform: "transform", href: "link" } },
  path: { role: "shape", attributes: { transform: "transform", d: "path" } },
  rect: { role: "shape", attributes: { ...BOX, transform: "transform", rx: "length", ry: "length" } },
  circle: { role: "shape", attributes: { transform: "transform", cx: "length", cy: "length", r: "length" } },
  ellipse: {
    role: "shape",
    attributes: { transform: "transform", cx: "length", cy: "length", rx: "length", ry: "length" },
  },
  line: {
    role: "shape",
    attributes: { transform: "transform", x1: "length", y1: "length", x2: "length", y2: "length" },
  },
  polyline: { role: "shape", attributes: { transform: "transform", points: "numbers" } },
  polygon: { role: "shape", attributes: { transform: "transform", points: "numbers" } },
  linearGradient: {
    role: "gradient",
    attributes: { ...GRADIENT, x1: "length", y1: "length", x2: "length", y2: "length" },
  },
  radialGradient: {
    role: "gradient",
    attributes: {
      ...GRADIENT,
      cx: "length",
      cy: "length",
      r: "length",
      fx: "length",
      fy: "length",
      fr: "length",
    },
  },
  stop: { role: "stop", attributes: { offset: "number" } },
  clipPath: { role: "clip", attributes: { transform: "transform", clipPathUnits: "keywords" } },
  mask: { role: "mask", attributes: { ...BOX, maskUnits: "keywords", maskContentUnits: "keywords" } },
  pattern: {
    role: "pattern",
    attributes: {
      ...BOX,
      ...VIEW,
      patternUnits: "keywords",
      patternContentUnits: "keywords",
      patternTransform: "transform",
      href: "link",
    },
  },
};

/** What an element is in the drawing; undefined for one that is left out. */
export function findRole(name: string): ElementRole | undefined {
  return Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name]?.role : undefined;
}

/** What stands in groups and the like: everything but a root, and the stops of gradients. */
const ANYTHING: readonly ElementRole[] = [
  "group",
  "definitions",
  "symbol",
  "shape",
  "use",
  "gradient",
  "pattern",
  "clip",
  "mask",
];

/** What may stand in an element; renderers ignore the rest, or are surprised by it. */
const CONTENT: Readonly<Record<ElementRole, readonly ElementRole[]>> = {
  root: ANYTHING,
  group: ANYTHING,
  definitions: ANYTHING,
  symbol: ANYTHING,
  pattern: ANYTHING,
  mask: ANYTHING,
  clip: ["shape", "use"],
  gradient: ["stop"],
  shape: [],
  use: [],
  stop: [],
};

/** True where an element of one role may stand in one of another. */
export function mayHold(parent: ElementRole, child: ElementRole): boolean {
  return CONTENT[parent].includes(child);
}

/** The kind of value of an attribute; undefined for one that is left out. */
export function findAttributeKind(element: string, attribute: string): ValueKind | undefined {
  if (attribute === "id") return "id";
  const own = Object.hasOwn(ELEMENTS, element) ? ELEMENTS[element]?.attributes : undefined;
  if (own !== undefined && Object.hasOwn(own, attribute)) return own[attribute];
  return findPropertyKind(attribute);
}

/** The kind of value of a property in a `style` attribute; undefined for one that is left out. */
export function findPropertyKind(property: string): ValueKind | undefined {
  return Object.hasOwn(PRESENTATION, property) ? PRESENTATION[property] : undefined;
}

/** What the target of a reference must be, by the attribute that refers to it. */
export const TARGETS: Readonly<Record<string, readonly ElementRole[]>> = {
  fill: ["gradient", "pattern"],
  stroke: ["gradient", "pattern"],
  "clip-path": ["clip"],
  mask: ["mask"],
};

/** The same for `href`, by the role of the element that has it. */
export const LINKED: Partial<Readonly<Record<ElementRole, readonly ElementRole[]>>> = {
  use: ["group", "symbol", "shape", "use"],
  gradient: ["gradient"],
  pattern: ["pattern"],
};
