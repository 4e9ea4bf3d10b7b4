import { areNear, isLength, numbersIn } from "./svg-number.js";

/** What an attribute's value may be. */
export type ValueKind =
  | "number"
  | "length"
  | "pixels"
  | "numbers"
  | "path"
  | "transform"
  | "color"
  | "paint"
  | "reference"
  | "link"
  | "keywords"
  | "dashes"
  | "id";

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const NAME = /^[a-z]{1,30}$/i;
const FUNCTION = /^(?:rgb|hsl)a?\([\d\s.,%+/-]{1,60}\)$/i;
const REFERENCE = /^url\(\s*(["']?)#([\w.-]{1,64})\1\s*\)/;
const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s?\([\d\s.,eE+-]*\)[\s,]*)*$/;

function isColor(value: string): boolean {
  return HEX.test(value) || NAME.test(value) || FUNCTION.test(value);
}

/** What follows a reference to an element of this document; undefined where there is none. */
function findRest(value: string): string | undefined {
  const reference = REFERENCE.exec(value)?.[0];
  return reference === undefined ? undefined : value.slice(reference.length);
}

function isPaint(value: string): boolean {
  const rest = findRest(value);
  if (rest === undefined) return isColor(value);
  return rest === "" || (rest.startsWith(" ") && isColor(rest.trim()));
}

/** One reference alone: CSS would take a list of them, and load what the others name. */
function isReference(value: string): boolean {
  return value === "none" || findRest(value) === "";
}

function isDashes(value: string): boolean {
  return value === "none" || (/^[\d\s.,]+$/.test(value) && areNear(value) && numbersIn(value).length <= 64);
}

/** What each kind allows. Nothing that is allowed has a character that markup, CSS or a script is made of. */
const ALLOWS: Readonly<Record<ValueKind, (value: string) => boolean>> = {
  number: (value) => isLength(value) || value === "inherit",
  length: (value) => isLength(value) || value === "inherit",
  pixels: (value) => isLength(value) && !value.endsWith("%"),
  numbers: (value) => /^[\d\s.,eE+-]*$/.test(value) && areNear(value),
  path: (value) => /^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/.test(value) && areNear(value),
  transform: (value) => TRANSFORM.test(value) && areNear(value),
  color: isColor,
  paint: isPaint,
  reference: isReference,
  link: (value) => /^#[\w.-]{1,64}$/.test(value),
  keywords: (value) => /^[a-z]{1,30}(?:-[a-z]{1,20}){0,2}(?: [a-z]{1,30}){0,2}$/i.test(value),
  dashes: isDashes,
  id: (value) => /^[\w.-]{1,64}$/.test(value),
};

/** A value in its one spelling; undefined where it is not allowed. Clean values stay as they are. */
export function findCleanValue(kind: ValueKind, value: string): string | undefined {
  const trimmed = value.replace(/\s+/g, " ").trim();
  return ALLOWS[kind](trimmed) ? trimmed : undefined;
}

/** The id that an attribute's clean value points to. Anything but a link that begins with `#` is a color. */
export function findTarget(attribute: string, value: string): string | undefined {
  return attribute === "href" ? value.slice(1) : REFERENCE.exec(value)?.[2];
}
