import type { RequestContext } from "../handler/request-context.js";
import { type Logger, logAt } from "../logging/logger.js";
import type { AskingRequest } from "../mrtr/conversation.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { LoggingLevel } from "../protocol/logging-levels.js";

/** Who asks. */
export interface Asker {
  /** `Tickets.close_ticket`. */
  readonly member: string;
  /** Whether answers that nobody asked for count as none; they do not where it is absent (T-61). */
  readonly solicited?: boolean;
}

/** What a conversation needs of a server. */
export interface AskingServices {
  readonly logger: Logger;
  /** Who calls, as far as the server knows; undefined for nobody. */
  principalOf(context: RequestContext): string | undefined;
}

/** A request that can be over before its handler is. */
interface Request extends RequestContext {
  readonly over: boolean;
}

/** A request as its conversation sees it; made when something is asked. */
export class Asking implements AskingRequest {
  readonly params: JsonObject;
  readonly #context: Request;
  readonly #asker: Asker;
  readonly #services: AskingServices;

  constructor(
    context: Request,
    { asker, params }: { readonly asker: Asker; readonly params: JsonObject },
    services: AskingServices,
  ) {
    this.params = params;
    this.#context = context;
    this.#asker = asker;
    this.#services = services;
  }

  get method(): string {
    return this.#context.method;
  }

  get member(): string {
    return this.#asker.member;
  }

  get solicited(): boolean {
    return this.#asker.solicited ?? false;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get over(): boolean {
    return this.#context.over;
  }

  can(capability: CapabilityPath): boolean {
    return this.#context.client.can(capability);
  }

  principal(): string | undefined {
    return this.#services.principalOf(this.#context);
  }

  note(level: LoggingLevel, fields: JsonObject, message: string): void {
    const { id, method } = this.#context;
    const { member } = this;
    logAt(this.#services.logger, level, { request: id, method, member, ...fields }, message);
  }
}
