import type { ReplayGuard } from "../mrtr/replay-guard.js";

/** What the guard uses of a Redis client; one of `ioredis` has it. */
export interface RedisSetter {
  set(key: string, value: string, expiry: "EX", seconds: number, mode: "NX"): Promise<unknown>;
}

export interface RedisReplayGuardOptions {
  /** What its keys begin with; `blazon:replay:` without it. Nonces are random, so servers may share one. */
  readonly prefix?: string;
}

/**
 * A replay guard of all processes that use one Redis: of a round that is delivered to several of them, one lets
 * it in. Rounds are refused (−32603) while Redis does not answer.
 *
 * @example createServer({ …, requestState: { keys, guard: new RedisReplayGuard(new Redis(process.env.REDIS_URL)) } })
 */
export class RedisReplayGuard implements ReplayGuard {
  readonly #client: RedisSetter;
  readonly #prefix: string;

  constructor(client: RedisSetter, { prefix = "blazon:replay:" }: RedisReplayGuardOptions = {}) {
    this.#client = client;
    this.#prefix = prefix;
  }

  async claim(nonce: string, ttlSeconds: number): Promise<boolean> {
    return (await this.#client.set(this.#prefix + nonce, "1", "EX", ttlSeconds, "NX")) === "OK";
  }
}
