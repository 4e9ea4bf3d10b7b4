import type { Watch } from "../handler/watch.js";

/** Something whose changes somebody else notices. */
export interface WatchSource {
  /** `TicketResource.changes`, for the log. */
  readonly member: string;
  start(watch: Watch): unknown;
}
