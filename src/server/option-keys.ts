import type { Problems, Where } from "../errors/boot-error.js";
import {
  ANY,
  checkOptions,
  FLAG,
  FUNCTION,
  type OptionRule,
  type OptionRules,
  oneOf,
} from "../errors/option-rules.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import type { RateLimit } from "../transports/http/rate-limit.js";
import type { SessionsOptions } from "./legacy.js";
import type { Limits, ServerOptions } from "./options.js";
import type { RequestStateOptions } from "./request-state.js";
import type { SubscriptionOptions } from "./subscriptions.js";

/** Every option there is; most values are checked where they are used. */
const SERVER: OptionRules<ServerOptions> = {
  name: ANY,
  version: ANY,
  features: ANY,
  providers: ANY,
  title: ANY,
  description: ANY,
  websiteUrl: ANY,
  icons: ANY,
  iconsFrom: ANY,
  iconManifest: ANY,
  verifyIcons: FLAG,
  instructions: ANY,
  logger: ANY,
  limits: ANY,
  cache: ANY,
  pageSize: ANY,
  requestState: ANY,
  subscriptions: ANY,
  extensions: ANY,
  legacy: ANY,
  progressIntervalMs: ANY,
  stampResults: FLAG,
  hosts: ANY,
  origins: ANY,
  publicUrl: ANY,
  rateLimit: ANY,
  keepAliveMs: ANY,
};

const COUNT: OptionRule = {
  wants: "an integer from 1 to 1000000",
  test: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000,
};
const OBJECT: OptionRule = { wants: "an object", test: isObject };
const CACHE: OptionRules<Required<ServerOptions>["cache"]> = {
  discover: OBJECT,
  tools: OBJECT,
  resources: OBJECT,
  resourceTemplates: OBJECT,
  prompts: OBJECT,
};
const LIMITS: OptionRules<Limits> = {
  bodyBytes: ANY,
  lineBytes: ANY,
  depth: ANY,
  elements: ANY,
  iconBytes: ANY,
};
const HINTS: OptionRules<CacheHints> = { ttlMs: ANY, cacheScope: ANY };
const STATE: OptionRules<RequestStateOptions> = { keys: ANY, ttlSeconds: ANY, guard: ANY, principal: ANY };
const SUBSCRIPTIONS: OptionRules<SubscriptionOptions> = {
  bus: {
    wants: "a Bus, such as new RedisBus(client) of blazon/redis",
    test: (value) => isObject(value) && FUNCTION.test(value.publish) && FUNCTION.test(value.subscribe),
  },
  authorizeListen: FUNCTION,
  maxListens: COUNT,
  maxListensPerCaller: COUNT,
  maxUris: COUNT,
};
const MILLISECONDS: OptionRule = {
  wants: "an integer from 1 to 86400000 (milliseconds)",
  test: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 86_400_000,
};
const LEGACY: OptionRules<SessionsOptions> = {
  mode: oneOf("sessions"),
  idleMs: MILLISECONDS,
  maxSessions: COUNT,
  maxSessionsPerCaller: COUNT,
  askTimeoutMs: {
    wants: `${MILLISECONDS.wants}, or a function that gives them`,
    test: (value) => typeof value === "function" || MILLISECONDS.test(value),
  },
  askMaximumMs: MILLISECONDS,
  eventStore: {
    wants: "an EventStore, such as new MemoryEventStore()",
    test: (value) =>
      isObject(value) &&
      FUNCTION.test(value.append) &&
      FUNCTION.test(value.readAfter) &&
      FUNCTION.test(value.drop),
  },
};
const RATE: OptionRules<RateLimit> = { requests: ANY, perMs: ANY, by: ANY };

/** Options that are looked for here, and are said elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  port: "Give it to listen(): server.listen({ port: 3000 })",
  host: "Give it to listen(): server.listen({ host })",
  path: "Give it to listen(): server.listen({ path })",
  drainMs: "Give it to listen(): server.listen({ drainMs })",
  signals: "Give it to listen(): server.listen({ signals })",
  tools: "Annotate methods with @Tool, and list their classes in `features`",
  resources: "Annotate methods with @Resource, and list their classes in `features`",
  prompts: "Annotate methods with @Prompt, and list their classes in `features`",
};

/** No option is misspelled, here and in what options hold. Gives the options that were meant by those that are. */
export function checkOptionKeys(given: JsonObject, where: Where, problems: Problems): ReadonlySet<string> {
  const check = (options: unknown, of: string, rules: Readonly<Record<string, OptionRule>>): void => {
    if (isObject(options)) checkOptions({ options, rules, of, prefix: `${of}.` }, where, problems);
  };
  const { limits, cache, requestState, rateLimit, subscriptions, legacy } = given;
  const misspelled = checkOptions(
    { options: given, rules: SERVER, of: "createServer", elsewhere: ELSEWHERE },
    where,
    problems,
  );
  check(limits, "limits", LIMITS);
  check(cache, "cache", CACHE);
  for (const [answer, hints] of Object.entries(isObject(cache) ? cache : {})) {
    if (Object.hasOwn(CACHE, answer)) check(hints, `cache.${answer}`, HINTS);
  }
  check(requestState, "requestState", STATE);
  check(rateLimit, "rateLimit", RATE);
  check(subscriptions, "subscriptions", SUBSCRIPTIONS);
  check(legacy, "legacy", LEGACY);
  return misspelled;
}
