import type { PreparedIcon, PrepareOptions } from "../icons/prepare-icon.js";
import { isObject } from "../protocol/json.js";
import { kindOf, outputError } from "./output-error.js";

/** How many icons one answer may hold: each may have to be decoded. */
const MOST_ICONS = 500;

type Prepare = (icon: unknown) => Promise<PreparedIcon>;

/**
 * Icons that a handler gives while it runs, in links and listed resources: they leave the server the way those of its
 * boot do, but as `data:` URIs in any case, since another replica has no file of them. Paths are not read. Whatever has
 * no icons, which is nearly everything, is given back at once.
 *
 * @throws {BlazonError} `ERR_OUTPUT_INVALID` for what is no list of icons, and with a code that begins with `ERR_ICON_`.
 */
export function withPreparedIcons<T extends object>(
  holders: readonly T[],
  member: string,
  budget?: number,
): readonly T[] | Promise<readonly T[]> {
  return holders.some((holder) => iconsOf(holder) !== undefined)
    ? prepareAll(holders, member, budget)
    : holders;
}

async function prepareAll<T extends object>(
  holders: readonly T[],
  member: string,
  budget: number | undefined,
): Promise<readonly T[]> {
  const given = holders.map((holder) => listOf(iconsOf(holder), member));
  const count = given.reduce((total, icons) => total + (icons?.length ?? 0), 0);
  if (count > MOST_ICONS) throw outputError(member, `it has ${count} icons of at most ${MOST_ICONS}`);
  const { prepareIcon, publishIcons } = await import("../icons/server-stages.js");
  const prepare = remembering((icon) => prepareIcon(icon as Parameters<typeof prepareIcon>[0], NO_FILES)); // the first stage checks its form
  const prepared = await Promise.all(given.map((icons = []) => Promise.all(icons.map(prepare))));
  const { icons } = publishIcons(prepared, budget === undefined ? {} : { budget });
  return holders.map((holder, index) =>
    given[index] === undefined ? holder : { ...holder, icons: icons[index] ?? [] },
  );
}

/** Without a folder to start from no file is read. */
const NO_FILES: PrepareOptions = {};

function iconsOf(holder: object): unknown {
  return "icons" in holder ? holder.icons : undefined;
}

function listOf(icons: unknown, member: string): readonly unknown[] | undefined {
  if (icons === undefined || Array.isArray(icons)) return icons;
  throw outputError(member, `icons is ${kindOf(icons)}, and no list of icons`);
}

const MOST_KNOWN = 100;
const LONGEST_KNOWN = 32_768;
const known = new Map<string, Promise<PreparedIcon>>();

/** Handlers mostly give the same few icons: what was prepared lately is not prepared again. */
function remembering(prepare: Prepare): Prepare {
  return (icon) => {
    if (!isObject(icon) || typeof icon.src !== "string" || icon.src.length > LONGEST_KNOWN)
      return prepare(icon);
    const { src, mimeType, sizes, theme } = icon;
    const key = JSON.stringify([src, mimeType, sizes, theme]);
    const before = known.get(key);
    known.delete(key);
    const prepared = before ?? prepare(icon);
    known.set(key, prepared);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    prepared.catch(() => known.delete(key));
    return prepared;
  };
}
