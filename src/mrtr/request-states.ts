import { BlazonError } from "../errors/blazon-error.js";
import { Refusal } from "../errors/refusal.js";
import { type Logger, logAt } from "../logging/logger.js";
import type { JsonObject } from "../protocol/json.js";
import { digestOf } from "./canonical.js";
import { type Journal, largestEntry, readJournal, writeJournal } from "./journal.js";
import type { KeyRing } from "./key-ring.js";
import type { ReplayGuard } from "./replay-guard.js";
import { Sealer } from "./sealer.js";

/** The longest request state, in characters, on its way out and in. */
export const MAX_STATE_LENGTH = 32 * 1024;

export interface RequestStatesOptions {
  readonly ring: KeyRing;
  /** States of one server are good for no other, even under the same keys. */
  readonly serverName: string;
  /** How long a client may take for its answers. */
  readonly ttlSeconds: number;
  readonly guard: ReplayGuard | undefined;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The call that a state is for: nothing else about a round has to stay the same. */
export interface Binding {
  readonly method: string;
  readonly params: JsonObject;
  /** Who calls; undefined where nobody is known. */
  readonly principal: string | undefined;
}

/**
 * Journals as `requestState`: sealed, with an expiry, and bound to the caller, the method, and a digest of what
 * is called with which arguments (MRTR-10 to MRTR-16). `_meta`, `inputResponses` and `requestState` change from
 * round to round and are not bound (T-63).
 */
export class RequestStates {
  readonly #options: RequestStatesOptions;
  readonly #sealer: Sealer;

  constructor(options: RequestStatesOptions) {
    this.#options = options;
    this.#sealer = new Sealer(options.ring, `blazon request state 1 ${options.serverName}`, MAX_STATE_LENGTH);
  }

  /** @throws {BlazonError} `ERR_STATE_TOO_LARGE` naming what takes most room, `ERR_ASK_INVALID` for what JSON cannot carry. */
  seal(journal: Journal, binding: Binding): string {
    const lastSecond = this.#seconds() + this.#options.ttlSeconds;
    const token = this.#sealer.seal(`${lastSecond} ${textOf(journal)}`, boundTo(binding));
    if (token.length <= MAX_STATE_LENGTH) return token;
    const [entry, size] = largestEntry(journal);
    throw new BlazonError("ERR_STATE_TOO_LARGE", {
      size: token.length,
      limit: MAX_STATE_LENGTH,
      entry,
      entrySize: size,
    });
  }

  /** The journal in a state, or one and the same refusal for every reason there is (T-60). */
  open(token: unknown, binding: Binding): Journal | Refusal | Promise<Journal | Refusal> {
    const opened = typeof token === "string" ? this.#sealer.open(token, boundTo(binding)) : undefined;
    if (opened === undefined) return refused();
    const space = opened.text.indexOf(" ");
    if (this.#seconds() > Number(opened.text.slice(0, space))) return refused();
    const journal = readJournal(opened.text.slice(space + 1));
    const { guard } = this.#options;
    return guard === undefined ? journal : this.#claim(guard, opened.nonce, journal);
  }

  /** A guard that fails lets nobody in: the call can be made again when it is back. */
  async #claim(guard: ReplayGuard, nonce: string, journal: Journal): Promise<Journal | Refusal> {
    try {
      // A state is good until its last second is over, so its nonce is kept for one second more.
      return (await guard.claim(nonce, this.#options.ttlSeconds + 1)) === true ? journal : refused();
    } catch (error) {
      logAt(this.#options.logger, "error", { error }, "the replay guard failed, so the round is refused");
      return new Refusal("ERR_STATE_UNCHECKED");
    }
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000);
  }
}

function refused(): Refusal {
  return new Refusal("ERR_STATE_REFUSED");
}

function boundTo({ method, params, principal }: Binding): string {
  const { _meta, inputResponses, requestState, ...called } = params;
  return JSON.stringify([principal ?? null, method, digestOf(called)]);
}

function textOf(journal: Journal): string {
  try {
    return writeJournal(journal);
  } catch (cause) {
    throw new BlazonError("ERR_ASK_INVALID", { detail: "the state is nothing JSON can carry" }, { cause });
  }
}
