import { createHash, randomBytes } from "node:crypto";
import { BlazonError } from "../errors/blazon-error.js";
import { ToolError } from "../errors/tool-error.js";

/** Where handles keep what they stand for; keys say nothing of the handle or its subject. */
export interface HandleStore<Value> {
  /** Keeps a value for this many milliseconds. */
  set(key: string, value: Value, ttlMs: number): Promise<void> | void;
  /** Undefined where there is none, or its time is over. */
  get(key: string): Promise<Value | undefined> | Value | undefined;
  delete(key: string): Promise<void> | void;
}

export interface HandlesOptions<Value> {
  /** How long a handle is good for, in milliseconds; 15 minutes without it. */
  readonly ttlMs?: number;
  /** In this process without it, for at most 10,000 handles. */
  readonly store?: HandleStore<Value>;
}

const DEFAULT_TTL_MS = 15 * 60_000;
const HANDLE_BYTES = 24;
const UNKNOWN =
  "This handle is unknown or has expired. Start again with the tool that gives handles, and use the new one.";

/**
 * State that outlives a request, under a name the model passes from call to call (STATE-06, TOOL-53). A
 * handle is 192 random bits (STATE-12) and good for one subject alone (STATE-13): to hold it is not to be
 * allowed to use it (STATE-11).
 *
 * @example
 * const carts = new Handles<Cart>({ ttlMs: 3_600_000 });
 * const handle = await carts.create("user-7", new Cart());   // in one tool
 * const cart = await carts.use(handle, "user-7");            // in another: a ToolError where it is not theirs
 */
export class Handles<Value> {
  readonly #ttlMs: number;
  readonly #store: HandleStore<Value>;

  /** @throws {BlazonError} `ERR_OPTION_INVALID` for a `ttlMs` that is no integer from 1. */
  constructor({
    ttlMs = DEFAULT_TTL_MS,
    store = new MemoryHandleStore<Value>(),
  }: HandlesOptions<Value> = {}) {
    if (!Number.isSafeInteger(ttlMs) || ttlMs < 1) throw wrongCount("Handles.ttlMs", ttlMs);
    this.#ttlMs = ttlMs;
    this.#store = store;
  }

  /** Keeps a value and gives the handle that stands for it. `subject` is who may use it, as your server knows them. */
  async create(subject: string, value: Value): Promise<string> {
    const handle = randomBytes(HANDLE_BYTES).toString("base64url");
    await this.#store.set(keyOf(handle, subject), value, this.#ttlMs);
    return handle;
  }

  /** What a handle stands for; undefined for one that is unknown, expired, or somebody else's. */
  async find(handle: string, subject: string): Promise<Value | undefined> {
    return this.#store.get(keyOf(handle, subject));
  }

  /**
   * What a handle stands for.
   * @throws {ToolError} that tells the model so, for one that is unknown, expired, or somebody else's (STATE-14).
   */
  async use(handle: string, subject: string): Promise<Value> {
    const value = await this.find(handle, subject);
    if (value === undefined) throw new ToolError(UNKNOWN);
    return value;
  }

  /** Ends a handle before its time. */
  async delete(handle: string, subject: string): Promise<void> {
    await this.#store.delete(keyOf(handle, subject));
  }
}

/** A digest, so that whoever reads the store learns neither handles nor subjects that work. */
function keyOf(handle: string, subject: string): string {
  return createHash("sha256")
    .update(JSON.stringify([handle, subject]))
    .digest("base64url");
}

export interface MemoryHandleStoreOptions {
  /** The most values kept; the oldest go first. 10,000 without it. */
  readonly max?: number;
  /** Milliseconds since some beginning; the system's clock without it. */
  readonly now?: () => number;
}

/** Handles of one process. What is over is dropped when something is added; no timer runs. */
export class MemoryHandleStore<Value> implements HandleStore<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #max: number;
  readonly #now: () => number;

  /** @throws {BlazonError} `ERR_OPTION_INVALID` for a `max` that is no integer from 1. */
  constructor({ max = 10_000, now = Date.now }: MemoryHandleStoreOptions = {}) {
    if (!Number.isSafeInteger(max) || max < 1) throw wrongCount("MemoryHandleStore.max", max);
    this.#max = max;
    this.#now = now;
  }

  get size(): number {
    return this.#kept.size;
  }

  set(key: string, value: Value, ttlMs: number): void {
    this.#kept.delete(key);
    this.#dropOld();
    this.#kept.set(key, { value, until: this.#now() + ttlMs });
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.until > this.#now()) return kept.value;
    this.#kept.delete(key);
    return undefined;
  }

  delete(key: string): void {
    this.#kept.delete(key);
  }

  /** From the oldest on: those whose time is over, and one more where there is no room. */
  #dropOld(): void {
    const now = this.#now();
    for (const [key, { until }] of this.#kept) {
      if (until > now && this.#kept.size < this.#max) return;
      this.#kept.delete(key);
    }
  }
}

function wrongCount(option: string, value: number): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option,
    detail: `is ${value}`,
    fix: "Give an integer from 1, or leave it out",
  });
}
