import { isObject } from "../../protocol/json.js";
import { type Input, locate } from "../inputs.js";
import type { Lints } from "../lints.js";
import type { SchemaNode } from "../schema-nodes.js";

/** How much more time a regular expression takes as its text grows, where that is more than proportional. */
export interface Slowness {
  /** The power of the text's length; `Infinity` where it is exponential. */
  readonly degree: number;
  /** In words, such as `exponential` or `2nd degree polynomial`. */
  readonly summary: string;
}

/** Looks for a text that a regular expression (Unicode mode) is slow on; undefined where there is none. */
export type ScreenPattern = (pattern: string) => Promise<Slowness | undefined>;

/** A million steps, which take a millisecond. */
const HARMLESS = { degree: 2, maxLength: 1000 };

/** Every regular expression that what a client sends is matched against. */
export function patternsIn(inputs: readonly Input[]): ReadonlySet<string> {
  return new Set(inputs.flatMap(({ nodes }) => nodes.flatMap(patternsOf)));
}

/** Patterns that a hostile text makes slow: while one is matched, the whole server stands still. */
export async function lintPatterns(
  inputs: readonly Input[],
  screen: ScreenPattern,
  lints: Lints,
): Promise<void> {
  const slow = new Map<string, Slowness>();
  for (const pattern of patternsIn(inputs)) {
    const slowness = await screen(pattern);
    if (slowness !== undefined) slow.set(pattern, slowness);
  }
  for (const input of inputs) for (const node of input.nodes) report(input, node, { slow, lints });
}

function report(
  input: Input,
  node: SchemaNode,
  { slow, lints }: { readonly slow: ReadonlyMap<string, Slowness>; readonly lints: Lints },
): void {
  for (const pattern of patternsOf(node)) {
    const slowness = slow.get(pattern);
    if (slowness === undefined || isHarmless(slowness, node)) continue;
    const { where, subject } = locate(input, node);
    const details = { pattern: JSON.stringify(pattern), subject, complexity: slowness.summary };
    lints.add("LINT_PATTERN_SLOW", where, details);
  }
}

function patternsOf({ schema: { pattern, patternProperties } }: SchemaNode): readonly string[] {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return typeof pattern === "string" ? [pattern, ...names] : names;
}

function isHarmless({ degree }: Slowness, { schema, peers }: SchemaNode): boolean {
  if (degree > HARMLESS.degree) return false;
  return [schema, ...peers].some(
    ({ maxLength }) => typeof maxLength === "number" && maxLength <= HARMLESS.maxLength,
  );
}
