import type { Expression, Variable } from "./expression.js";
import type { Stretch } from "./segments.js";

/** How a template may end: a list of named values, a fragment, or both; each may be left out of the URI. */
export interface Ending {
  readonly form: Form | undefined;
  /** Whether `{#x}` closes the template. */
  readonly fragment: boolean;
  /** The variables of the form, then that of the fragment. */
  readonly variables: readonly Variable[];
}

/** `{?x,y}`, `{&x,y}` or `{;x,y}`: named values, in any order. */
export interface Form {
  readonly opener: string;
  readonly separator: string;
  readonly slots: ReadonlyMap<string, number>;
}

export function compileEnding(form: Expression | undefined, fragment: Expression | undefined): Ending {
  const named = form?.variables ?? [];
  return {
    form: form === undefined ? undefined : compileForm(form),
    fragment: fragment !== undefined,
    variables: [...named, ...(fragment?.variables ?? [])],
  };
}

function compileForm({ operator, variables }: Expression): Form {
  const slots = new Map(variables.map(({ name }, slot) => [name, slot]));
  return { opener: operator, separator: operator === ";" ? ";" : "&", slots };
}

/** Whether an ending may begin with this character. */
export function opensEnding({ form, fragment }: Ending, character: string): boolean {
  return character === form?.opener || (fragment && character === "#");
}

/** Matches the rest of a URI and appends start and end of each value, -1 and -1 for one left out. */
export function matchEnding(ending: Ending, { text, from, to }: Stretch, spans: number[]): boolean {
  const hash = ending.fragment ? text.indexOf("#", from) : -1;
  const formEnd = hash < 0 ? to : hash;
  if (ending.form === undefined) {
    if (formEnd > from) return false;
  } else if (!matchForm(ending.form, { text, from, to: formEnd }, spans)) return false;
  if (!ending.fragment) return true;
  if (hash < 0) spans.push(-1, -1);
  else spans.push(hash + 1, to);
  return hash < 0 || hash + 1 < to;
}

function matchForm(form: Form, { text, from, to }: Stretch, spans: number[]): boolean {
  const base = spans.length;
  for (let slot = 0; slot < form.slots.size; slot++) spans.push(-1, -1);
  if (from === to) return true;
  if (!text.startsWith(form.opener, from)) return false;
  let start = from + 1;
  for (const pair of text.slice(start, to).split(form.separator)) {
    const equals = pair.indexOf("=");
    const slot = form.slots.get(equals < 0 ? pair : pair.slice(0, equals));
    if (slot === undefined || spans[base + 2 * slot] !== -1) return false;
    spans[base + 2 * slot] = equals < 0 ? start + pair.length : start + equals + 1;
    spans[base + 2 * slot + 1] = start + pair.length;
    start += pair.length + 1;
  }
  return true;
}
