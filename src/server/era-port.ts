import type { Refusal } from "../errors/refusal.js";
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
/** Of the members by which a message is of the stateless era. */
const MODERN = '"io.modelcontextprotocol/';

/**
 * Chooses, message by message, who serves it (row 8; T-68). A message is of the stateless era by its `_meta`, or by
 * the version header; of the handshake era are `initialize`, and what comes in its session. Nearly every message of
 * the stateless era is known for one without being read.
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

  receive(text: string, exchange: Exchange): Answer | Promise<Answer> {
    if (this.#isModern(text, exchange) || excessOfText(text, this.#caps) !== undefined)
      return this.#kernel.receive(text, exchange);
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#kernel.receive(text, exchange);
    }
    return this.#isHandshake(message, exchange)
      ? this.#serve(message, exchange)
      : this.#kernel.receive(text, exchange);
  }

  accept(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    if (namesModern(exchange) || excessOfValue(message, this.#caps) !== undefined)
      return this.#kernel.accept(message, exchange);
    return this.#isHandshake(message, exchange)
      ? this.#serve(message, exchange)
      : this.#kernel.accept(message, exchange);
  }

  refuse(refusal: Refusal): Reply {
    return this.#kernel.refuse(refusal);
  }

  /** Without being read; what names neither era in so many letters is read. */
  #isModern(text: string, exchange: Exchange): boolean {
    const { line } = exchange;
    if (line === null) return namesModern(exchange);
    return !this.#legacy.has(line) && text.includes(MODERN) && !text.includes(INITIALIZE);
  }

  #isHandshake(message: unknown, { line, headers }: Exchange): boolean {
    const { id, method, params } = isObject(message) ? message : {};
    if (isObject(params) && isModernMeta(params._meta)) return false;
    if (method === INITIALIZE && id !== undefined) return true;
    if (line !== null) return this.#legacy.has(line);
    const version = headers?.[HEADER.protocolVersion];
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

function namesModern({ headers }: Exchange): boolean {
  return isStateless(headers?.[HEADER.protocolVersion]);
}
