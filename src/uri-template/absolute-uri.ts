const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const CHARACTER = "(?:[\\w\\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})";
/** Brackets stand around an address after `//`, and nowhere else (RFC 3986 §3.2.2). */
const IP_LITERAL = "(?://(?:[\\w\\-.~!$&'()*+,;=:]*@)?\\[[0-9A-Fa-fv:.]+\\](?::\\d*)?(?=[/?#]|$))?";
const ABSOLUTE = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:${IP_LITERAL}${CHARACTER}*(?:#${CHARACTER}*)?$`);

/** Whether the text is a URI with a scheme, made of the characters RFC 3986 allows (RES-25). */
export function isAbsoluteUri(text: string): boolean {
  return ABSOLUTE.test(text);
}

/** Whether a text, such as a URI template, begins with a scheme that is written out (RFC 3986 §3.1). */
export function hasScheme(text: string): boolean {
  return SCHEME.test(text);
}
