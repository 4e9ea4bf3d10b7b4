import { normalizeUri } from "./normalize.js";
import { TemplateError } from "./template-error.js";

/** The operator of an expression; empty for a simple one (RFC 6570 §2.2). */
export type Operator = "" | "+" | "#" | "." | "/" | ";" | "?" | "&";

/** One variable of an expression (RFC 6570 §2.3, §2.4). */
export interface Variable {
  readonly name: string;
  readonly explode: boolean;
  /** The most characters of the value that are expanded; undefined for all of them. */
  readonly prefix: number | undefined;
  /** Whether its text may span several segments: `{+x}`, `{/x*}`. */
  readonly open: boolean;
}

export interface Expression {
  /** As it is written, braces included. */
  readonly text: string;
  readonly operator: Operator;
  readonly variables: readonly Variable[];
}

/** RFC 6570 §2.1, with the apostrophe that erratum 6937 restores. */
const NOT_LITERAL = /[\p{Cc} "<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/u;
const EXPRESSION = /^\{([+#./;?&]?)([^{}]*)\}$/;
const VARIABLE = /^((?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3}))?$/;
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Literal text in the spelling that is matched. */
export function parseLiteral(text: string): string {
  const bad = NOT_LITERAL.exec(text)?.[0];
  if (bad !== undefined) throw new TemplateError(`${JSON.stringify(bad)} must be percent-encoded in ${text}`);
  const literal = normalizeUri(text);
  if (literal === undefined) throw new TemplateError(`${text} holds an escape that is no UTF-8`);
  return literal;
}

/** @param text one expression, with its braces. */
export function parseExpression(text: string): Expression {
  const [, operator, list] = EXPRESSION.exec(text) ?? [];
  if (list === undefined || list === "") throw new TemplateError(`the expression ${text} names no variable`);
  // The pattern lets nothing but an operator, or nothing, stand there.
  const known = operator as Operator;
  return {
    text,
    operator: known,
    variables: list.split(",").map((part) => parseVariable(part, known, text)),
  };
}

function parseVariable(part: string, operator: Operator, expression: string): Variable {
  const [, name, star, prefix] = VARIABLE.exec(part) ?? [];
  if (name === undefined) {
    throw new TemplateError(`${JSON.stringify(part)} in ${expression} is no variable (RFC 6570 §2.3)`);
  }
  if (PROTOTYPE_KEYS.has(name)) throw new TemplateError(`${expression}: ${name} cannot be a variable's name`);
  const explode = star !== undefined;
  const open = operator === "+" || (operator === "/" && explode);
  return { name, explode, prefix: prefix === undefined ? undefined : Number(prefix), open };
}
