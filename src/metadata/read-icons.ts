import type { Problems, Where } from "../errors/boot-error.js";
import { ANY, findOptionFaults, type OptionRules } from "../errors/option-rules.js";
import type { IconDescription, IconSpec } from "../icons/icon-spec.js";
import { isObject } from "../protocol/json.js";
import type { IconsDefinition } from "./definition.js";
import { fileOf } from "./place.js";
import type { Stack } from "./record.js";

/** Their values are checked where icons are prepared. */
const ICON: OptionRules<IconDescription> = {
  src: { ...ANY, isRequired: true },
  mimeType: ANY,
  sizes: ANY,
  theme: ANY,
};

/** Where icons were given. */
export interface IconsGiven extends Where {
  readonly stack: Stack;
}

/** The icons somebody gave; undefined where nobody did. Adds `ERR_OPTION_INVALID` for a misspelled member. */
export function readIcons(
  icons: unknown,
  { member, place, stack }: IconsGiven,
  problems: Problems,
): IconsDefinition | undefined {
  if (icons === undefined) return undefined;
  const given: readonly unknown[] = Array.isArray(icons) ? icons : [icons];
  const specs = given.filter((icon, index): icon is IconSpec => {
    const of = Array.isArray(icons) ? `icons[${index}]` : "icons";
    return isSpelled(icon, of, { member, place }, problems);
  });
  return Object.freeze({ member, place, file: fileOf(stack), specs: Object.freeze(specs) });
}

/** Only what describes an icon has members that can be misspelled. */
function isSpelled(icon: unknown, of: string, where: Where, problems: Problems): boolean {
  if (!isObject(icon) || icon instanceof URL || icon instanceof Uint8Array) return true;
  const faults = findOptionFaults({ options: icon, rules: ICON, of, prefix: `${of}.` });
  for (const { details } of faults) problems.add("ERR_OPTION_INVALID", where, details);
  return faults.length === 0;
}
