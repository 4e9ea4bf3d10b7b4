import { BlazonError } from "../errors/blazon-error.js";
import type { IconTheme } from "../protocol/icons.js";
import { type FetchRules, fetchBytes } from "./fetch-bytes.js";
import { IconFault, namingIcon } from "./icon-fault.js";
import { type ParsedSpec, parseIconSpec } from "./icon-spec.js";
import { type RefusedIcon, verdictOf } from "./inspect-icon.js";
import { CONSUMER_LIMITS, resolveLimits } from "./limits.js";
import { readGiven } from "./read-source.js";
import { type CleanIcon, cleanBytes, type SanitizeOptions } from "./sanitize-icon.js";

/** How a host loads the icons of a server. */
export interface FetchIconOptions extends Omit<SanitizeOptions, "mimeType"> {
  /** The URL of the server that offered the icon, of which the origin counts. Without it only `data:` is loaded. */
  readonly serverOrigin?: string | URL;
  /** Other origins whose icons are loaded, such as that of a server's images (ICON-14). */
  readonly trustedOrigins?: readonly string[];
  /** Milliseconds for resolving, connecting and reading; 5000 without it. */
  readonly fetchTimeoutMs?: number;
  /** Which addresses are dialed although they are not public. */
  readonly allowAddress?: (address: string) => boolean;
  /** Certificate authorities in PEM, instead of those Node trusts. */
  readonly ca?: string;
}

/** A clean icon, and the background it is for. */
export interface FetchedIcon extends CleanIcon {
  readonly theme?: IconTheme;
}

const FETCH_TIMEOUT_MS = 5000;

/**
 * Loads one icon of a server, by the rules for those who show icons (ICON-08 to ICON-17): `https:` of the server's
 * own origin and `data:` alone; no cookies or credentials; redirects within the origin; public addresses, and of
 * those the one that was checked; bounded in bytes, time, pixels and frames; compared with its declared type; decoded
 * in a process of its own; made anew.
 * @param icon One entry of `icons` as the server sent it, whatever it is.
 * @throws {BlazonError} with a code that begins with `ERR_ICON_`; and what the signal was aborted with.
 */
export async function fetchIcon(icon: unknown, options: FetchIconOptions): Promise<FetchedIcon> {
  return fetchIconBy(icon, options, {});
}

/** What tests put in the place of the network's own. */
export type FetchParts = Pick<FetchRules, "resolve">;

export async function fetchIconBy(
  icon: unknown,
  options: FetchIconOptions,
  parts: FetchParts,
): Promise<FetchedIcon> {
  const spec = parseIconSpec(onTheWire(icon));
  return namingIcon(spec.label, async () => {
    const { bytes, contentType } = await load(spec, options, parts);
    const declared = { mimeType: spec.mimeType, contentType };
    const clean = await cleanBytes(bytes, declared, options);
    return { ...clean, ...(spec.theme !== undefined && { theme: spec.theme }) };
  });
}

/** An icon that was loaded, or why it was not. */
export type FetchOutcome = ({ readonly ok: true } & FetchedIcon) | RefusedIcon;

/**
 * Loads a list of icons, whatever a server sent in its place; one that is refused leaves the others alone (ICON-08).
 * One after the other, so that no server makes its host start a process for each at once.
 * @returns An outcome for each of the first 16 entries.
 */
export async function fetchIcons(
  icons: unknown,
  options: FetchIconOptions,
): Promise<readonly FetchOutcome[]> {
  const outcomes: FetchOutcome[] = [];
  for (const icon of Array.isArray(icons) ? icons.slice(0, MOST_ICONS) : []) {
    outcomes.push(await fetchIcon(icon, options).then((fetched) => ({ ok: true, ...fetched }), verdictOf));
  }
  return outcomes;
}

/** Of a list longer than this nobody shows the rest. */
const MOST_ICONS = 16;

/** A server sends an object with a text as `src`; a bare text, bytes or URL object are for authors alone. */
function onTheWire(icon: unknown): unknown {
  const isIcon = typeof icon === "object" && icon !== null && "src" in icon && typeof icon.src === "string";
  return isIcon ? icon : {};
}

async function load({ source }: ParsedSpec, options: FetchIconOptions, parts: FetchParts) {
  const limits = resolveLimits(CONSUMER_LIMITS, options.limits);
  if (source.kind !== "remote") return readGiven(source, limits);
  checkOrigin(source.url, options);
  const { fetchTimeoutMs = FETCH_TIMEOUT_MS, signal, allowAddress, ca } = options;
  const deadline = AbortSignal.timeout(fetchTimeoutMs);
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  try {
    return await fetchBytes(source.url, {
      maxBytes: limits.maxBytes,
      signal: either,
      allowAddress,
      ca,
      ...parts,
    });
  } catch (error) {
    if (!deadline.aborted || signal?.aborted) throw error;
    throw new IconFault("ERR_ICON_TIME", `fetching took longer than ${fetchTimeoutMs} ms`);
  }
}

function checkOrigin({ origin }: URL, { serverOrigin, trustedOrigins = [] }: FetchIconOptions): void {
  const server = serverOrigin === undefined ? [] : [originOf("serverOrigin", serverOrigin)];
  const trusted = trustedOrigins.map((url) => originOf("trustedOrigins", url));
  if ([...server, ...trusted].includes(origin)) return;
  throw new IconFault("ERR_ICON_FETCH", "its origin is not the server's");
}

function originOf(option: string, url: string | URL): string {
  const text = String(url);
  if (URL.canParse(text)) return new URL(text).origin;
  const fix = "Give a URL such as https://example.com";
  throw new BlazonError("ERR_OPTION_INVALID", { option, detail: "is no URL", fix });
}
