import type { ClientCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { Implementation } from "../protocol/results.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";
import type { Answers } from "./answers.js";
import type { Listening } from "./listening.js";

/** What one request says besides its params. */
export interface RequestOptions {
  /** Merged into `_meta`, such as `{ progressToken: 1 }`. */
  readonly meta?: JsonObject;
  /**
   * What this request declares, in place of what the client does. A client of a handshake revision declares everything
   * when it connects, and refuses this.
   */
  readonly capabilities?: ClientCapabilities;
  /** Aborting it cancels the request, as a client does; the call then rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** How a client presents itself, and answers. */
export interface Presentation {
  readonly capabilities?: ClientCapabilities;
  readonly clientInfo?: Implementation;
  readonly answers?: Answers;
  readonly resend?: "every-round";
}

/** How a client and its server talk in one revision. */
export interface Talk {
  /** What the server says of itself. */
  discover(options: RequestOptions): Promise<JsonObject>;
  /** With answers, to its end, whatever is asked on the way. */
  request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject>;
  listen(filter: SubscriptionFilter, options: RequestOptions): Promise<Listening>;
  /** Every frame that comes. */
  hear(frame: JsonObject): void;
  close(): void;
}

/** A client that can answer everything. */
const EVERY_ASK: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

export function capabilitiesOf({ capabilities, answers }: Presentation): ClientCapabilities {
  return capabilities ?? (answers === undefined ? {} : EVERY_ASK);
}

export function clientInfoOf({ clientInfo }: Presentation): Implementation {
  return clientInfo ?? { name: "blazon-testing", version: "1.0.0" };
}
