import { BlazonError } from "../errors/blazon-error.js";
import type { Icon } from "../protocol/icons.js";
import { writeDataUri } from "./data-uri.js";
import type { PreparedIcon } from "./prepare-icon.js";
import type { IconVariant } from "./variant.js";

/** How the icons of one list answer are published. */
export interface PublishOptions {
  /** The server's own `https:` URL, never taken from a request. With it icons are files, without it `data:` URIs. */
  readonly publicUrl?: string;
  /** Characters of `data:` URIs in one list answer; 65536 without it. */
  readonly budget?: number;
}

/** A file that is served beside the protocol. */
export interface IconFile {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The icons of one list answer. */
export interface Publication {
  /** For each owner, in the order given, what stands in its `icons`. */
  readonly icons: readonly (readonly Icon[])[];
  /** By their path, `/icons/<sha256>.<extension>`; empty without `publicUrl`. */
  readonly files: ReadonlyMap<string, IconFile>;
  /** Where not everything fits into the budget: a sentence for the log. */
  readonly warning: string | undefined;
}

const BUDGET = 64 * 1024;

/**
 * Publishes the icons of the owners that stand in one list answer (ICON-01): PNG first, and of a theme that has none
 * the rest as it is. Beyond the budget each owner keeps the smallest PNG of each theme alone.
 * @throws {BlazonError} `ERR_OPTION_INVALID` for a `publicUrl` that is not `https:`.
 */
export function publishIcons(
  owners: readonly (readonly PreparedIcon[])[],
  { publicUrl, budget = BUDGET }: PublishOptions = {},
): Publication {
  if (publicUrl !== undefined) return publishFiles(owners, originOf(publicUrl));
  const whole = owners.map((icons) => publish(icons, inline));
  const size = inlineLength(whole);
  if (size <= budget) return { icons: whole, files: new Map(), warning: undefined };
  const reduced = owners.map((icons) => publish(smallest(icons), inline));
  const warning =
    `The icons of one list take ${size} characters of at most ${budget}; only the smallest PNGs are sent, ` +
    `${inlineLength(reduced)} characters. Set publicUrl to serve icons as files`;
  return { icons: reduced, files: new Map(), warning };
}

function publishFiles(owners: readonly (readonly PreparedIcon[])[], origin: string): Publication {
  const files = new Map<string, IconFile>();
  const icons = owners.map((prepared) =>
    publish(prepared, ({ sha256, extension, bytes, mimeType }) => {
      const path = `/icons/${sha256}.${extension}`;
      files.set(path, { bytes, mimeType });
      return `${origin}${path}`;
    }),
  );
  return { icons, files, warning: undefined };
}

function originOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (url?.protocol === "https:") return url.origin;
  const fix = "Give the https: URL that clients use";
  throw new BlazonError("ERR_OPTION_INVALID", { option: "publicUrl", detail: "is no https: URL", fix });
}

function inline({ mimeType, bytes }: IconVariant): string {
  return writeDataUri(mimeType, bytes);
}

interface Entry {
  readonly icon: Icon;
  readonly isPng: boolean;
}

/** PNG first, whichever icon they are of: clients that take the first they find can show it (ICON-06). */
function publish(icons: readonly PreparedIcon[], srcOf: (variant: IconVariant) => string): Icon[] {
  const entries = icons.flatMap((prepared) => entriesOf(prepared, srcOf));
  const [first, rest] = [entries.filter(({ isPng }) => isPng), entries.filter(({ isPng }) => !isPng)];
  const seen = new Set<string>();
  return [...first, ...rest]
    .map(({ icon }) => icon)
    .filter(({ src, theme }) => {
      const key = `${theme} ${src}`;
      return !seen.has(key) && seen.add(key);
    });
}

function entriesOf(
  { remote, variants, theme }: PreparedIcon,
  srcOf: (variant: IconVariant) => string,
): Entry[] {
  if (remote !== undefined) return [{ icon: remote, isPng: remote.mimeType === "image/png" }];
  return variants.map((variant) => {
    const { mimeType, size } = variant;
    const icon = { src: srcOf(variant), mimeType, sizes: [size], ...(theme !== undefined && { theme }) };
    return { icon, isPng: mimeType === "image/png" };
  });
}

/** Remote icons take no room worth saving. */
function smallest(icons: readonly PreparedIcon[]): PreparedIcon[] {
  const remote = icons.filter((icon) => icon.remote !== undefined);
  const themes = [...new Set(icons.map(({ theme }) => theme))];
  const kept = themes.flatMap((theme) => {
    const own = icons.filter((icon) => icon.theme === theme && icon.remote === undefined);
    const candidates = own.flatMap((icon) =>
      icon.variants.map((variant) => ({ ...icon, variants: [variant] })),
    );
    return candidates.sort((a, b) => weightOf(a) - weightOf(b)).slice(0, 1);
  });
  return [...kept, ...remote];
}

/** Any PNG comes before anything else. */
function weightOf({ variants }: PreparedIcon): number {
  const [variant] = variants;
  if (variant === undefined) return Number.POSITIVE_INFINITY;
  return variant.bytes.length + (variant.mimeType === "image/png" ? 0 : 1e9);
}

function inlineLength(icons: readonly (readonly Icon[])[]): number {
  const inlined = icons.flat().filter(({ src }) => src.startsWith("data:"));
  return inlined.reduce((total, { src }) => total + src.length, 0);
}
