import type { Random } from "./random.js";
import { STRANGE_TEXTS, STRANGE_VALUES } from "./strange-values.js";

type Path = readonly (string | number)[];

/** Where in a value every part of it stands, the root first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]));
  return [path, ...below];
}

/** A change of one value; undefined takes it away. */
type Change = (value: unknown, random: Random) => unknown;

const CHANGES: readonly Change[] = [
  () => undefined,
  (_value, random) => random.pick(STRANGE_VALUES),
  (_value, random) => random.pick(STRANGE_TEXTS),
  (value) => [value],
  (value) => ({ value }),
  (value) => JSON.stringify(value),
  (value, random) => (typeof value === "string" ? insert(value, random) : random.pick(STRANGE_VALUES)),
  (value, random) =>
    typeof value === "number" ? value + random.pick([1, -1, 0.5, 2 ** 31]) : `${JSON.stringify(value)}`,
  (value, random) =>
    Array.isArray(value) ? [...value, ...value, random.pick(STRANGE_VALUES)] : [value, value],
  (value, random) => (isPlain(value) ? { ...value, ...member(random) } : value),
  (value, random) => (isPlain(value) ? renamed(value, random) : value),
];

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function insert(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(STRANGE_TEXTS) + text.slice(at);
}

/** An own member, `__proto__` included. */
function member(random: Random): object {
  return Object.fromEntries([[random.pick(STRANGE_TEXTS), random.pick(STRANGE_VALUES)]]);
}

function renamed(value: Record<string, unknown>, random: Random): object {
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const old = random.pick(keys);
  const name = random.chance(0.5) ? old.toUpperCase() : random.pick(STRANGE_TEXTS);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key === old ? name : key, each]));
}

function changedAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (String(index) === key ? changedAt(item, rest, change) : item));
    return items.filter((item) => item !== undefined);
  }
  const entries = Object.entries(value as object).map(([name, each]) => [
    name,
    name === key ? changedAt(each, rest, change) : each,
  ]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined)); // paths lead through containers
}

/** The value with one part of it, anywhere, changed. */
export function mutateJson(value: unknown, random: Random): unknown {
  const change = random.pick(CHANGES);
  return changedAt(value, random.pick(pathsOf(value)), (part) => change(part, random));
}
