import { IconFault } from "./icon-fault.js";
import type { IconLimits } from "./limits.js";
import type { ElementRole } from "./svg-allow-list.js";
import { numbersIn } from "./svg-number.js";
import type { Targets } from "./svg-references.js";
import { listElements, type SvgElement } from "./svg-tree.js";
import { findTarget } from "./svg-values.js";

/** What drawing an element costs, in units of about ten microseconds of librsvg's time, references followed. */
interface Drawing {
  readonly cost: number;
  /** Shapes drawn: each is painted anew with a pattern that it inherits. */
  readonly shapes: number;
  /** Upper bound of the length of all outlines, in user units: each is cut into dashes that it inherits. */
  readonly length: number;
}

/** Painting one shape with a pattern, whatever the pattern holds. */
const PATTERN_COST = 350;

/** Stops of a gradient that take as long as one unit, for each shape that is painted with it. */
const STOPS_PER_UNIT = 20;

/** Clipping or masking one element, whatever covers it. */
const COVER_COST = 15;

/** Lines that cross each other cost with the square of their number. */
const NUMBERS_SQUARED_PER_UNIT = 500;

const UNITS_PER_DASH = 2;

/** References that lead from one to the next. */
const MAX_CHAIN = 200;

/** What is drawn where it stands; everything else only where something refers to it. */
const DRAWN: readonly ElementRole[] = ["group", "shape", "use", "stop"];

/** What is drawn where it is referred to, with what it inherits from where it stands. */
const HEIRS: readonly ElementRole[] = ["pattern", "clip", "mask"];

/**
 * Adds up what drawing costs before anything is drawn: a renderer cannot be interrupted, and a hundred bytes of nested
 * `use` or dashes keep it busy for seconds.
 * @throws {IconFault} `ERR_ICON_BOUNDS`, or `ERR_ICON_SVG` for a reference that leads back to itself.
 */
export function checkDrawing(root: SvgElement, targets: Targets, { maxDrawing }: IconLimits): void {
  const { cost } = new DrawingCost(root, targets).of(root);
  if (cost <= maxDrawing) return;
  throw new IconFault("ERR_ICON_BOUNDS", `drawing it costs more than ${maxDrawing} units`);
}

/** What a percentage is taken of, at most: the view of the root, or one that a symbol or its use opens. */
function viewSpan(elements: readonly SvgElement[]): number {
  let span = 1;
  for (const { attributes } of elements) {
    for (const name of VIEWS) {
      for (const number of numbersIn(attributes.get(name) ?? "")) span = Math.max(span, number);
    }
  }
  return span;
}

const VIEWS = ["viewBox", "width", "height"];

class DrawingCost {
  readonly #known = new Map<SvgElement, Drawing>();
  readonly #running = new Set<SvgElement>();
  readonly #parents = new Map<SvgElement, SvgElement>();
  readonly #span: number;

  constructor(
    root: SvgElement,
    readonly targets: Targets,
  ) {
    const elements = listElements(root);
    this.#span = viewSpan(elements);
    for (const parent of elements) for (const child of parent.children) this.#parents.set(child, parent);
  }

  of(element: SvgElement): Drawing {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    if (this.#running.has(element)) {
      throw new IconFault("ERR_ICON_SVG", "one of its references leads back to itself");
    }
    if (this.#running.size >= MAX_CHAIN) {
      throw new IconFault("ERR_ICON_BOUNDS", `its references lead on more than ${MAX_CHAIN} times`);
    }
    this.#running.add(element);
    const drawing = this.#cover(element, this.#paint(element, this.#bare(element)));
    this.#running.delete(element);
    this.#known.set(element, drawing);
    return drawing;
  }

  /** An element without what its presentation attributes add. */
  #bare(element: SvgElement): Drawing {
    if (element.role === "shape") return shapeDrawing(element, this.#span);
    const drawn = element.children.filter(({ role }) => DRAWN.includes(role));
    const linked = this.#target(element, "href");
    if (linked !== undefined) drawn.push(linked);
    return drawn.map((part) => this.of(part)).reduce(sum, { cost: 1, shapes: 0, length: 0 });
  }

  /** Patterns, gradients and dashes are inherited: every shape within pays for them. */
  #paint(element: SvgElement, { cost, shapes, length }: Drawing): Drawing {
    const givers = HEIRS.includes(element.role) ? [element, ...this.#above(element)] : [element];
    const added = givers.map((giver) => {
      const paints = this.#costOf(giver, ["fill", "stroke"], PATTERN_COST);
      const dashes = countDashes(giver.attributes.get("stroke-dasharray"), length);
      return shapes * paints + dashes * UNITS_PER_DASH;
    });
    return { cost: added.reduce((total, one) => total + one, cost), shapes, length };
  }

  #cover(element: SvgElement, { cost, ...rest }: Drawing): Drawing {
    return { cost: cost + this.#costOf(element, ["clip-path", "mask"], COVER_COST), ...rest };
  }

  #above(element: SvgElement): SvgElement[] {
    const parent = this.#parents.get(element);
    return parent === undefined ? [] : [parent, ...this.#above(parent)];
  }

  #costOf(element: SvgElement, attributes: readonly string[], each: number): number {
    let total = 0;
    for (const attribute of attributes) {
      const target = this.#target(element, attribute);
      if (target === undefined) continue;
      const { cost } = this.of(target);
      total += target.role === "gradient" ? cost / STOPS_PER_UNIT : each + cost;
    }
    return total;
  }

  #target(element: SvgElement, attribute: string): SvgElement | undefined {
    const value = element.attributes.get(attribute);
    const id = value === undefined ? undefined : findTarget(attribute, value);
    return id === undefined ? undefined : this.targets.get(id);
  }
}

function sum(a: Drawing, b: Drawing): Drawing {
  return { cost: a.cost + b.cost, shapes: a.shapes + b.shapes, length: a.length + b.length };
}

const GEOMETRY = new Set([
  "d",
  "points",
  "x",
  "y",
  "width",
  "height",
  "rx",
  "ry",
  "cx",
  "cy",
  "r",
  "x1",
  "y1",
  "x2",
  "y2",
]);

function shapeDrawing({ attributes }: SvgElement, span: number): Drawing {
  let drawing: Drawing = { cost: 1, shapes: 1, length: 0 };
  for (const [name, value] of attributes) {
    if (GEOMETRY.has(name)) drawing = sum(drawing, outlineDrawing(value, span));
  }
  return drawing;
}

/**
 * No outline is longer than twice its numbers added up, but for arcs and circles (at most 2π radii), and for smooth
 * curves, whose control points may run away a step with each.
 */
function outlineDrawing(value: string, span: number): Drawing {
  const numbers = numbersIn(value);
  const unit = value.endsWith("%") ? span / 100 : 1;
  const far = numbers.reduce((total, number) => total + Math.abs(number) * unit, 0);
  const smooth = Math.max(1, (value.match(/[sStT]/g) ?? []).length);
  return { cost: numbers.length ** 2 / NUMBERS_SQUARED_PER_UNIT, shapes: 0, length: 7 * far * smooth };
}

function countDashes(dashes: string | undefined, length: number): number {
  const lengths = numbersIn(dashes ?? "");
  const period = lengths.reduce((total, number) => total + number, 0);
  return period > 0 ? (length / period) * lengths.length : 0;
}
