import { Refusal } from "../errors/refusal.js";
import { type Caps, excessOfText, excessOfValue } from "../kernel/caps.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Answer, Exchange, Port, Reply, StreamExchange } from "../kernel/port.js";
import type { LegacyPort } from "../legacy/legacy-port.js";
import { findHttpRevision } from "../legacy/revisions.js";
import { HEADER } from "../protocol/headers.js";
import { isObject } from "../protocol/json.js";
import { isModernMeta } from "../protocol/meta.js";
import { isStateless } from "../protocol/revisions.js";

const INITIALIZE = "initialize";

/**
 * Chooses, message by message, who serves it (row 8; T-68). A message is of the stateless era by its `_meta`, or by
 * the version header; of the handshake era are `initialize`, and what comes in its session.
 */
export class EraPort implements Port {
  readonly visit?: NonNullable<Port["visit"]>;
  readonly #kernel: Kernel;
  readonly #legacy: LegacyPort;
  readonly #caps: Caps;

  constructor(kernel: Kernel, legacy: LegacyPort, caps: Caps) {
    this.#kernel = kernel;
    this.#legacy = legacy;
    this.#caps = caps;
    const { sessions } = legacy;
    if (sessions !== undefined) this.visit = (method, exchange) => sessions.visit(method, exchange);
  }

  /** The same as the kernel's own, and not through it: a request comes to its handler in as few frames. */
  receive(text: string, exchange: Exchange): Answer | Promise<Answer> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#kernel.refuse(new Refusal("ERR_WIRE_JSON"));
    }
    const excess = excessOfText(text, this.#caps);
    if (excess !== undefined) return this.#kernel.refuseExcess(message, excess, exchange);
    return this.#isHandshake(message, exchange)
      ? this.#serve(message, exchange)
      : this.#kernel.serve(message, exchange);
  }

  accept(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    const excess = excessOfValue(message, this.#caps);
    if (excess !== undefined) return this.#kernel.refuseExcess(message, excess, exchange);
    return this.#isHandshake(message, exchange)
      ? this.#serve(message, exchange)
      : this.#kernel.serve(message, exchange);
  }

  refuse(refusal: Refusal): Reply {
    return this.#kernel.refuse(refusal);
  }

  #isHandshake(message: unknown, { line, headers }: Exchange): boolean {
    const { id, method, params } = isObject(message) ? message : {};
    if (isObject(params) && isModernMeta(params._meta)) return false;
    const version = headers?.[HEADER.protocolVersion];
    if (isStateless(version)) return false;
    if (method === INITIALIZE && id !== undefined) return true;
    if (line !== null) return this.#legacy.has(line);
    if (headers?.[HEADER.session] !== undefined || findHttpRevision(version) !== undefined) return true;
    return this.#legacy.sessions === undefined && version === undefined;
  }

  #serve(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    const { line } = exchange;
    return line === null
      ? this.#legacy.post(message, exchange as StreamExchange) // what has no line is HTTP
      : this.#legacy.receive(message, line, exchange);
  }
}
