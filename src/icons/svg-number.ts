/** Nothing in an icon is farther away; what is, is there to keep a renderer busy. */
const FARTHEST = 100_000;

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;

const LENGTH = new RegExp(`^(${NUMBER})(px|%)?$`);
const EVERY = new RegExp(NUMBER, "g");

/** True for a number, a number of pixels, or a percentage. */
export function isLength(text: string): boolean {
  const number = LENGTH.exec(text)?.[1];
  return number !== undefined && isNear(number);
}

/** Every number in a list, path or transform, in its order. */
export function numbersIn(text: string): number[] {
  return (text.match(EVERY) ?? []).map(Number);
}

/** Without six digits in a row and without an exponent, no number is as large as FARTHEST. */
const MAY_BE_FAR = /\d{6}|e/i;

/** True where no number of a text is insane. */
export function areNear(text: string): boolean {
  return !MAY_BE_FAR.test(text) || (text.match(EVERY) ?? []).every(isNear);
}

function isNear(text: string): boolean {
  return Math.abs(Number(text)) <= FARTHEST;
}
