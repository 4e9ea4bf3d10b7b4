export { RedisBus, type RedisBusOptions, type RedisClient } from "./redis-bus.js";
export { RedisReplayGuard, type RedisReplayGuardOptions, type RedisSetter } from "./replay-guard.js";
export type { RedisSubscriber } from "./subscriptions.js";
