import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";

/** How the messages of one client reach its server, and what came back. */
export interface Link {
  /** Every frame that came so far, in order. */
  readonly frames: readonly JsonObject[];
  /** Sends one message; resolves with the frame it is answered with, or undefined where none comes. */
  send(message: unknown): Promise<JsonObject | undefined>;
  /** Tells the server to stop a request. */
  cancel(id: RequestId, reason?: string): void;
  close(): void | Promise<void>;
}

/** Told of every frame as it comes. */
export type OnFrame = (frame: JsonObject) => void;
