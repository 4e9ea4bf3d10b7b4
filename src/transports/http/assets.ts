import { Refusal } from "../../errors/refusal.js";
import type { Admission, Arrival } from "./admission.js";

/** A file that is served beside the protocol. */
export interface Asset {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The file of a path, which is named for its bytes and never stands for others; undefined where there is none. */
export type FindAsset = (path: string) => Asset | undefined;

const FOLDER = "/icons/";

/** True for paths that belong to files, whether there is one or not. */
export function isAssetPath(path: string): boolean {
  return path.startsWith(FOLDER);
}

/** Which hosts are served, and what is there. */
export interface AssetRules {
  readonly admission: Admission;
  readonly assets: FindAsset | undefined;
}

/** A whole response; the body stays away from the answer to a HEAD. */
export interface AssetResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** What is logged of it. */
  readonly refusal?: Refusal;
}

/** A request for a file, before anything of the protocol is looked at. */
export interface AssetRequest extends Arrival {
  readonly method: string | undefined;
  readonly path: string;
}

const PUBLIC = {
  "cache-control": "public, max-age=31536000, immutable",
  "access-control-allow-origin": "*", // anybody may show it, and it says nothing of who asks
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; sandbox", // opened as a page, an SVG runs and loads nothing
  "x-content-type-options": "nosniff",
};

/**
 * Serves a file: to any origin, but only under a host that is served (rows 1 and 2 of the ladder). None of what is
 * asked of messages is asked here.
 */
export function serveAsset({ admission, assets }: AssetRules, request: AssetRequest): AssetResponse {
  const foreign = admission.checkHost(request);
  if (foreign !== undefined) return plain(403, foreign.message, { refusal: foreign });
  const asset = assets?.(request.path);
  if (asset === undefined) {
    const refusal = new Refusal("ERR_HTTP_PATH");
    return plain(404, refusal.message, { refusal });
  }
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "Method not allowed", { headers: { allow: "GET, HEAD" } });
  const { bytes, mimeType } = asset;
  const own = { "content-type": mimeType, "content-length": String(bytes.length) };
  return { status: 200, headers: { ...own, ...PUBLIC }, body: bytes };
}

function plain(
  status: number,
  text: string,
  { headers, refusal }: { readonly headers?: Readonly<Record<string, string>>; readonly refusal?: Refusal },
): AssetResponse {
  const own = { "content-type": "text/plain; charset=utf-8", "content-length": String(text.length) };
  return {
    status,
    headers: { ...own, "cache-control": "no-store", ...headers },
    body: text,
    ...(refusal !== undefined && { refusal }),
  };
}
