import { BlazonError } from "../errors/blazon-error.js";

/**
 * Lets every round be delivered once (MRTR-16). Without a guard a round that a proxy or a client sends again is
 * served again, and what it does outside of earlier rounds' steps is done again.
 */
export interface ReplayGuard {
  /** True for the first who claims a nonce, false for everybody after. Kept for at least `ttlSeconds`. */
  claim(nonce: string, ttlSeconds: number): boolean | Promise<boolean>;
}

export interface MemoryReplayGuardOptions {
  /** The most nonces kept; 100,000 without it. A guard that is full refuses, since to forget is to let in. */
  readonly max?: number;
  /** Milliseconds since some beginning; the system's clock without it. */
  readonly now?: () => number;
}

/** A guard of one process: with several of them, each would let a round in once. */
export class MemoryReplayGuard implements ReplayGuard {
  readonly #until = new Map<string, number>();
  readonly #max: number;
  readonly #now: () => number;

  /** @throws {BlazonError} `ERR_OPTION_INVALID` for a `max` that is no integer from 1. */
  constructor({ max = 100_000, now = Date.now }: MemoryReplayGuardOptions = {}) {
    if (!Number.isSafeInteger(max) || max < 1) {
      const details = { option: "MemoryReplayGuard.max", detail: `is ${max}`, fix: "Give an integer from 1" };
      throw new BlazonError("ERR_OPTION_INVALID", details);
    }
    this.#max = max;
    this.#now = now;
  }

  get size(): number {
    return this.#until.size;
  }

  claim(nonce: string, ttlSeconds: number): boolean {
    const now = this.#now();
    this.#dropOver(now);
    if (this.#until.has(nonce)) return false;
    if (this.#until.size >= this.#max) throw new Error(`The replay guard is full (${this.#max} nonces)`);
    this.#until.set(nonce, now + ttlSeconds * 1000);
    return true;
  }

  /** All have one time to live, so that those whose time is over stand first. */
  #dropOver(now: number): void {
    for (const [nonce, until] of this.#until) {
      if (until > now) return;
      this.#until.delete(nonce);
    }
  }
}
