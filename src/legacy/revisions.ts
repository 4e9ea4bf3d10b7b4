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

/**
 * The revision a client asked for, else the newest with a handshake, and never a stateless one (LEG-06, T-71). The
 * oldest has a transport of its own on HTTP, which is not served, so there it is none that is in common.
 */
export function negotiate(requested: unknown, overHttp: boolean): Revision {
  const find = overHttp ? findHttpRevision : findRevision;
  return find(requested) ?? REVISION_2025_11_25;
}

/** The revision that HTTP serves under this version. */
export function findHttpRevision(version: unknown): Revision | undefined {
  return version === REVISION_2024_11_05.version ? undefined : findRevision(version);
}

/** The versions that HTTP serves. */
export const HTTP_VERSIONS = REVISIONS.filter((revision) => revision !== REVISION_2024_11_05)
  .map(({ version }) => version)
  .join(", ");

function findRevision(version: unknown): Revision | undefined {
  return REVISIONS.find((revision) => revision.version === version);
}
