import { BlazonError } from "../../errors/blazon-error.js";
import { describe } from "../../errors/option-rules.js";
import { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";

/** Who sends a request, as far as can be told before it is read. */
export interface Sender {
  readonly headers: HeaderFields;
  /** The other end of the connection: a proxy's, behind one. Undefined where there is no socket (`fetch`). */
  readonly address: string | undefined;
}

/** How many requests one caller may send in a time. */
export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
  /** What a caller is told apart by; the address of the connection without it, and nothing on `fetch`. */
  readonly by?: (sender: Sender) => string;
}

/** The most callers counted one by one in a window; those beyond share a count, so that memory stays bounded. */
const MOST_CALLERS = 100_000;
const OTHERS = "";
/** The time of day may be set back, which would keep a window open, or ahead, which would end it. */
const monotonicMs = (): number => performance.now();

/**
 * Counts requests in windows of fixed length (row 4; TOOL-47, COMP-12). In this process alone: several
 * processes allow each their own, and a limit over all of them belongs in front of them.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  #start = Number.NEGATIVE_INFINITY;
  readonly #counts = new Map<string, number>();

  /** @throws {BlazonError} `ERR_OPTION_INVALID` for a limit that is none. */
  constructor(limit: RateLimit, now: () => number = monotonicMs) {
    assertCount("rateLimit.requests", limit.requests, 1_000_000_000);
    assertCount("rateLimit.perMs", limit.perMs, 86_400_000);
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts one request; refuses what is over the limit, and says when to come again. */
  check(sender: Sender): Refusal | undefined {
    const now = this.#now();
    if (now - this.#start >= this.#limit.perMs) {
      this.#counts.clear();
      this.#start = now;
    }
    const key = this.#keyOf(sender);
    const counted = this.#counts.has(key) || this.#counts.size < MOST_CALLERS ? key : OTHERS;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    if (count <= this.#limit.requests) return undefined;
    const retryAfterSeconds = Math.ceil((this.#start + this.#limit.perMs - now) / 1000);
    return new Refusal("ERR_HTTP_RATE", {}, { retryAfterSeconds });
  }

  /** Callers that the author's function cannot tell apart count as one: what is wrong with it must not open the gate. */
  #keyOf(sender: Sender): string {
    if (this.#limit.by === undefined) return sender.address ?? OTHERS;
    try {
      return String(this.#limit.by(sender));
    } catch {
      return OTHERS;
    }
  }
}

function assertCount(option: string, value: unknown, max: number): void {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) return;
  const detail = value === undefined ? "is missing" : `is ${describe(value)}`;
  throw new BlazonError("ERR_OPTION_INVALID", { option, detail, fix: `Give an integer from 1 to ${max}` });
}
