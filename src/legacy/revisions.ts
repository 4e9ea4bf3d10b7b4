import type { Revision } from "./revision.js";
import { REVISION_2024_11_05 } from "./revision-2024-11-05.js";
import { REVISION_2025_03_26 } from "./revision-2025-03-26.js";
import { REVISION_2025_06_18 } from "./revision-2025-06-18.js";
import { REVISION_2025_11_25 } from "./revision-2025-11-25.js";

/** The revisions that open with `initialize`, newest first. */
const REVISIONS: readonly Revision[] = [
  REVISION_2025_11_25,
  REVISION_2025_06_18,
  REVISION_2025_03_26,
  REVISION_2024_11_05,
];

/** What a client without the version header speaks (LEG-09). */
export const ASSUMED_VERSION = REVISION_2025_03_26.version;

export function findRevision(version: unknown): Revision | undefined {
  return REVISIONS.find((revision) => revision.version === version);
}

/**
 * The revision a client asked for, else the newest with a handshake, and never a stateless one (LEG-06, T-71). The
 * oldest has a transport of its own on HTTP, which is not served, so there it is none that is in common.
 */
export function negotiate(requested: unknown, overHttp: boolean): Revision {
  const found = findRevision(requested);
  const isServed = found !== undefined && !(overHttp && found === REVISION_2024_11_05);
  return isServed ? found : REVISION_2025_11_25;
}

/** The versions that HTTP serves without a session, for messages. */
export const HANDSHAKE_VERSIONS = REVISIONS.map(({ version }) => version).join(", ");
