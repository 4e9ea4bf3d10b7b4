import type { Refusal } from "../errors/refusal.js";
import type { AskOptions, Asks, InputRequired } from "../handler/asks.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { LoggingLevel } from "../protocol/logging-levels.js";
import type { Ask } from "./ask.js";

/** The request that asks, as a conversation sees it. */
export interface AskingRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** `Tickets.close_ticket`, for messages. */
  readonly member: string;
  /** Whether answers that nobody asked for count as none, where an ask does not say so itself. */
  readonly solicited: boolean;
  readonly signal: AbortSignal;
  /** True once the client told the request to stop, or it was answered. */
  readonly over: boolean;
  /** Who calls; undefined where nobody is known. May throw. */
  principal(): string | undefined;
  can(capability: CapabilityPath): boolean;
  /** To the server's log alone. */
  note(level: LoggingLevel, fields: JsonObject, message: string): void;
}

/** How a handler came to its end: with a value, or with something it threw. */
export type Ending = { readonly value: unknown } | { readonly thrown: unknown };

/** A result that asks, before it is stamped. A class, so that no handler can make one by accident. */
export class InputRequiredResult {
  constructor(
    readonly inputRequests: JsonObject | undefined,
    readonly requestState: string,
  ) {}

  /** The members of the result; it has no caching hints (MRTR-04). */
  get members(): JsonObject {
    const { inputRequests, requestState } = this;
    return { resultType: "input_required", ...(inputRequests && { inputRequests }), requestState };
  }
}

/** How one request talks with its client while it is served. */
export interface Conversation extends Asks {
  /** Any ask, under a key that is unique within the run. `make` says what is asked, or throws what is wrong with it. */
  ask<Answer>(key: string, make: () => Ask<Answer>, options?: AskOptions): Promise<Answer>;
  /** What the client answered so far, by key, for the explicit style. */
  readonly responses: Readonly<Record<string, JsonObject>>;
  /** What the explicit style kept of the round before. */
  readonly state: unknown;
  /**
   * What the handler's end comes to. Undefined where its own value or error is the answer.
   * @throws {BlazonError} for a wrong use of asks, whatever the handler made of it.
   */
  conclude(ending: Ending): Promise<InputRequiredResult> | undefined;
  /** The round that a handler ended by hand. */
  demand(required: InputRequired): Promise<InputRequiredResult>;
}

/** Where the conversations of a server come from. */
export interface ConversationSource {
  /** The first round of a call. */
  begin(request: AskingRequest): Conversation;
  /** The round that a request brings answers or a state for. */
  resume(request: AskingRequest): Conversation | Refusal | Promise<Conversation | Refusal>;
}
