import { type Expression, parseExpression, parseLiteral } from "./expression.js";
import { compileRoutes, type Route } from "./route.js";
import { TemplateError } from "./template-error.js";

/** A URI template that was read once, at boot. */
export interface Template {
  readonly text: string;
  /** The variables' names, in the order of the template. */
  readonly names: readonly string[];
  /** The forms of URI the template stands for: one, and another for each part that may be left out. */
  readonly routes: readonly Route[];
}

/**
 * Reads a URI template (RFC 6570, levels 1 to 4; RES-07).
 *
 * Templates are matched and not only expanded, so some that RFC 6570 allows are refused: where one variable
 * ends and the next begins must be told by something literal between them, one variable at most spans
 * segments (`{+x}`, `{/x*}`), no name stands twice, and a query, a parameter list or a fragment ends the
 * template and is not exploded.
 *
 * @throws {TemplateError} saying what is wrong.
 */
export function parseTemplate(text: string): Template {
  const parts = splitTemplate(text);
  const names = parts.flatMap((part) =>
    typeof part === "string" ? [] : part.variables.map(({ name }) => name),
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TemplateError(`the variable ${twice} stands twice in ${text}`);
  return { text, names, routes: compileRoutes(text, parts) };
}

function splitTemplate(text: string): (string | Expression)[] {
  const parts: (string | Expression)[] = [];
  for (const [part] of text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (part === "{" || part === "}") throw new TemplateError(`a brace without its partner in ${text}`);
    parts.push(part.startsWith("{") ? parseExpression(part) : parseLiteral(part));
  }
  return parts;
}
