import { Buffer } from "node:buffer";
import type { Random } from "./random.js";
import { STRANGE_NUMBERS } from "./strange-values.js";

/** A change of a message's text that a serializer would not make. */
type TextChange = (text: string, random: Random) => string;

const TEXT_CHANGES: readonly TextChange[] = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text) => `${text} `,
  (text) => ` \t${text}\r`,
  (text) => `\u{feff}${text}`,
  (text) => `${text}${text}`,
  (text) => `[${text}]`,
  (text) => `[${text},${text}]`,
  (text) => text.replace(/,/g, " ,\t"),
  (text) => text.replace(/[a-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
  (text, random) => text.replace(/-?\d+(?:\.\d+)?/, random.pick(STRANGE_NUMBERS)),
  (text, random) => text.replace(/"id":[^,]+/, `"id":${random.pick(STRANGE_NUMBERS)}`),
  (text) => text.replace(/("id":[^,]+),/, '$1,"id":"second",'),
  (text) => text.replace(/"method":/, '"method":"tools/list","method":'),
  (text) => text.replace(/"_meta":\{/, '"_meta":{"__proto__":{"progressToken":{}},'),
  (text, random) => nest(text, random.pick([60, 63, 64, 65, 200, 1000, 20_000])),
  (text, random) => text.replace(/\{/, `{"filler":[${"0,".repeat(random.pick([500, 2100, 30_000]))}0],`),
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/\}$/, ",}"),
  (text) => text.replace(/:/, "::"),
  (text) => text.replace(/\{/, "{/* note */"),
  () => "",
  () => "\r",
  () => " \t ",
  () => "\u00a0",
  () => "GET / HTTP/1.1",
];

/** Something deep where an argument, or anything else, was. */
function nest(text: string, levels: number): string {
  const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const replaced = text.replace(/"arguments":\{/, `"arguments":{"deep":${deep},`);
  return replaced === text ? text.replace(/\{/, `{"deep":${deep},`) : replaced;
}

export function mutateText(text: string, random: Random): string {
  return random.pick(TEXT_CHANGES)(text, random);
}

const BAD_UTF8: readonly Buffer[] = ["80", "ff", "c3", "e280", "f09f8e", "c080", "eda080", "f4908080"].map(
  (hex) => Buffer.from(hex, "hex"),
);

/** A change of bytes, below the level of characters. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.below(5)) {
    case 0:
      return Buffer.concat([before, random.pick(BAD_UTF8), after]);
    case 1:
      return Buffer.concat([before, Buffer.from([random.below(256)]), after.subarray(1)]);
    case 2:
      return Buffer.concat([before, Buffer.from(random.pick(["\n", "\r", "\0", "\r\n", "\n\n"])), after]);
    case 3:
      return Buffer.concat([before, after.subarray(random.below(20))]);
    default:
      return Buffer.concat([before, Buffer.from("0".repeat(random.pick([100, 5_000, 70_000]))), after]);
  }
}

const MOST_CHUNKS = 100;

/** The bytes in pieces that follow no boundary of theirs. */
export function chunksOf(bytes: Buffer, random: Random): Buffer[] {
  const longest = Math.max(random.pick([1, 7, 100, 1500, 70_000]), Math.ceil(bytes.length / MOST_CHUNKS));
  const chunks: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + random.below(longest);
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return chunks;
}
