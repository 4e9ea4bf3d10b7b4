import type { Stamp } from "../kernel/stamp.js";
import type { Target } from "../kernel/target.js";
import type { ServerCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import { SUPPORTED_REVISIONS } from "../protocol/revisions.js";

export interface DiscoverOptions {
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
  readonly hints: CacheHints;
  readonly stamp: Stamp;
}

/** `server/discover`: one page, known at boot (DISC-01 to DISC-06). */
export function discoverTarget({ capabilities, instructions, hints, stamp }: DiscoverOptions): Target {
  const result: JsonObject = {
    supportedVersions: SUPPORTED_REVISIONS,
    capabilities,
    ...(instructions !== undefined && { instructions }),
    ...hints,
  };
  const page = stamp.page(result);
  return { member: "server/discover", requires: [], headers: [], run: () => page };
}
