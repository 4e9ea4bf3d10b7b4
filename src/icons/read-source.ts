import { open, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkBytes } from "./bounds.js";
import { parseDataUri } from "./data-uri.js";
import type { Declared } from "./declared.js";
import { IconFault } from "./icon-fault.js";
import type { ParsedSource } from "./icon-spec.js";
import type { IconLimits } from "./limits.js";

/** The bytes of an icon, and what its source says they are. */
export interface SourceBytes {
  readonly bytes: Uint8Array;
  readonly declared: Declared;
}

/** What sources are read with. */
export interface SourceOptions {
  /** The folder that paths start from. Without it no file is ever read. */
  readonly baseDir?: string | undefined;
  readonly limits: IconLimits;
}

/** Any source but a remote one, which `fetchBytes` reads. */
export type LocalSource = Exclude<ParsedSource, { kind: "remote" }>;

/** Reads a source, and never more of it than the limit. @throws {IconFault} `ERR_ICON_SOURCE` or `ERR_ICON_BOUNDS`. */
export async function readSource(source: LocalSource, options: SourceOptions): Promise<SourceBytes> {
  const { limits } = options;
  if (source.kind === "file") return readFile(source.path, options);
  const { bytes, contentType } = readGiven(source, limits);
  return { bytes, declared: { contentType } };
}

/** What needs neither a file nor the network. @throws {IconFault} `ERR_ICON_SOURCE` for what does. */
export function readGiven(
  source: ParsedSource,
  limits: IconLimits,
): { bytes: Uint8Array; contentType?: string } {
  if (source.kind === "bytes") return source;
  if (source.kind === "data") return parseDataUri(source.uri, limits);
  throw unreadable("it is neither bytes nor a data: URI");
}

async function readFile(path: string | URL, { baseDir, limits }: SourceOptions): Promise<SourceBytes> {
  if (baseDir === undefined) throw unreadable("no files are read here");
  const file = path instanceof URL ? toPath(path) : resolve(baseDir, path);
  try {
    // A pipe or device would keep its reader waiting.
    const { size } = await stat(file).then((found) => (found.isFile() ? found : Promise.reject(found)));
    checkBytes(size, limits);
    return {
      bytes: await readUpTo(file, limits.maxBytes + 1),
      declared: { extension: extname(file).slice(1) },
    };
  } catch (error) {
    if (error instanceof IconFault) throw error;
    throw new IconFault("ERR_ICON_SOURCE", `no file can be read there${reasonOf(error)}`, { cause: error });
  }
}

async function readUpTo(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function toPath(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new IconFault("ERR_ICON_SOURCE", "its file: URL names no file of this machine", { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}

function unreadable(detail: string): IconFault {
  return new IconFault("ERR_ICON_SOURCE", detail);
}
