export type { RedisPublisher, RedisSubscriber, RedisSubscriberOptions } from "./clients.js";
export { RedisBus, type RedisBusOptions } from "./redis-bus.js";
export { RedisReplayGuard, type RedisReplayGuardOptions, type RedisSetter } from "./replay-guard.js";
