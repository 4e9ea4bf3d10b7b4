import { isIP } from "node:net";
import type { Icon, IconTheme } from "../protocol/icons.js";
import type { Declared } from "./declared.js";
import { digest } from "./digest.js";
import { IconFault, namingIcon } from "./icon-fault.js";
import { type IconSpec, type ParsedSpec, parseIconSpec } from "./icon-spec.js";
import { type IconLimits, resolveLimits, SERVER_LIMITS } from "./limits.js";
import { entryOf, type IconManifest, type Manifested } from "./manifest.js";
import { isPublicAddress } from "./public-address.js";
import type { RasterEngine } from "./raster-engine.js";
import { identify, readIcon } from "./read-icon.js";
import { readSource } from "./read-source.js";
import { createSharpEngine } from "./sharp-engine.js";
import { makeVariants, type Variants } from "./variant.js";

/** How the icons of a server are prepared. */
export interface PrepareOptions {
  /** The folder that paths start from. Without it no file is ever read: icons set while a server runs have none. */
  readonly baseDir?: string;
  readonly limits?: Partial<IconLimits>;
  /** What was prepared ahead of time. With it nothing is decoded, and no image library is loaded. */
  readonly manifest?: IconManifest;
  /** What decodes images: sharp, in this process, unless given. `null` for none. */
  readonly engine?: RasterEngine | null;
  /** Loads remote icons and compares them with what is declared; without it their URLs alone are checked. */
  readonly verify?: boolean;
}

/** An icon that is ready to be published. */
export interface PreparedIcon extends Manifested {
  readonly theme: IconTheme | undefined;
  /** A remote icon as it is published; it has no variants. */
  readonly remote: Icon | undefined;
  /** What its author may want to know, such as parts of an SVG that were left out. */
  readonly notes: readonly string[];
}

/**
 * Takes one icon through all stages: source, bounds, magic bytes, what is declared, header, decoding or rebuilding,
 * and magic bytes again.
 * @throws {BlazonError} with a code that begins with `ERR_ICON_`.
 */
export async function prepareIcon(spec: IconSpec, options: PrepareOptions = {}): Promise<PreparedIcon> {
  const parsed = parseIconSpec(spec);
  const limits = resolveLimits(SERVER_LIMITS, options.limits);
  return namingIcon(parsed.label, () => prepare(parsed, { ...options, limits }));
}

/** Takes the icons of one owner through all stages. @throws {BlazonError} for the first that is refused. */
export async function prepareIcons(
  specs: readonly IconSpec[],
  options: PrepareOptions = {},
): Promise<readonly PreparedIcon[]> {
  return Promise.all(specs.map((spec) => prepareIcon(spec, options)));
}

interface Resolved extends PrepareOptions {
  readonly limits: IconLimits;
}

async function prepare(spec: ParsedSpec, options: Resolved): Promise<PreparedIcon> {
  const { source, label, theme } = spec;
  if (source.kind === "remote") return prepareRemote(spec, source.url, options);
  const { bytes, declared } = await readSource(source, options);
  const said = { ...declared, mimeType: spec.mimeType, sizes: spec.sizes };
  const key = digest(bytes);
  const { manifest, limits } = options;
  if (manifest === undefined) {
    return { source: key, label, theme, remote: undefined, ...(await make(bytes, said, options)) };
  }
  identify(bytes, said, limits);
  const { variants } = entryOf(manifest, key, label);
  return { source: key, label, theme, remote: undefined, variants, notes: [] };
}

async function make(bytes: Uint8Array, declared: Declared, { limits, engine }: Resolved): Promise<Variants> {
  const drawing = engine === undefined ? createSharpEngine() : (engine ?? NO_ENGINE);
  return makeVariants(readIcon(bytes, declared, limits), drawing, limits);
}

const NO_ENGINE: RasterEngine = {
  draw: () => Promise.reject(new IconFault("ERR_ICON_LIBRARY", "there is none here")),
};

/** Remote icons are checked by rule (ICON-02, ICON-09), and looked at where that is asked for. */
async function prepareRemote(spec: ParsedSpec, url: URL, options: Resolved): Promise<PreparedIcon> {
  const { label, theme, mimeType, sizes } = spec;
  checkHost(url);
  if (options.verify === true) await verifyRemote(spec, url, options);
  const remote: Icon = {
    src: url.href,
    ...(mimeType !== undefined && { mimeType }),
    ...(sizes !== undefined && { sizes }),
    ...(theme !== undefined && { theme }),
  };
  return { source: undefined, label, theme, remote, variants: [], notes: [] };
}

function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  const isHidden = isIP(host) === 0 ? /(?:^|\.)localhost$/.test(host) : !isPublicAddress(host);
  if (isHidden) throw new IconFault("ERR_ICON_FETCH", "its host is not public");
}

async function verifyRemote({ mimeType, sizes }: ParsedSpec, url: URL, { limits }: Resolved): Promise<void> {
  const { fetchBytes } = await import("./fetch-bytes.js"); // node:https costs every other server its start
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const { bytes, contentType } = await fetchBytes(url, { maxBytes: limits.maxBytes, signal }).catch(
    (error) => {
      if (!signal.aborted) throw error;
      throw new IconFault("ERR_ICON_TIME", `fetching took longer than ${limits.timeoutMs} ms`);
    },
  );
  readIcon(bytes, { mimeType, sizes, contentType }, limits);
}
