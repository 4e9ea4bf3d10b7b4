import { isObject } from "../protocol/json.js";
import { type Change, isChange } from "../subscriptions/change.js";

/** Said of a channel whose single changes are no longer known: any of them may have happened. */
export const EVERYTHING = "everything";

/** What one bus tells the others on a channel. */
export type Said = Change | typeof EVERYTHING;

export interface Message {
  /** The bus that says it, which knows it already. */
  readonly from: string;
  readonly change: Said;
}

/** What came on a channel; undefined where no bus wrote it, since anybody may write to a Redis. */
export function parseMessage(text: string): Message | undefined {
  const message = parse(text);
  if (!isObject(message) || typeof message.from !== "string") return undefined;
  const { from, change } = message;
  return change === EVERYTHING || isChange(change) ? { from, change } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
