import { findPropertyKind } from "./svg-allow-list.js";
import { findCleanValue } from "./svg-values.js";

/** One declaration of a `style` attribute. */
export interface Declaration {
  readonly property: string;
  /** Clean; undefined where it is left out. */
  readonly value: string | undefined;
}

/**
 * Reads a `style` attribute as far as it says what presentation attributes could say; undefined for one with anything
 * that CSS reads in two ways (escapes, comments, text in quotes, blocks), which is left out as a whole.
 */
export function findDeclarations(style: string): Declaration[] | undefined {
  if (/[\\"'{}@<>]|\/\*/.test(style)) return undefined;
  return style
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseDeclaration);
}

function parseDeclaration(part: string): Declaration {
  const colon = part.indexOf(":");
  const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const kind = findPropertyKind(property);
  const value = part.slice(colon + 1).replace(/\s*!important$/i, "");
  return { property, value: kind === undefined ? undefined : findCleanValue(kind, value) };
}
