/** A URI that a template would match, but whose text must not reach a handler. A value, not an exception. */
export class Malformed {
  constructor(
    /** What is wrong, in words that may be shown to the client. */
    readonly detail: string,
  ) {}
}

const CONTROL = /\p{Cc}/u;
const SEPARATOR = /[/\\]/;

/**
 * Decodes the text of a variable, exactly once, and screens what came out: no control characters, and no
 * `..` between slashes or backslashes (RES-22). `%252e` decodes to the harmless text `%2e`.
 */
export function decodeVariable(raw: string): string | Malformed {
  const value = raw.includes("%") ? decodeURIComponent(raw) : raw;
  if (CONTROL.test(value)) return new Malformed("the URI holds a control character");
  if (value.includes("..") && value.split(SEPARATOR).includes("..")) {
    return new Malformed("the URI holds a path segment ..");
  }
  return value;
}
