import cluster from "node:cluster";
import { BlazonError } from "../errors/blazon-error.js";
import type { Problems, Where } from "../errors/boot-error.js";
import type { RequestContext } from "../handler/request-context.js";
import { type Logger, logAt } from "../logging/logger.js";
import { KeyRing, type SealingKey } from "../mrtr/key-ring.js";
import { MemoryReplayGuard, type ReplayGuard } from "../mrtr/replay-guard.js";
import { isObject } from "../protocol/json.js";

/** How what a call knows of its earlier rounds travels with the client. */
export interface RequestStateOptions {
  /**
   * The first seals, all of them open. Without it a random key of this process, which no other process and no
   * later start can open.
   */
  readonly keys?: readonly SealingKey[];
  /** How long a client may take for its answers; 600 without it. */
  readonly ttlSeconds?: number;
  /** Lets every round be delivered once; without it a round that is sent again is served again. */
  readonly guard?: ReplayGuard;
  /** Who calls: rounds of one caller are good for no other. Nobody is told apart without it. */
  readonly principal?: (context: RequestContext) => string | undefined;
}

const DEFAULT_TTL_SECONDS = 600;
const MAX_TTL_SECONDS = 30 * 24 * 3600;
const CREATE_SERVER: Where = { member: "createServer", place: undefined };

/** The options as the server uses them. */
export interface RequestStateSettings {
  readonly ring: KeyRing;
  readonly ttlSeconds: number;
  readonly guard: ReplayGuard | undefined;
  readonly principalOf: (context: RequestContext) => string | undefined;
}

const NOBODY = (): undefined => undefined;

/** Reads `requestState`; what is wrong with it is added to the problems. */
export function readRequestState(
  options: RequestStateOptions | undefined,
  problems: Problems,
): RequestStateSettings {
  const given: unknown = options ?? {}; // a caller without types may hand in anything
  const { keys, ttlSeconds = DEFAULT_TTL_SECONDS, guard, principal = NOBODY } = options ?? {};
  const wrong = (option: string, detail: string, fix: string): void =>
    problems.add("ERR_OPTION_INVALID", CREATE_SERVER, { option, detail, fix });
  if (!isObject(given)) wrong("requestState", "is no object", "Write requestState: { keys: [ … ] }");
  if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > MAX_TTL_SECONDS) {
    const fix = `Give an integer from 1 to ${MAX_TTL_SECONDS}, or leave it out`;
    wrong("requestState.ttlSeconds", `is ${String(ttlSeconds)}`, fix);
  }
  if (guard !== undefined && typeof guard?.claim !== "function") {
    wrong("requestState.guard", "has no method claim", "Give a ReplayGuard, such as new MemoryReplayGuard()");
  }
  if (typeof principal !== "function") {
    wrong("requestState.principal", "is no function", "Give a function of the RequestContext");
  }
  return { ring: readRing(keys, problems), ttlSeconds, guard, principalOf: principal };
}

function readRing(keys: readonly SealingKey[] | undefined, problems: Problems): KeyRing {
  if (keys === undefined) return KeyRing.random();
  try {
    return new KeyRing(Array.isArray(keys) ? keys : []);
  } catch (error) {
    if (!(error instanceof BlazonError)) throw error;
    problems.adopt(error, CREATE_SERVER);
    return KeyRing.random();
  }
}

/** Warns of what works in one process and fails in several (G08). */
export function warnOfProcesses(options: RequestStateOptions | undefined, logger: Logger): void {
  if (!cluster.isWorker) return;
  if (options?.keys === undefined) {
    const message =
      "requestState.keys is not set, and this process is one of several: rounds that another worker answers will be refused. Give all of them the same keys";
    logAt(logger, "warning", {}, message);
  }
  if (options?.guard instanceof MemoryReplayGuard) {
    const message =
      "requestState.guard keeps its nonces in this process, and there are several: each of them lets a round in once. Use RedisReplayGuard";
    logAt(logger, "warning", {}, message);
  }
}

/** Warns of a key that ends with its process, where a process is one of several or will be (G08). */
export function warnOfProduction(options: RequestStateOptions | undefined, logger: Logger): void {
  if (options?.keys !== undefined || process.env.NODE_ENV !== "production" || cluster.isWorker) return;
  const message =
    "requestState.keys is not set in production: rounds that another process, or this one after a restart, answers will be refused. Give keys, or ask nothing";
  logAt(logger, "warning", {}, message);
}
