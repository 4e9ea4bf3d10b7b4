import { fileURLToPath } from "node:url";

/** The same tool, three times. */
export interface Contestant {
  readonly name: string;
  readonly http: string;
  readonly stdio: string;
}

function at(name: string, http: string, stdio: string): Contestant {
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  return { name, http: file(http), stdio: file(stdio) };
}

export const BLAZON = at("Blazon", "./server-http.js", "./server-stdio.js");
/** The same without the handshake revisions. */
export const ALONE = at("legacy: off", "./server-http-alone.js", "./server-stdio-alone.js");
export const SDK = at("official SDK", "./anchors/sdk-http.js", "./anchors/sdk-stdio.js");
export const BY_HAND = at("by hand", "./anchors/by-hand-http.js", "./anchors/by-hand-stdio.js");
export const CONTESTANTS: readonly Contestant[] = [SDK, BY_HAND, BLAZON];
