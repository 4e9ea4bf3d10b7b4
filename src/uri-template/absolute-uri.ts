const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const ABSOLUTE =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w\-.~:/?[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;

/** Whether the text is a URI with a scheme, made of the characters RFC 3986 allows (RES-25). */
export function isAbsoluteUri(text: string): boolean {
  return ABSOLUTE.test(text);
}

/** Whether a text, such as a URI template, begins with a scheme that is written out (RFC 3986 §3.1). */
export function hasScheme(text: string): boolean {
  return SCHEME.test(text);
}
