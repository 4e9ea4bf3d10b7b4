import { compileEnding, type Ending } from "./ending.js";
import type { Expression, Variable } from "./expression.js";
import { compilePattern, type Pattern, type Piece } from "./pattern.js";
import { boundsOf, isDelimiter } from "./segments.js";
import { TemplateError } from "./template-error.js";

/** One form of URI that a template stands for, cut into segments; each begins at one of the delimiters. */
export interface Route {
  /** The segments up to the one that holds the open variable, or all of them. */
  readonly segments: readonly Pattern[];
  readonly open: Open | undefined;
  readonly ending: Ending | undefined;
  /** The variables in the order in which their text is found. */
  readonly variables: readonly Variable[];
  /** How many characters are literal. */
  readonly literals: number;
}

/** A variable that spans segments, and what follows it. */
export interface Open {
  /** The segment it stands in, where its text stays within that segment. */
  readonly alone: Pattern;
  /** Where it does not: the segment it begins in, and the one it ends in. */
  readonly first: Pattern;
  readonly last: Pattern;
  /** The segments behind it, up to the end of the URI or its ending. */
  readonly after: readonly Pattern[];
}

/** Keeps a template of optional parts from standing for a great many forms. */
const MOST_ROUTES = 64;

/** @throws {TemplateError} for a template whose URIs cannot be told apart into variables. */
export function compileRoutes(text: string, parts: readonly (string | Expression)[]): readonly Route[] {
  const { body, ending } = cutEnding(parts);
  let variants: Piece[][] = [[]];
  for (const part of body) {
    const choices = typeof part === "string" ? [[part]] : choicesOf(part);
    variants = variants.flatMap((variant) => choices.map((choice) => [...variant, ...choice]));
    if (variants.length > MOST_ROUTES)
      throw new TemplateError(`${text} has too many parts that may be left out`);
  }
  return variants.map((variant) => compileRoute(text, join(variant), ending));
}

interface Cut {
  readonly body: readonly (string | Expression)[];
  readonly ending: Ending | undefined;
}

function cutEnding(parts: readonly (string | Expression)[]): Cut {
  const body = [...parts];
  const fragment = popExpression(body, "#");
  const form = popExpression(body, "?&;");
  for (const part of body) {
    if (typeof part === "string" || part.operator === "" || !"#?&;".includes(part.operator)) continue;
    throw new TemplateError(`${part.text} must end the template, and once: write {?x,y} for several`);
  }
  for (const { text, variables, operator } of [form, fragment].filter((part) => part !== undefined)) {
    if (variables.some(({ explode }) => explode)) throw new TemplateError(`${text} cannot be exploded here`);
    if (operator === "#" && variables.length > 1) throw new TemplateError(`${text} takes one variable`);
  }
  const ending = form === undefined && fragment === undefined ? undefined : compileEnding(form, fragment);
  return { body, ending };
}

function popExpression(body: (string | Expression)[], operators: string): Expression | undefined {
  const last = body.at(-1);
  if (last === undefined || typeof last === "string" || last.operator === "") return undefined;
  if (!operators.includes(last.operator)) return undefined;
  body.pop();
  return last;
}

/** `{x,y}` is `x,y`; `{/x,y}` and `{.x,y}` may be left out, whole or from the right. Longest first. */
function choicesOf({ operator, variables }: Expression): Piece[][] {
  if (operator !== "/" && operator !== ".") {
    return [variables.flatMap((variable, index) => (index === 0 ? [variable] : [",", variable]))];
  }
  const all = variables.flatMap((variable): Piece[] => [operator, variable]);
  return [all, ...variables.map((_, index) => all.slice(0, -2 * (index + 1)))];
}

function join(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

function compileRoute(text: string, pieces: readonly Piece[], ending: Ending | undefined): Route {
  const variables = pieces.filter((piece) => typeof piece !== "string");
  refuseAmbiguity(text, pieces, variables);
  const segments = splitSegments(pieces);
  const at = segments.findIndex((segment) => segment.some(isOpen));
  const literal = pieces.filter((piece) => typeof piece === "string").join("");
  return {
    segments: segments.slice(0, at < 0 ? undefined : at).map((segment) => compilePattern(segment)),
    open: at < 0 ? undefined : compileOpen(segments.slice(at)),
    ending,
    variables: [...variables, ...(ending?.variables ?? [])],
    literals: literal.length,
  };
}

function refuseAmbiguity(text: string, pieces: readonly Piece[], variables: readonly Variable[]): void {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (typeof piece === "string" || next === undefined || typeof next === "string") continue;
    throw new TemplateError(
      `${text} does not say where ${piece.name} ends and ${next.name} begins: put something literal between them`,
    );
  }
  const [one, other] = variables.filter(isOpen);
  if (one === undefined || other === undefined) return;
  throw new TemplateError(`${text} has two variables that span segments: ${one.name} and ${other.name}`);
}

function isOpen(piece: Piece): boolean {
  return typeof piece !== "string" && piece.open;
}

function splitSegments(pieces: readonly Piece[]): Piece[][] {
  const segments: Piece[][] = [];
  for (const piece of pieces) {
    for (const stretch of typeof piece === "string" ? splitLiteral(piece) : [piece]) {
      const begins = typeof stretch === "string" && isDelimiter(stretch.charCodeAt(0));
      const current = segments.at(-1);
      if (current === undefined || begins) segments.push([stretch]);
      else current.push(stretch);
    }
  }
  return segments;
}

function splitLiteral(text: string): string[] {
  const bounds = boundsOf(text);
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
}

function compileOpen([segment = [], ...after]: readonly Piece[][]): Open {
  const at = segment.findIndex(isOpen);
  return {
    alone: compilePattern(segment),
    first: compilePattern(segment.slice(0, at + 1), 0),
    last: compilePattern(segment.slice(at)),
    after: after.map((pieces) => compilePattern(pieces)),
  };
}
